import TestSupport
import Testing

@testable import ExplorerKit

/// What one meets who types something.
@Suite(.inTurn, .unsanitized)
struct CommandLineEndToEndTests {
  @Test(arguments: [
    (["--help"], "help.txt"), (["watch", "--help"], "help-watch.txt"),
    (["log", "--help"], "help-log.txt"),
    (["send", "--help"], "help-send.txt"), (["restore", "--help"], "help-restore.txt"),
    (["demo", "--help"], "help-demo.txt"), (["--version"], "version.txt"),
    (["record", "--help"], "help-record.txt"), (["replay", "--help"], "help-replay.txt"),
    (["stats", "--help"], "help-stats.txt"), (["export", "--help"], "help-export.txt"),
    (["why", "--help"], "help-why.txt"),
    (["history", "--help"], "help-history.txt"), (["show", "--help"], "help-show.txt"),
    (["state", "--help"], "help-state.txt"), (["diff", "--help"], "help-diff.txt"),
    (["blame", "--help"], "help-blame.txt"), (["diagnostics", "--help"], "help-diagnostics.txt"),
    (["mcp", "--help"], "help-mcp.txt"), (["completions", "--help"], "help-completions.txt"),
    (["man", "--help"], "help-man.txt"),
  ])
  func `help and version equal the golden text`(
    arguments: [String],
    golden: String
  ) async throws {
    let explorer = try ExplorerProcess(arguments)
    try GoldenText.expect(try await explorer.rest(), matches: golden)
    #expect(try await explorer.exitCode() == 0)
    #expect(try await explorer.complaint().isEmpty)
  }

  static let failures: [(arguments: [String], code: Int32, complaint: [String])] = [
    (
      ["lgo"], 64,
      [
        "sluice-explorer: There is no command “lgo”. Did you mean “log”?",
        "See sluice-explorer --help.",
      ]
    ),
    (
      ["demo", "--sed", "1"], 64,
      [
        "sluice-explorer: There is no option “--sed”. Did you mean “--seed”?",
        "See sluice-explorer demo --help.",
      ]
    ),
    (
      ["--endpoint", "tcp:80"], 64,
      [
        "sluice-explorer: The endpoint “tcp:80” is of no known kind. Write unix:/path/to/socket"
          + " or file:path."
      ]
    ),
    (
      ["--endpoint", "unix:/no/such/place/x.sock"], 69,
      [
        "sluice-explorer: The directory “/no/such” does not exist. Make it with mkdir -m 700, or"
          + " choose another place with --endpoint or SLUICE_EXPLORER."
      ]
    ),
    (
      ["log", "\u{1B}[2J"], 64,
      [
        #"sluice-explorer: “log” takes no argument, but got “\u{1B}[2J”. Remove it."#,
        "See sluice-explorer log --help.",
      ]
    ),
  ]

  @Test(arguments: failures.indices)
  func `a failure has its exit code and says what to do`(index: Int) async throws {
    let (arguments, code, complaint) = Self.failures[index]
    let explorer = try ExplorerProcess(arguments)
    #expect(try await explorer.exitCode() == code)
    #expect(try await explorer.complaint() == complaint)
    #expect(try await explorer.rest().isEmpty)
  }
}
