/// A format in which a session is exported, and all that is to be said of it.
///
/// Each stands in a file of its own. Parser, help, completions and man page follow from ``all``.
struct ExportFormat: Sendable {
  /// The value of `--to`.
  let name: String
  /// A paragraph in the help of `export`.
  let discussion: String
  /// The options that it has, of those that not every format has.
  ///
  /// A function, since options name commands, and the help of a command is about formats.
  let options: @Sendable () -> [Option]
  /// Reads the session and writes it to standard output.
  let write: @Sendable (ExportCommand) throws(ExplorerError) -> Void

  init(
    name: String,
    discussion: String,
    options: @escaping @autoclosure @Sendable () -> [Option],
    write: @escaping @Sendable (ExportCommand) throws(ExplorerError) -> Void
  ) {
    self.name = name
    self.discussion = discussion
    self.options = options
    self.write = write
  }

  static let all: [ExportFormat] = [.html, .reduxDevTools, .chromeTrace, .swiftTest, .svg]

  /// Returns the format with a name.
  static func named(_ name: String) -> ExportFormat? { all.first { $0.name == name } }
}

extension ExportFormat: Hashable {
  static func == (one: ExportFormat, other: ExportFormat) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
