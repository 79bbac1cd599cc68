import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct CompletionScriptTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  static let shells = CompletionScript.all.map(\.shell)

  @Test(arguments: shells)
  func `a script has every command, option and choice`(shell: String) throws {
    let script = try #require(CompletionScript.all.first { $0.shell == shell }).text
    let words = Set(script.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    for command in Command.all { #expect(words.contains(Substring(command.name))) }
    for option in Option.all {
      // fish has `-l color`.
      let name = shell == "fish" ? option.name.dropFirst(2) : option.name[...]
      #expect(words.contains(name), "\(name)")
    }
    for format in ExportFormat.all { #expect(words.contains(Substring(format.name))) }
  }

  @Test(arguments: shells)
  func `the shell reads its script, if it is installed`(shell: String) throws {
    guard let program = InstalledProgram(shell) else { return }
    let option = shell == "fish" ? "--no-execute" : "-n"
    #expect(try program.output([option, write(shell)]) == "")
  }

  /// The words of a line as bash divides it, which it also does at = and :, and what it completes.
  static let lines: [(words: [String], completions: String)] = [
    (["hi"], "history"),
    (["wa"], "watch"),
    (["re"], "record replay restore"),
    (["help", "re"], "record replay restore"),
    (["log", "--ti"], "--time"),
    (["log", "--time", ""], "clock relative delta"),
    (["log", "--time", "="], "clock relative delta"),
    (["log", "--time", "=", "re"], "relative"),
    (["--co"], "--color"),
    (["--color", "never", "st"], "stats state"),
    (["--color", "=", "never", "st"], "stats state"),
    (["--endpoint", "unix", ":", "/a/b", "st"], "stats state"),
    (["--endpoint", "unix", ":", "/a"], ""),
    (["export", "a.session", "--to", "s"], "swift-test svg"),
    (["export", "--to", "html", "--re"], "--redact"),
    (["history", "cart", "--pl"], "--plot"),
    (["why", "cart", "--pl"], ""),
    // Only elsewhere has it a value.
    (["demo", "--app", "--se"], "--seed"),
    (["why", "--app", "--se", "--st"], "--store"),
    (["why", "re"], ""),
    (["completions", ""], "bash zsh fish"),
    (["send", "Set", "-1", "--ti"], "--timeout"),
  ]

  private static let bash = InstalledProgram("bash")

  @Test(.enabled(if: bash != nil), arguments: lines)
  func `bash completes`(words: [String], completions: String) throws {
    #expect(try complete(words) == completions)
  }

  @Test(.enabled(if: bash != nil), arguments: [["replay"], ["why", "cart"], ["state"]])
  func `bash completes names of files, with spaces and signs`(words: [String]) throws {
    let name = directory.path + "/a * [b].session"
    try Data().write(to: URL(filePath: name))
    #expect(try complete(words + [String(name.dropLast(8))]) == name)
  }

  @Test func `a quotation mark in a help text ends no text of a script`() {
    #expect("it's".quotedForShell == #"'it'\''s'"#)
  }

  /// Returns what bash completes, with spaces between.
  private func complete(_ words: [String]) throws -> String {
    let program = """
      source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sluice_explorer; \
      echo -n "${COMPREPLY[*]}"
      """
    let arguments = ["-c", program, "bash", try write("bash"), "sluice-explorer"] + words
    return try #require(Self.bash).output(arguments)
  }

  /// Writes the script, and returns its path.
  private func write(_ shell: String) throws -> String {
    let script = try #require(CompletionScript.all.first { $0.shell == shell })
    try directory.write(script.text.utf8, to: "_sluice-explorer")
    return directory.path("_sluice-explorer")
  }
}
