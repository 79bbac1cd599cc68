/// A command of `sluice-explorer`, and all that is to be said of it.
///
/// Parser, help, completions, man page and documentation follow from the values in ``all``.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let abstract: String
  var arguments: [Argument] = []
  /// The text above the options in the command's help.
  let discussion: String
  let examples: [Example]
  let run: @Sendable (Settings, Interruption) throws(ExplorerError) -> Void

  static let all: [Command] =
    [.watch, .log, .record, .replay, .stats] + questions + [.until]
    + [.export, .mcp, .send, .restore, .set, .demo, .completions, .man]

  /// Returns the command with a name.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// The options of this command, in the order of the help.
  var options: [Option] { Option.all.filter { $0.commands.contains(self) } }

  /// The name and the arguments, for the help.
  var usage: String {
    let required = options.filter { $0.requiredBy.contains(self) }.map(\.usage)
    let arguments = arguments.map { $0.isRequired ? $0.placeholder : "[\($0.placeholder)]" }
    return ([name] + arguments + required).joined(separator: " ")
  }

  /// A command line and its purpose.
  struct Example: Sendable {
    let line: String
    let purpose: String

    init(_ line: String, _ purpose: String) {
      self.line = line
      self.purpose = purpose
    }
  }
}

extension Command: Hashable {
  static func == (one: Command, other: Command) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Command {
  /// An argument of a command.
  struct Argument: Hashable, Sendable {
    let placeholder: String
    /// A noun phrase that completes “the command needs”.
    let meaning: String
    var isRequired = true
    var values = ValueShape.free

    static let session = Self(
      placeholder: "FILE",
      meaning: "a session file",
      isRequired: false,
      values: .file
    )

    static let requiredSession = Self(
      placeholder: "FILE",
      meaning: "a session file",
      values: .file
    )

    static func path(isRequired: Bool) -> Self {
      // Where a path may be left out, the name of a file may stand.
      Self(
        placeholder: "PATH",
        meaning: "the path of a value",
        isRequired: isRequired,
        values: isRequired ? .free : .file
      )
    }

    static func number(_ placeholder: String) -> Self {
      Self(placeholder: placeholder, meaning: "the number of a commit", values: .number)
    }
  }
}
