import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct CommandLineParserTests {
  /// A command line, its command and arguments, and what else it sets.
  typealias Valid = (String, Command, [String], @Sendable (inout Settings) -> Void)

  static let valid: [Valid] = [
    ("", .watch, [], { _ in }),
    ("log", .log, [], { _ in }),
    ("watch", .watch, [], { _ in }),
    ("stats", .stats, [], { _ in }),
    ("--json", .watch, [], { $0.isJSON = true }),
    ("--json log", .log, [], { $0.isJSON = true }),
    ("log --endpoint unix:/a/b", .log, [], { $0.endpoint = "unix:/a/b" }),
    ("log --endpoint=unix:/a/b=c", .log, [], { $0.endpoint = "unix:/a/b=c" }),
    ("send Set -1 --json", .send, ["Set", "-1"], { $0.isJSON = true }),
    ("send --json -- --Odd -x", .send, ["--Odd", "-x"], { $0.isJSON = true }),
    ("--color never --color=always", .watch, [], { $0.color = .always }),
    ("--allow-uid 1 --allow-uid=65534", .watch, [], { $0.allowedUserIDs = [1, 65534] }),
    ("--max-record 64k", .watch, [], { $0.recordLimit = 65_536 }),
    ("--max-record=32MiB", .watch, [], { $0.recordLimit = 32 << 20 }),
    ("--verbose", .watch, [], { $0.isVerbose = true }),
    ("demo", .demo, [], { _ in }),
    ("demo --watch", .demo, [], { $0.part = .watch }),
    ("demo --seed 18446744073709551615", .demo, [], { $0.seed = .max }),
    (
      "demo --app --forever", .demo, [],
      {
        $0.part = .app
        $0.isForever = true
      }
    ),
    ("record --force x.session", .record, ["x.session"], { $0.isForced = true }),
    ("replay - --speed 0.5", .replay, ["-"], { ($0.speed, $0.isPlayed) = (0.5, true) }),
    ("replay --speed=max x", .replay, ["x"], { $0.speed = nil }),
    ("restore --without 3,5", .restore, [], { $0.without = [3, 5] }),
    ("restore --without=none", .restore, [], { $0.without = [] }),
    ("why cart --at 3 x", .why, ["cart", "x"], { $0.at = 3 }),
    (
      "state --app Shop --store=main", .state, [],
      {
        $0.app = "Shop"
        $0.store = "main"
      }
    ),
    (
      "export x --to svg --screen --at 3", .export, ["x"],
      {
        $0.exportFormat = .svg
        $0.showsScreen = true
        $0.at = 3
      }
    ),
    ("completions zsh", .completions, ["zsh"], { _ in }),
    ("--filter failed", .watch, [], { $0.filter = try? Filter(parsing: "failed") }),
  ]

  private static func parse(_ line: String) throws(UsageError) -> Invocation {
    try CommandLineParser.parse(line.split(separator: " ").map(String.init))
  }

  @Test func `a valid command line is parsed`() throws {
    for (line, command, arguments, change) in Self.valid {
      var expected = Settings()
      expected.command = command
      expected.arguments = arguments
      change(&expected)
      #expect(try Self.parse(line) == .run(expected), "\(line)")
    }
  }

  static let asked: [(line: String, answer: Invocation)] = [
    ("--help", .help(nil)), ("-h", .help(nil)), ("help", .help(nil)),
    ("log --help", .help(.log)), ("--help demo", .help(.demo)),
    ("help record", .help(.record)), ("record help --help", .help(.record)),
    // A request for help takes precedence over errors.
    ("log --app --help", .help(.log)),
    ("--version", .version), ("-V", .version),
  ]

  @Test func `help and version come before anything else`() throws {
    for (line, answer) in Self.asked {
      #expect(try Self.parse(line) == answer, "\(line)")
    }
  }

  private static let commands =
    "The commands are watch, log, record, replay, stats, why, history, show, state, diff, blame,"
    + " diagnostics, until, export, mcp, send, restore, set, demo, completions and man."
  private static let number = "Use the number of a commit; 0 is the initial state."
  private static let size = "Use a size from 64KiB to 1024MiB, such as 32MiB."
  private static let kept = "Use a number of commits from 1 to 1000000000."
  private static let asking = "“why”, “history”, “show”, “state”, “diff”, “blame”, “diagnostics”"

  static let refused: [(line: String, message: String)] = [
    ("lgo", "There is no command “lgo”. Did you mean “log”?"),
    ("hist", "There is no command “hist”. Did you mean “history”?"),
    ("Demo", "There is no command “Demo”. Did you mean “demo”?"),
    ("re", "There is no command “re”. \(commands)"),
    ("follow", "There is no command “follow”. \(commands)"),
    ("log more", "“log” takes no argument, but got “more”. Remove it."),
    ("log -- --json", "“log” takes no argument, but got “--json”. Remove it."),
    ("--colour auto", "There is no option “--colour”. Did you mean “--color”?"),
    ("demo --sed 1", "There is no option “--sed”. Did you mean “--seed”?"),
    ("-x", "There is no option “-x”. Remove it."),
    (
      "replay x --endpoint unix:/a/b",
      "“replay” has no option --endpoint; it is an option of “watch”, “log”, “record”, “stats”, “until”,"
        + " “mcp”, \(asking), “send”, “restore”, “set” and “demo”. Remove it."
    ),
    (
      "record x --color always",
      "“record” has no option --color; it is an option of “watch”, “log”, “replay”, “stats”, “until”,"
        + " \(asking), “send”, “restore”, “set” and “demo”. Remove it."
    ),
    (
      "demo --json",
      "“demo” has no option --json; it is an option of “watch”, “log”, “replay”, “stats”, “until”,"
        + " \(asking), “send”, “restore” and “set”. Remove it."
    ),
    ("log --seed 1", "“log” has no option --seed; it is an option of “demo”. Remove it."),
    ("--endpoint", "--endpoint needs a value. Write --endpoint unix:PATH."),
    ("replay", "“replay” needs a session file. Write sluice-explorer replay FILE."),
    ("send", "“send” needs the action's type. Write sluice-explorer send TYPE."),
    ("restore", "“restore” needs the number of a commit. Write sluice-explorer restore N."),
    ("record a b", "“record” takes one argument; “b” is one too many. Remove it."),
    ("send A {} {}", "“send” takes 2 arguments; “{}” is one too many. Remove it."),
    (
      "replay x --speed 0",
      "“0” is not valid for --speed. Use a number above 0, such as 10 or 0.5, or max."
    ),
    ("replay x --speed 2 --step", "--step and --speed can't be used together. Remove one of them."),
    ("history x y --plot --json", "--plot and --json can't be used together. Remove one of them."),
    ("replay x --screen --json", "--screen and --json can't be used together. Remove one of them."),
    ("demo --app --watch", "--app and --watch can't be used together. Remove one of them."),
    ("restore 1 --without 2", "“1” and --without can't be used together. Remove one of them."),
    ("--json=yes", "--json takes no value, but got “yes”. Write --json alone."),
    ("--color blue", "“blue” is not valid for --color. Use auto, always or never."),
    (
      "demo --seed -1",
      "“-1” is not valid for --seed. Use a whole number from 0 to 18446744073709551615."
    ),
    (
      "--allow-uid root",
      "“root” is not valid for --allow-uid. Use a numeric user id, as id -u prints it."
    ),
    ("--max-record 1k", "“1k” is not valid for --max-record. \(size)"),
    (
      "--max-record 9999999999999999999g",
      "“9999999999999999999g” is not valid for --max-record. \(size)"
    ),
    ("log --keep 9223372036854775807", "“9223372036854775807” is not valid for --keep. \(kept)"),
    ("mcp --keep 0", "“0” is not valid for --keep. \(kept)"),
    ("send A --timeout 0", "“0” is not valid for --timeout. Use seconds, from 0.1 to 3600."),
    (
      "restore --without 2,",
      "“2,” is not valid for --without. Use commit numbers such as 3,5, or none."
    ),
    ("show x", "“x” is not valid for N. \(number)"),
    ("restore x", "“x” is not valid for N. \(number)"),
    ("restore 99999999999999999999", "“99999999999999999999” is not valid for N. \(number)"),
    ("diff 1 -1", "“-1” is not valid for B. \(number)"),
    ("why cart --at 1.5", "“1.5” is not valid for --at. \(number)"),
    ("export x", "--to needs a value. Write --to FORMAT."),
    (
      "export x --to pdf",
      "“pdf” is not valid for --to. Use html, redux-devtools, chrome-trace, swift-test or svg."
    ),
    ("export x --to html --at 3", "--at has no meaning for --to html. Remove it."),
    (
      "export x --to svg --at 3",
      "--at has a meaning with --screen only. Remove it, or add --screen."
    ),
    (
      "export x --to swift-test --filter failed",
      "--filter has no meaning for --to swift-test. Remove it."
    ),
    (
      "completions",
      "“completions” needs the name of a shell: bash, zsh or fish. Write sluice-explorer"
        + " completions SHELL."
    ),
    ("completions ksh", "“ksh” is not valid for SHELL. Use bash, zsh or fish."),
  ]

  @Test func `an error names the value and says what to do`() {
    for (line, message) in Self.refused {
      let error = #expect(throws: UsageError.self) { try Self.parse(line) }
      #expect(error?.description == message, "\(line)")
    }
  }

  @Test func `an empty word is no command`() {
    let error = #expect(throws: UsageError.self) { try CommandLineParser.parse([""]) }
    #expect(error?.description == "There is no command “”. \(Self.commands)")
  }

  static let environments: [(environment: [String: String], isColored: Bool)] = [
    (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
    (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "CLICOLOR": "0"], false),
    (["TERM": "xterm", "CLICOLOR": "1"], true), (["TERM": "xterm", "CLICOLOR": ""], true),
    (["TERM": "dumb"], false), (["TERM": "vt100"], false), ([:], false),
  ]

  @Test func `settings and terminals without colours switch colours off`() {
    for (environment, isColored) in Self.environments {
      #expect(Terminal.allowsColor(environment) == isColored, "\(environment)")
    }
  }

  static let types: [(name: String?, type: TerminalType)] = [
    (nil, .plain), ("", .plain), ("dumb", .plain), ("unknown", .plain), ("vt52", .plain),
    ("vt100", .monochrome), ("vt102-nsgr", .monochrome), ("vt220", .monochrome),
    ("linux-m", .monochrome), ("xterm-mono", .monochrome), ("vt525", .colored),
    ("vte-256color", .colored), ("xterm-256color", .colored), ("tmux", .colored),
    ("linux", .colored), ("vt", .colored), ("m", .colored),
  ]

  @Test func `the name of a terminal's type says what it can do`() {
    for (name, type) in Self.types {
      #expect(TerminalType(named: name) == type, "\(name)")
    }
  }
}
