import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct CommandLineParserTests {
  static let obeyed: [(arguments: [String], change: @Sendable (inout Settings) -> Void)] = [
    ([], { _ in }),
    (["log"], { _ in }),
    (["--json"], { $0.isJSON = true }),
    (["--json", "log"], { $0.isJSON = true }),
    (["log", "--endpoint", "unix:/a/b"], { $0.endpoint = "unix:/a/b" }),
    (
      ["send", "Set", "-1", "--json"],
      {
        $0.command = .send
        $0.arguments = ["Set", "-1"]
        $0.isJSON = true
      }
    ),
    (
      ["send", "--json", "--", "--Odd", "-x"],
      {
        $0.command = .send
        $0.arguments = ["--Odd", "-x"]
        $0.isJSON = true
      }
    ),
    (["log", "--endpoint=unix:/a/b=c"], { $0.endpoint = "unix:/a/b=c" }),
    (["--color", "never", "--color=always"], { $0.color = .always }),
    (["--allow-uid", "1", "--allow-uid=65534"], { $0.allowedUserIDs = [1, 65534] }),
    (["--max-record", "64k"], { $0.longestRecord = 65_536 }),
    (
      ["--max-record=32MiB", "--verbose"],
      {
        $0.longestRecord = 32 << 20
        $0.isVerbose = true
      }
    ),
    (["demo"], { $0.command = .demo }),
    (
      ["record", "--force", "x.session"],
      {
        $0.command = .record
        $0.arguments = ["x.session"]
        $0.isForced = true
      }
    ),
    (
      ["replay", "-", "--speed", "0.5"],
      {
        $0.command = .replay
        $0.arguments = ["-"]
        $0.speed = 0.5
      }
    ),
    (
      ["replay", "--speed=max", "x"],
      {
        $0.command = .replay
        $0.arguments = ["x"]
        $0.speed = nil
      }
    ),
    (["stats"], { $0.command = .stats }),
    (["--filter", "failed"], { $0.filter = try? Filter(parsing: "failed") }),
    (
      ["demo", "--app", "--forever"],
      {
        $0.command = .demo
        $0.part = .app
        $0.isForever = true
      }
    ),
    (
      ["demo", "--watch"],
      {
        $0.command = .demo
        $0.part = .watch
      }
    ),
    (
      ["demo", "--seed", "18446744073709551615"],
      {
        $0.command = .demo
        $0.seed = .max
      }
    ),
  ]

  @Test(arguments: obeyed.indices)
  func `a good command line is obeyed`(index: Int) throws {
    let (arguments, change) = Self.obeyed[index]
    var expected = Settings()
    change(&expected)
    #expect(try CommandLineParser.parse(arguments) == .run(expected))
  }

  static let asked: [(arguments: [String], answer: Invocation)] = [
    (["--help"], .help(nil)),
    (["-h"], .help(nil)),
    (["log", "--help"], .help(.log)),
    (["--help", "demo"], .help(.demo)),
    // Whoever asks for help is not scolded.
    (["log", "--app", "--help"], .help(.log)),
    (["--version"], .version),
  ]

  @Test(arguments: asked.indices)
  func `help and version come before anything else`(index: Int) throws {
    #expect(try CommandLineParser.parse(Self.asked[index].arguments) == Self.asked[index].answer)
  }

  static let refused: [(arguments: [String], message: String)] = [
    (["lgo"], "There is no command “lgo”. Did you mean “log”?"),
    (["Demo"], "There is no command “Demo”. Did you mean “demo”?"),
    (
      ["follow"],
      "There is no command “follow”. The commands are log, record, replay, stats, export, send, "
        + "restore, demo and check-client."
    ),
    (
      [""],
      "There is no command “”. The commands are log, record, replay, stats, export, send, restore, "
        + "demo and check-client."
    ),
    (["log", "more"], "“log” takes no argument, and got “more”. Leave it out."),
    (["--colour", "auto"], "There is no option “--colour”. Did you mean “--color”?"),
    (["-x"], "There is no option “-x”. Leave it out, or look for it in --help."),
    (["log", "--", "--json"], "“log” takes no argument, and got “--json”. Leave it out."),
    (
      ["replay", "x", "--endpoint", "unix:/a/b"],
      "“replay” does not take --endpoint, which belongs to “log”, “record”, “stats”, “send”,"
        + " “restore”, “demo” and “check-client”. Leave it out."
    ),
    (
      ["record", "x", "--color", "always"],
      "“record” does not take --color, which belongs to “log”, “replay”, “stats”, “send”,"
        + " “restore” and “demo”. Leave it out."
    ),
    (["log", "--seed", "1"], "“log” does not take --seed, which belongs to “demo”. Leave it out."),
    (
      ["demo", "--json"],
      "“demo” does not take --json, which belongs to “log”, “replay”, “send” and “restore”."
        + " Leave it out."
    ),
    (["--endpoint"], "--endpoint needs a value. Write --endpoint unix:PATH."),
    (
      ["replay"],
      "“replay” needs a session file. Write sluice-explorer replay FILE."
    ),
    (
      ["record", "a", "b"],
      "“record” takes one argument, and “b” is more. Leave it out."
    ),
    (
      ["replay", "x", "--speed", "0"],
      "--speed got “0”. Give it a number above 0, such as 10 or 0.5, or max."
    ),
    (
      ["replay", "x", "--speed", "2", "--step"],
      "--step and --speed exclude each other. Keep one of them."
    ),
    (["--json=yes"], "--json takes no value, and got “yes”. Write --json alone."),
    (["--color", "blue"], "--color got “blue”. Give it auto, always or never."),
    (
      ["demo", "--seed", "-1"],
      "--seed got “-1”. Give it a whole number from 0 to 18446744073709551615."
    ),
    (
      ["--allow-uid", "root"],
      "--allow-uid got “root”. Give it a user's number, as id -u prints it."
    ),
    (
      ["--max-record", "1k"],
      "--max-record got “1k”. Give it a size from 64KiB to 1024MiB, such as 32MiB."
    ),
    (
      ["--max-record", "9999999999999999999g"],
      "--max-record got “9999999999999999999g”. Give it a size from 64KiB to 1024MiB, such as 32MiB."
    ),
    (
      ["demo", "--app", "--watch"],
      "--app and --watch exclude each other. Keep one of them."
    ),
  ]

  @Test(arguments: refused.indices)
  func `a mistake is named, with its value and the way out`(index: Int) throws {
    let (arguments, message) = Self.refused[index]
    let error = #expect(throws: UsageError.self) { try CommandLineParser.parse(arguments) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      (nil, nil, true), ("", nil, true), ("1", nil, false), (nil, "dumb", false),
      (nil, "xterm", true),
    ] as [(String?, String?, Bool)]
  )
  func `NO_COLOR and dumb terminals switch colours off`(
    noColor: String?,
    term: String?,
    isColored: Bool
  ) {
    var environment: [String: String] = [:]
    environment["NO_COLOR"] = noColor
    environment["TERM"] = term
    #expect(Terminal.allowsColor(environment) == isColored)
  }
}
