import ExplorerTerminal
import SluiceSocket

/// What an Explorer says on a terminal while nothing comes: where it listens, and what a program needs.
struct IdleNotice: Hashable, Sendable {
  /// The line of code that makes a program connect.
  static let code = "store.register(interceptor: ExplorerInterceptor())"

  let endpoint: Endpoint
  /// What is done there; see ``Watcher/seat``.
  let seat: String
  /// Whether programs don't find the endpoint by themselves.
  let isElsewhere: Bool

  /// Returns the notice in lines that fit a terminal.
  func lines(columns: Int) -> [String] {
    var texts = ["\(seat) at \(endpoint).", "A program needs:", "  \(Self.code)"]
    if isElsewhere { texts += ["and in its environment:", "  \(Endpoint.variable)=\(endpoint)"] }
    return texts.flatMap { text in
      let indent = text.prefix { $0 == " " }.count + 2
      return StyledText(VisibleText(text).description)
        .lines(of: max(columns - 1, 20), hanging: indent)
        .enumerated()
        .map { index, line in (index == 0 ? "" : String(repeating: " ", count: indent)) + line.text
        }
    }
  }
}

extension Settings {
  /// Returns what to show until something comes; nothing where it couldn't be replaced.
  func idleNotice(
    of watcher: Watcher,
    on output: OutputStream
  ) throws(ExplorerError) -> [String] {
    let terminal = Terminal(descriptor: output.descriptor)
    guard terminal.canRedraw, !isJSON else { return [] }
    let notice = try idleNotice(of: watcher)
    let palette = Palette(isColored: isColored(on: terminal))
    return notice.lines(columns: terminal.columns ?? 80).map { palette.paint($0, .dim) }
  }

  /// Returns what to say on standard error if no program is connected; `nil` where a notice is drawn instead.
  func aloneNotice(_ watcher: Watcher, drawn notice: [String] = []) -> String? {
    guard notice.isEmpty else { return nil }
    return "No program is connected. \(watcher.seat) at \(watcher.endpoint), and waiting for one."
  }

  /// Returns what to say while no program is connected.
  func idleNotice(of watcher: Watcher) throws(ExplorerError) -> IdleNotice {
    let resolution = try rethrow(Endpoint.resolve(argument: endpoint), as: ExplorerError.endpoint)
    return IdleNotice(
      endpoint: watcher.endpoint,
      seat: watcher.seat,
      isElsewhere: resolution.source == .argument || resolution.source == .environment
    )
  }
}
