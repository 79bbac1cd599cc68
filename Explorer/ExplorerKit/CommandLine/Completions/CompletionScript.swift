/// A script with which a shell completes command lines, made from the commands and options.
struct CompletionScript: Sendable {
  /// The name of the shell.
  let shell: String
  private let make: @Sendable () -> String

  init(_ shell: String, make: @escaping @Sendable () -> String) {
    self.shell = shell
    self.make = make
  }

  static let all: [CompletionScript] = [.bash, .zsh, .fish]

  var text: String { make() }

  /// Says what the file is.
  static func head(_ shell: String) -> String {
    "# Completions of \(ExplorerVersion.text) for \(shell), as “sluice-explorer completions \(shell)”"
      + " prints them."
  }
}

extension Option {
  /// The names, `--help` and `-h`.
  var names: [String] { [name] + (short.map { [$0] } ?? []) }
}

extension String {
  /// The text in single quotes, in which bash and zsh read nothing.
  var quotedForShell: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}
