import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `why`, `history`, `show`, `state`, `diff` and `blame` as processes.
@Suite(.inTurn, .unsanitized)
struct AskEndToEndTests {
  private static let session = GoldenText.path("demo.session")
  /// Recorded by the to-do app in Explorer/Todo, with an interceptor that writes to a file.
  ///
  /// Words stand in place of its ids.
  private static let todos = GoldenText.path("todo.session")

  static let answers: [(arguments: [String], golden: String)] = [
    (["why", "cart[id:spoon]", session, "--at", "44"], "why.txt"),
    (["why", "orders[0].status", session], "why-effects.txt"),
    (["why", "cart[id:spoon]", session], "why-gone.txt"),
    (["why", "isOpen", session, "--at", "1", "--json"], "why.jsonl"),
    (["history", "products[id:espresso].stock", session], "history.txt"),
    (["history", "products[id:espresso].stock", session, "--plot"], "history-plot.txt"),
    (["history", "cart", session], "history-parts.txt"),
    (["history", "isOpen", session, "--at", "47"], "history-at.txt"),
    (["history", "orders[0].status", session, "--json"], "history.jsonl"),
    (["show", "14", session], "show.txt"),
    (["show", "43", session, "--json"], "show.jsonl"),
    (["state", session], "state.txt"),
    (["state", "cart", session, "--at", "44"], "state-part.txt"),
    (["state", session, "--at", "0", "--json"], "state.jsonl"),
    (["diff", "40", "45", session], "diff.txt"),
    (["diff", "43", "42", session, "--json"], "diff.jsonl"),
    (["stats", session, "--json"], "stats.jsonl"),
    (["blame", session], "blame.txt"),
    (["blame", "cart", session, "--at", "44", "--json"], "blame.jsonl"),
    (["why", "list.todos[id:rent].title", todos], "todo-why.txt"),
    (["history", "list.todos[id:home].isDone", todos], "todo-history.txt"),
    (["show", "10", todos], "todo-show.txt"),
    (["state", "storage.saved", todos], "todo-state.txt"),
    (["diff", "12", "16", todos], "todo-diff.txt"),
    (["blame", "list", todos], "todo-blame.txt"),
  ]

  @Test(arguments: answers.indices)
  func `an answer equals the golden text`(index: Int) async throws {
    let (arguments, golden) = Self.answers[index]
    let explorer = try ExplorerProcess(arguments)
    try GoldenText.expect(try await explorer.rest(), matches: golden)
    #expect(try await explorer.exitCode() == 0)
    #expect(try await explorer.complaint().isEmpty)
  }

  @Test(arguments: ["README.md", "Sources/Sluice/Sluice.docc/WatchingAProgram.md"])
  func `a page shows what is printed`(page: String) throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../\(page)").standardized
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let question = "$ sluice-explorer why 'cart[id:spoon]' demo.session --at 44"
    let answer = lines.drop { $0 != question }.dropFirst().prefix { $0 != "```" }
    let golden = try String(contentsOfFile: GoldenText.path("why.txt"), encoding: .utf8)
    #expect(answer.joined(separator: "\n") + "\n" == golden)
  }

  @Test func `an answer has the colours of the log`() async throws {
    let explorer = try ExplorerProcess(["why", "isOpen", Self.session, "--color", "always"])
    let lines = try await explorer.rest()
    #expect(lines.first == "\u{1B}[1misOpen\u{1B}[0m is false after commit 48.")
    #expect(lines.contains { $0.hasSuffix("\u{1B}[33m~ isOpen: true → false\u{1B}[0m") })
  }

  static let failures: [(arguments: [String], code: Int32, complaint: [String])] = [
    (
      ["why", "cart[0].qty", session, "--at", "44"], 64,
      ["There is no `cart[0].qty` after commit 44. There is `cart[0].quantity`."]
    ),
    (["why", "crat", session], 64, ["There is no `crat` after commit 48. There is `cart`."]),
    (
      ["blame", "cart[0]", session], 64,
      ["There is no `cart[0]` after commit 48. `cart` is empty."]
    ),
    (
      ["history", "cart[id:fork]", session], 64,
      ["There is no `cart[id:fork]` after commit 48. `cart` is empty."]
    ),
    (
      ["state", "10", session], 64,
      ["“10” is no path. To ask about commit 10, write --at 10."]
    ),
    (
      ["state", "order", session, "--at", "10"], 64,
      ["There is no `order` after commit 10. There is `orders`."]
    ),
    (["show", "99", session], 64, ["There is no commit 99. The last one is 48."]),
    (
      ["show", "0", session], 64,
      ["0 is the initial state, and no commit. See it with sluice-explorer state --at 0."]
    ),
    (
      ["diff", "1", "x", session], 64,
      [
        "“x” is not valid for B. Use the number of a commit; 0 is the initial state.",
        "See sluice-explorer diff --help.",
      ]
    ),
    (
      ["why", "cart[", session], 64,
      [
        "The path cannot be read: a place, id: or a key in quotation marks is missing.",
        "  cart[", "       ^",
        "Write it as cart[0].price, todos[id:4].done or settings[\"a key\"].",
      ]
    ),
    (
      ["state", "cart", "--endpoint", "unix:/tmp/sluice-no-such-directory/x.sock"], 69,
      [
        "There is no file “cart”, and no sluice-explorer listens at"
          + " “/tmp/sluice-no-such-directory/x.sock” that could be asked. Watch the program with"
          + " sluice-explorer, and ask meanwhile, or record a file with sluice-explorer"
          + " record FILE, then ask sluice-explorer state [PATH] FILE."
      ]
    ),
    (
      ["state", "./missing.session"], 66,
      [
        "“./missing.session” cannot be read: No such file or directory. Name a file that"
          + " sluice-explorer record has made."
      ]
    ),
    (
      ["state", "--app", "Sho", session], 64,
      ["No program “Sho” is in “\(session)”. There are:", "  --app Shop  (process 8082)"]
    ),
    (
      ["why", "cart", "/no/such/file"], 66,
      [
        "“/no/such/file” cannot be read: No such file or directory. Name a file that sluice-explorer"
          + " record has made."
      ]
    ),
  ]

  @Test(arguments: failures.indices)
  func `a question without an answer says why, and what to do`(index: Int) async throws {
    let (arguments, code, complaint) = Self.failures[index]
    let explorer = try ExplorerProcess(arguments)
    #expect(try await explorer.exitCode() == code)
    var lines = complaint
    lines[0] = "sluice-explorer: " + lines[0]
    #expect(try await explorer.complaint() == lines)
    #expect(try await explorer.rest().isEmpty)
  }

  @Test func `one of several programs is chosen, and of one that restarts, the last run`()
    async throws
  {
    let files = try SessionFiles()
    func program(_ name: String, _ instance: String, _ value: Int64) -> [WireRecord] {
      [
        .hello(name, pid: 7, instance: instance), .state(0, ["a": 0]),
        .commit(1, .set(["a"], old: 0, new: .integer(value))), .bye(WireRecord.Bye()),
      ]
    }
    let path = try files.write(program("A", "1", 1) + program("B", "2", 2) + program("A", "3", 3))
    let both = try ExplorerProcess(["state", path])
    #expect(try await both.exitCode() == 64)
    #expect(
      try await both.complaint() == [
        "sluice-explorer: Several programs match. Choose one with --app or --store:",
        "  --app B  (process 7)", "  --app A  (process 7)",
      ]
    )
    let one = try ExplorerProcess(["state", "--app", "A", path])
    #expect(try await one.rest() == ["a: 3"])
    #expect(
      try await one.complaint() == ["A was started several times; this is about the last time."]
    )
  }

  @Test func `damage is named behind the answer`() async throws {
    let files = try SessionFiles()
    let path = try files.write(
      SessionFiles.line(.hello("Todo")) + SessionFiles.line(.state(0, ["a": 0])) + "{oops\n"
        + SessionFiles.line(.commit(1, .set(["a"], old: 0, new: 1)))
    )
    let explorer = try ExplorerProcess(["why", "a", path])
    #expect(try await explorer.rest().first == "a is 1 after commit 1.")
    #expect(try await explorer.exitCode() == 65)
    #expect(
      try await explorer.complaint()
        == ["sluice-explorer: Line 3 of “\(path)” is damaged. The rest was read."]
    )
  }

  @Test func `what a gap changed is reported, and its commits are unknown`() async throws {
    let files = try SessionFiles()
    let path = try files.write([
      .hello("Todo"), .state(0, ["a": 0]), .dropped(1, 3, .room), .state(3, ["a": 1]),
      .commit(4),
    ])
    let why = try ExplorerProcess(["why", "a", path])
    #expect(
      try await why.rest() == [
        "a is 1 after commit 4.",
        "It became so in a gap. Commits 1 to 3 are missing, or came without their changes: the"
          + " program had no room for more.",
      ]
    )
    let state = try ExplorerProcess(["state", path, "--at", "2"])
    #expect(
      try await state.rest() == [
        "The state after commit 2 is not known; this is the one after commit 0.", "a: 0",
      ]
    )
    let show = try ExplorerProcess(["show", "2", path])
    #expect(try await show.exitCode() == 64)
    #expect(
      try await show.complaint() == [
        "sluice-explorer: Commit 2 is not known. Commits 1 to 3 are missing, or came without their"
          + " changes: the program had no room for more."
      ]
    )
  }

  @Test func `questions about piped input are answered`() async throws {
    let input = Pipe()
    let explorer = try ExplorerProcess(
      ["state", "count", "-"],
      standardInput: input.fileHandleForReading
    )
    var text = SessionFiles.line(.hello("Piped")) + SessionFiles.line(.state(0, ["count": 0]))
    for number in 1...400 {
      let new = Tree.integer(Int64(number))
      text += SessionFiles.line(.commit(number, .set(["count"], old: nil, new: new)))
    }
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    #expect(try await explorer.rest() == ["400"])
  }

  static let widths = [40, 80, 200]

  @Test(arguments: widths)
  func `answers fit a terminal`(columns: Int) throws {
    let events = try SessionFiles.events(Self.session).events
    var history = History()
    for case .record(_, _, let record) in events { history.take(record) }
    let questions: [Question] = try [
      .why(StatePath(parsing: "cart[id:spoon]"), at: 44),
      .history(StatePath(parsing: "cart"), at: nil),
      .history(StatePath(parsing: "revenue"), at: nil),
      .history(StatePath(parsing: "orders[0].status"), at: nil),
      .show(13), .state(StatePath(), at: nil),
      .diff(1, 48), .blame(StatePath(), at: nil),
    ]
    for question in questions {
      var text = AnswerText(
        columns: columns,
        isFull: false,
        isPlotted: question == questions[2],
        log: PlainLog(palette: Palette(isColored: false), columns: { columns })
      )
      let answer = try history.answer(question, file: "x")
      for line in text.lines(answer) {
        #expect(line.columns < columns, "\(question): \(line.text)")
      }
    }
  }
}
