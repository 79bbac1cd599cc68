import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct CommandLineParserTests {
  static let valid: [(arguments: [String], change: @Sendable (inout Settings) -> Void)] = [
    ([], { _ in }),
    (["log"], { $0.command = .log }),
    (["watch"], { _ in }),
    (["--json"], { $0.isJSON = true }),
    (
      ["--json", "log"],
      {
        $0.command = .log
        $0.isJSON = true
      }
    ),
    (
      ["log", "--endpoint", "unix:/a/b"],
      {
        $0.command = .log
        $0.endpoint = "unix:/a/b"
      }
    ),
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
    (
      ["log", "--endpoint=unix:/a/b=c"],
      {
        $0.command = .log
        $0.endpoint = "unix:/a/b=c"
      }
    ),
    (["--color", "never", "--color=always"], { $0.color = .always }),
    (["--allow-uid", "1", "--allow-uid=65534"], { $0.allowedUserIDs = [1, 65534] }),
    (["--max-record", "64k"], { $0.recordLimit = 65_536 }),
    (
      ["--max-record=32MiB", "--verbose"],
      {
        $0.recordLimit = 32 << 20
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
    (
      ["restore", "--without", "3,5"],
      {
        $0.command = .restore
        $0.without = [3, 5]
      }
    ),
    (
      ["restore", "--without=none"],
      {
        $0.command = .restore
        $0.without = []
      }
    ),
    (
      ["why", "cart", "--at", "3", "x"],
      {
        $0.command = .why
        $0.arguments = ["cart", "x"]
        $0.at = 3
      }
    ),
    (
      ["state", "--app", "Shop", "--store=main"],
      {
        $0.command = .state
        $0.app = "Shop"
        $0.store = "main"
      }
    ),
    (
      ["export", "x", "--to", "svg", "--screen", "--at", "3"],
      {
        $0.command = .export
        $0.arguments = ["x"]
        $0.exportFormat = .svg
        $0.showsScreen = true
        $0.at = 3
      }
    ),
    (
      ["completions", "zsh"],
      {
        $0.command = .completions
        $0.arguments = ["zsh"]
      }
    ),
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

  @Test(arguments: valid.indices)
  func `a valid command line is parsed`(index: Int) throws {
    let (arguments, change) = Self.valid[index]
    var expected = Settings()
    change(&expected)
    #expect(try CommandLineParser.parse(arguments) == .run(expected))
  }

  static let asked: [(arguments: [String], answer: Invocation)] = [
    (["--help"], .help(nil)),
    (["-h"], .help(nil)),
    (["log", "--help"], .help(.log)),
    (["--help", "demo"], .help(.demo)),
    // A request for help takes precedence over errors.
    (["log", "--app", "--help"], .help(.log)),
    (["--version"], .version),
    (["-V"], .version),
    (["help"], .help(nil)),
    (["help", "record"], .help(.record)),
    (["record", "help", "--help"], .help(.record)),
  ]

  @Test(arguments: asked.indices)
  func `help and version come before anything else`(index: Int) throws {
    #expect(try CommandLineParser.parse(Self.asked[index].arguments) == Self.asked[index].answer)
  }

  static let refused: [(arguments: [String], message: String)] = [
    (["lgo"], "There is no command “lgo”. Did you mean “log”?"),
    (["hist"], "There is no command “hist”. Did you mean “history”?"),
    (
      ["re"],
      "There is no command “re”. The commands are watch, log, record, replay, stats, why, "
        + "history, show, state, diff, blame, diagnostics, export, mcp, send, restore, demo, "
        + "completions and man."
    ),
    (["Demo"], "There is no command “Demo”. Did you mean “demo”?"),
    (
      ["follow"],
      "There is no command “follow”. The commands are watch, log, record, replay, stats, why, "
        + "history, show, state, diff, blame, diagnostics, export, mcp, send, restore, demo, "
        + "completions and man."
    ),
    (
      [""],
      "There is no command “”. The commands are watch, log, record, replay, stats, why, "
        + "history, show, state, diff, blame, diagnostics, export, mcp, send, restore, demo, "
        + "completions and man."
    ),
    (["log", "more"], "“log” takes no argument, but got “more”. Remove it."),
    (["--colour", "auto"], "There is no option “--colour”. Did you mean “--color”?"),
    (["-x"], "There is no option “-x”. Remove it."),
    (["log", "--", "--json"], "“log” takes no argument, but got “--json”. Remove it."),
    (
      ["replay", "x", "--endpoint", "unix:/a/b"],
      "“replay” has no option --endpoint; it is an option of “watch”, “log”, “record”, “stats”,"
        + " “mcp”, “why”, “history”, “show”, “state”, “diff”, “blame”, “diagnostics”, “send”, “restore” and"
        + " “demo”. Remove it."
    ),
    (
      ["record", "x", "--color", "always"],
      "“record” has no option --color; it is an option of “watch”, “log”, “replay”, “stats”,"
        + " “why”, “history”, “show”, “state”, “diff”, “blame”, “diagnostics”, “send”, “restore” and “demo”. Remove it."
    ),
    (["log", "--seed", "1"], "“log” has no option --seed; it is an option of “demo”. Remove it."),
    (
      ["demo", "--json"],
      "“demo” has no option --json; it is an option of “watch”, “log”, “replay”, “stats”, “why”,"
        + " “history”, “show”, “state”, “diff”, “blame”, “diagnostics”, “send” and “restore”. Remove it."
    ),
    (["--endpoint"], "--endpoint needs a value. Write --endpoint unix:PATH."),
    (
      ["replay"],
      "“replay” needs a session file. Write sluice-explorer replay FILE."
    ),
    (
      ["record", "a", "b"],
      "“record” takes one argument; “b” is one too many. Remove it."
    ),
    (
      ["replay", "x", "--speed", "0"],
      "“0” is not valid for --speed. Use a number above 0, such as 10 or 0.5, or max."
    ),
    (
      ["replay", "x", "--speed", "2", "--step"],
      "--step and --speed can't be used together. Remove one of them."
    ),
    (
      ["history", "x", "y", "--plot", "--json"],
      "--plot and --json can't be used together. Remove one of them."
    ),
    (["--json=yes"], "--json takes no value, but got “yes”. Write --json alone."),
    (["--color", "blue"], "“blue” is not valid for --color. Use auto, always or never."),
    (
      ["demo", "--seed", "-1"],
      "“-1” is not valid for --seed. Use a whole number from 0 to 18446744073709551615."
    ),
    (
      ["--allow-uid", "root"],
      "“root” is not valid for --allow-uid. Use a numeric user id, as id -u prints it."
    ),
    (
      ["--max-record", "1k"],
      "“1k” is not valid for --max-record. Use a size from 64KiB to 1024MiB, such as 32MiB."
    ),
    (
      ["--max-record", "9999999999999999999g"],
      "“9999999999999999999g” is not valid for --max-record. Use a size from 64KiB to 1024MiB, such as 32MiB."
    ),
    (
      ["log", "--keep", "9223372036854775807"],
      "“9223372036854775807” is not valid for --keep. Use a number of commits from 1 to 1000000000."
    ),
    (
      ["mcp", "--keep", "0"],
      "“0” is not valid for --keep. Use a number of commits from 1 to 1000000000."
    ),
    (
      ["show", "x"],
      "“x” is not valid for N. Use the number of a commit; 0 is the initial state."
    ),
    (
      ["diff", "1", "-1"],
      "“-1” is not valid for B. Use the number of a commit; 0 is the initial state."
    ),
    (
      ["restore", "99999999999999999999"],
      "“99999999999999999999” is not valid for N. Use the number of a commit; 0 is the initial state."
    ),
    (
      ["why", "cart", "--at", "1.5"],
      "“1.5” is not valid for --at. Use the number of a commit; 0 is the initial state."
    ),
    (["export", "x"], "--to needs a value. Write --to FORMAT."),
    (
      ["export", "x", "--to", "pdf"],
      "“pdf” is not valid for --to. Use html, redux-devtools, chrome-trace, swift-test or svg."
    ),
    (
      ["export", "x", "--to", "html", "--at", "3"], "--at has no meaning for --to html. Remove it."
    ),
    (
      ["export", "x", "--to", "svg", "--at", "3"],
      "--at has a meaning with --screen only. Remove it, or add --screen."
    ),
    (
      ["export", "x", "--to", "swift-test", "--filter", "failed"],
      "--filter has no meaning for --to swift-test. Remove it."
    ),
    (
      ["record", "x", "--keep", "3"],
      "--keep has a meaning with --html only. Remove it, or add --html."
    ),
    (
      ["replay", "x", "--screen", "--json"],
      "--screen and --json can't be used together. Remove one of them."
    ),
    (
      ["completions"],
      "“completions” needs the name of a shell: bash, zsh or fish. Write sluice-explorer completions SHELL."
    ),
    (["completions", "ksh"], "“ksh” is not valid for SHELL. Use bash, zsh or fish."),
    (
      ["demo", "--app", "--watch"],
      "--app and --watch can't be used together. Remove one of them."
    ),
  ]

  @Test(arguments: refused.indices)
  func `an error names the value and says what to do`(index: Int) throws {
    let (arguments, message) = Self.refused[index]
    let error = #expect(throws: UsageError.self) { try CommandLineParser.parse(arguments) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
      (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "CLICOLOR": "0"], false),
      (["TERM": "xterm", "CLICOLOR": "1"], true), (["TERM": "xterm", "CLICOLOR": ""], true),
      (["TERM": "dumb"], false), (["TERM": "vt100"], false), ([:], false),
    ] as [([String: String], Bool)]
  )
  func `settings and terminals without colours switch colours off`(
    environment: [String: String],
    isColored: Bool
  ) {
    #expect(Terminal.allowsColor(environment) == isColored)
  }

  static let types: [(name: String?, type: TerminalType)] = [
    (nil, .plain), ("", .plain), ("dumb", .plain), ("unknown", .plain), ("vt52", .plain),
    ("vt100", .monochrome), ("vt102-nsgr", .monochrome), ("vt220", .monochrome),
    ("linux-m", .monochrome), ("xterm-mono", .monochrome), ("vt525", .colored),
    ("vte-256color", .colored), ("xterm-256color", .colored), ("tmux", .colored),
    ("linux", .colored), ("vt", .colored), ("m", .colored),
  ]

  @Test(arguments: types)
  func `the name of a terminal's type says what it can do`(name: String?, type: TerminalType) {
    #expect(TerminalType(named: name) == type)
  }
}
