import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// What one meets who types something.
@Suite(.inTurn, .unsanitized) struct CommandLineEndToEndTests {
  @Test(arguments: Command.all.map(\.name))
  func `the help of a command equals the golden text`(command: String) async throws {
    try await ExplorerProcess([command, "--help"]).expectOutput("help-\(command).txt")
  }

  @Test(arguments: ["help", "version"])
  func `help and version equal the golden text`(option: String) async throws {
    try await ExplorerProcess(["--\(option)"]).expectOutput("\(option).txt")
  }

  static let failures: [(line: String, code: Int32, message: String)] = [
    ("lgo", 64, "There is no command “lgo”. Did you mean “log”?\nSee sluice-explorer --help."),
    (
      "log \u{1B}[2J", 64,
      #"“log” takes no argument, but got “\u{1B}[2J”. Remove it."#
        + "\nSee sluice-explorer log --help."
    ),
    (
      "--endpoint tcp:80", 64,
      "The endpoint “tcp:80” has an unknown form. Write unix:/path/to/socket or file:path."
    ),
    (
      "--endpoint unix:/no/such/place/x.sock", 69,
      "The directory “/no/such/place” does not exist. Create it with mkdir -m 700, or choose another"
        + " place with --endpoint or SLUICE_EXPLORER."
    ),
    (
      "send AddItem @/nowhere/x.json", 66,
      "The payload in “/nowhere/x.json” can't be read: No such file or directory. Pass a file"
        + " that contains JSON as @FILE."
    ),
    (
      "send A {", 64,
      "The payload is not JSON. The line is damaged at byte 1: the text ends in the middle of a"
        + #" value. Write it in single quotes, as '{"title":"Milk"}'."#
    ),
    (
      "log --filter typ:A", 64,
      "The filter cannot be read: there is no term “typ”. Did you mean “type”?\n  typ:A\n  ^^^\n"
        + "See sluice-explorer log --help."
    ),
  ]

  @Test(arguments: failures)
  func `a failure has its exit code and says what to do`(
    line: String,
    code: Int32,
    message: String
  ) async throws {
    let explorer = try ExplorerProcess(line.split(separator: " ").map(String.init))
    #expect(try await explorer.outcome() == .failure(code, message))
  }

  // MARK: - Output that nobody takes

  @Test func `a command ends without an error when its reader ends`() async throws {
    let socket = try TestSocket()
    let pipe = Pipe()
    let explorer = try ExplorerProcess(
      ["--endpoint", "unix:\(socket.path)", "--verbose"],
      standardOutput: pipe.fileHandleForWriting
    )
    try pipe.fileHandleForWriting.close()
    try await explorer.complaint(containing: "Listening at")
    try pipe.fileHandleForReading.close()
    #expect(try await explorer.exitCode() == 0)
    #expect(try await explorer.complaint().isEmpty)
  }

  @Test(arguments: [["--help"], ["demo"]])
  func `output to a pipe that is closed ends quietly`(arguments: [String]) async throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let explorer = try ExplorerProcess(arguments, standardOutput: pipe.fileHandleForWriting)
    #expect(try await explorer.outcome() == .init())
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is an error and not silence`() async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let explorer = try ExplorerProcess(["--help"], standardOutput: full)
    let outcome = try await explorer.outcome()
    let message = "sluice-explorer: The output cannot be written: "
    #expect(outcome.code == 74 && outcome.complaint[0].hasPrefix(message))
  }
}
