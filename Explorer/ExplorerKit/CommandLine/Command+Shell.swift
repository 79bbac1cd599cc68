// Commands that write what is installed beside the program.
extension Command {
  static let completions = Command(
    name: "completions",
    abstract: "Print the completions for a shell.",
    arguments: [
      Argument(
        placeholder: "SHELL",
        meaning: "the name of a shell: \(CompletionScript.all.map(\.shell).listed("or"))",
        values: .choices(CompletionScript.all.map(\.shell))
      )
    ],
    discussion: """
      Prints a script with which the shell completes commands, options and values. bash reads it
      from ~/.local/share/bash-completion/completions/sluice-explorer, zsh from a file _sluice-explorer
      in a directory of fpath, fish from ~/.config/fish/completions/sluice-explorer.fish.
      """,
    examples: [
      Example(#"eval "$(sluice-explorer completions bash)""#, "Complete in this bash."),
      Example("sluice-explorer completions fish | source", "Complete in this fish."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    let script = CompletionScript.all.first { $0.shell == settings.arguments.first }
    try OutputStream.print(script?.text ?? "", unless: interruption)
  }

  static let man = Command(
    name: "man",
    abstract: "Print the manual page.",
    discussion: """
      Prints the manual page in the format that man reads. Installed as
      ~/.local/share/man/man1/sluice-explorer.1, man sluice-explorer shows it.
      """,
    examples: [
      Example("sluice-explorer man | man -l -", "Read it."),
      Example("sluice-explorer man > sluice-explorer.1", "Keep it."),
    ]
  ) { _, interruption throws(ExplorerError) in
    try OutputStream.print(ManPage.text, unless: interruption)
  }
}
