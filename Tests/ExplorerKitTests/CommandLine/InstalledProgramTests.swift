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

@Suite(.inTurn) struct ManPageTests {
  @Test func `every command, option, term and exit code is in the manual page`() {
    let page = ManPage.text.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    for command in Command.all {
      #expect(page.contains("\n.SS \"\(command.usage)\"\n"), "\(command.name)")
    }
    for option in Option.all { #expect(page.contains(option.usage), "\(option.name)") }
    for term in FilterTerm.all { #expect(page.contains(term.meaning)) }
    for code in ExitCode.allCases { #expect(page.contains(code.meaning)) }
  }

  @Test func `no line is an instruction by chance`() {
    let instructions: Set<Substring> = [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi"]
    for line in ManPage.text.split(separator: "\n") where line.hasPrefix(".") {
      #expect(instructions.contains(line.prefix { $0 != " " }), "\(line)")
    }
    #expect(!ManPage.text.split(separator: "\n").contains { $0.hasPrefix("'") })
  }

  @Test(
    arguments: [
      ["mandoc", "-T", "lint", "-W", "warning"], ["groff", "-man", "-ww", "-k", "-T", "utf8"],
    ]
  )
  func `formatters accept the manual page, if they are installed`(command: [String]) throws {
    guard let formatter = InstalledProgram(command[0]) else { return }
    let directory = try TemporaryDirectory()
    try directory.write(ManPage.text.utf8, to: "sluice-explorer.1")
    let arguments = command.dropFirst() + [directory.path("sluice-explorer.1")]
    let printsPage = command[0] == "groff"
    #expect(try formatter.output(Array(arguments), onlyComplaints: printsPage) == "")
  }
}

/// A program of the system that must accept what the Explorer prints, if it is installed.
private struct InstalledProgram {
  private let path: String

  init?(_ name: String) {
    let folders = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"]
    let isThere = FileManager.default.isExecutableFile
    guard let path = folders.map({ $0 + name }).first(where: isThere) else { return nil }
    self.path = path
  }

  /// Returns what the program prints.
  ///
  /// - Parameter isComplaint: Whether that is what it prints on standard error alone.
  func output(_ arguments: [String], onlyComplaints isComplaint: Bool = false) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = isComplaint ? FileHandle.nullDevice : pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
