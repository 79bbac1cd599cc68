import ExplorerTerminal
import SluiceSocket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is at the other end of a descriptor, and how much room it has.
struct Terminal: Hashable, Sendable {
  var isTerminal: Bool
  /// The columns of a line; `nil` where nothing limits them.
  var columns: Int?
  /// The lines on the screen; `nil` where nothing limits them.
  var rows: Int?
  /// Whether colours are understood and wanted, according to the environment.
  var wantsColor = false
  /// Whether the cursor can be moved, to write over lines.
  var canRedraw = false
}

extension Terminal {
  /// Looks at an open descriptor and at the environment.
  init(descriptor: Int32) {
    let environment = HostProcess.environment(["NO_COLOR", "CLICOLOR", "TERM"])
    let isTerminal = isatty(descriptor) == 1
    let size = isTerminal ? TerminalDevice.size(of: descriptor) : nil
    self.init(
      isTerminal: isTerminal,
      columns: size?.columns,
      rows: size?.rows,
      wantsColor: isTerminal && Self.allowsColor(environment),
      canRedraw: isTerminal && TerminalType(named: environment["TERM"]) != .plain
    )
  }

  /// Whether somebody can type here, and a screen be drawn.
  static var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && Terminal(descriptor: STDOUT_FILENO).canRedraw
  }

  /// `NO_COLOR` set to anything but nothing switches colours off, as no-color.org has it, and so does
  /// `CLICOLOR` set to 0.
  static func allowsColor(_ environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["CLICOLOR"] != "0"
      && TerminalType(named: environment["TERM"]) == .colored
  }

  /// Returns the columns of a terminal as they are now; `nil` where nothing limits them.
  static func columns(of descriptor: Int32) -> Int? {
    TerminalDevice.size(of: descriptor)?.columns
  }
}
