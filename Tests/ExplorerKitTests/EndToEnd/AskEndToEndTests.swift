import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `why`, `history`, `show`, `state`, `diff` and `blame` as processes.
@Suite(.inTurn, .unsanitized) struct AskEndToEndTests {
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

  @Test(arguments: answers)
  func `an answer equals the golden text`(arguments: [String], golden: String) async throws {
    try await ExplorerProcess(arguments).expectOutput(golden)
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

  @Test(arguments: [["why", "isOpen"], ["replay", "--speed=max"]])
  func `an answer has the colours of the log`(command: [String]) async throws {
    let explorer = try ExplorerProcess(command + [Self.session, "--color=always"])
    let lines = try await explorer.outcome().output
    let heading = "\u{1B}[1misOpen\u{1B}[0m is false after commit 48."
    #expect((lines.first == heading) == (command[0] == "why"))
    #expect(lines.contains { $0.hasSuffix("\u{1B}[33m~ isOpen: true → false\u{1B}[0m") })
  }

  private static let nowhere = "--endpoint unix:/tmp/sluice-no-such-directory/x.sock"
  private static let nobody =
    "no sluice-explorer listens at “/tmp/sluice-no-such-directory/x.sock” that could be asked."
    + " Watch the program with sluice-explorer, and ask meanwhile, or record a file with"
    + " sluice-explorer record FILE, then ask sluice-explorer"

  /// `FILE` stands for the session of the demo.
  static let failures: [(line: String, code: Int32, message: String)] = [
    ("why crat FILE", 64, "There is no `crat` after commit 48. There is `cart`."),
    ("blame cart[0] FILE", 64, "There is no `cart[0]` after commit 48. `cart` is empty."),
    ("history cart[0] FILE", 64, "There is no `cart[0]` after commit 48. `cart` is empty."),
    ("state 10 FILE", 64, "“10” is not a path. To ask about commit 10, write --at 10."),
    ("state order FILE --at 10", 64, "There is no `order` after commit 10. There is `orders`."),
    ("show 99 FILE", 64, "There is no commit 99. The last one is 48."),
    (
      "show 0 FILE", 64,
      "0 is the initial state, not a commit. See it with sluice-explorer state --at 0."
    ),
    (
      "why cart[ FILE", 64,
      "The path cannot be read: an index, id: or a key in quotation marks is missing.\n"
        + "  cart[\n       ^\nWrite it as cart[0].price, todos[id:4].done or settings[\"a key\"]."
    ),
    ("state cart \(nowhere)", 69, "There is no file “cart”, and \(nobody) state [PATH] FILE."),
    (
      "state ./missing.session", 66,
      "“./missing.session” cannot be read: No such file or directory. Pass a file made by"
        + " sluice-explorer record."
    ),
    ("why a \(nowhere)", 69, "No file is named, and \(nobody) why PATH FILE."),
    (
      "state --app Sho FILE", 64,
      "No program “Sho” is in “\(session)”. There are:\n  --app Shop  (process 8082)"
    ),
  ]

  @Test(arguments: failures)
  func `a question without an answer says why, and what to do`(
    line: String,
    code: Int32,
    message: String
  ) async throws {
    let arguments = line.split(separator: " ").map { $0 == "FILE" ? Self.session : String($0) }
    #expect(try await ExplorerProcess(arguments).outcome() == .failure(code, message))
  }

  @Test func `one of several programs is chosen, and of its runs the last`() async throws {
    let files = try SessionFiles()
    func program(_ name: String, _ instance: String, _ value: Tree) -> [WireRecord] {
      [
        .hello(name, pid: 7, instance: instance), .state(0, ["a": 0]), .setting(1, "a", value),
        .bye(WireRecord.Bye()),
      ]
    }
    let path = try files.write(program("A", "1", 1) + program("B", "2", 2) + program("A", "3", 3))
    #expect(
      try await ExplorerProcess(["state", path]).outcome()
        == .failure(
          64,
          "Several programs match. Choose one with --app or --store:\n  --app B  (process 7)\n"
            + "  --app A  (process 7)"
        )
    )
    let remark = "A was started several times; this is about the last time."
    #expect(
      try await ExplorerProcess(["state", "--app", "A", path]).outcome()
        == .init(output: ["a: 3"], complaint: [remark])
    )
  }

  @Test func `questions about piped input are answered`() async throws {
    let input = Pipe()
    let explorer = try ExplorerProcess(
      ["state", "n", "-"],
      standardInput: input.fileHandleForReading
    )
    let beginning: [WireRecord] = [.hello("Piped"), .state(0, ["n": 0])]
    let text = SessionFiles.text(beginning + (1...400).map { .counting($0) })
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    #expect(try await explorer.outcome() == .init(output: ["400"]))
  }

  @Test(arguments: [40, 80, 200])
  func `answers fit a terminal`(columns: Int) throws {
    let events = try SessionFiles.events(Self.session).events
    let history = History(taking: events.compactMap(\.content))
    let questions: [Question] = [
      .why("cart[id:spoon]", at: 44), .history("cart", at: nil), .history("revenue", at: nil),
      .history("orders[0].status", at: nil), .show(13), .state("", at: nil), .diff(1, 48),
      .blame("", at: nil),
    ]
    for question in questions {
      let answer = try history.answer(question, file: "x")
      for line in answer.lines(columns: columns, isPlotted: question == questions[2]) {
        #expect(line.columns < columns, "\(question): \(line.text)")
      }
    }
  }
}

/// `why`, `history`, `show`, `state`, `diff` and `blame` on what a running Explorer holds.
@Suite(.inTurn) struct AskRunningTests {
  private let socket: TestSocket

  init() throws {
    socket = try TestSocket()
  }

  private func ask(_ arguments: String...) async throws -> ExplorerProcess.Outcome {
    try await ExplorerProcess(arguments, at: socket).outcome()
  }

  /// Sends what a program sent in the demo's session, the end of its connection aside.
  private func playDemo() throws -> WireProgram {
    let text = try String(contentsOfFile: GoldenText.path("demo.session"), encoding: .utf8)
    let program = try WireProgram(at: socket)
    for line in text.split(separator: "\n") {
      switch try WireRecord(line: Array(line.utf8)[...]) {
      case .problem, .disconnected, .bye: break
      default: try program.send(text: line + "\n")
      }
    }
    return program
  }

  @Test func `answers are those that a file of the same session gives`() async throws {
    let log = try await socket.explorer()
    let program = try playDemo()
    try await log.line(containing: " 48 ")
    let session = GoldenText.path("demo.session")
    let asked = [
      "why.txt", "why.jsonl", "history.txt", "show.txt", "state-part.txt", "state.jsonl",
      "diff.txt", "blame.txt",
    ]
    for (arguments, golden) in AskEndToEndTests.answers where asked.contains(golden) {
      try await ExplorerProcess(arguments.filter { $0 != session }, at: socket)
        .expectOutput(golden)
    }
    #expect(
      try await ask("state", "order")
        == .failure(
          64,
          "There is no `order` after commit 48. There is `orders`. There is no file “order” either."
        )
    )
    withExtendedLifetime(program) {}
  }

  @Test func `an Explorer that records is asked, too`() async throws {
    let recorder = try await socket.explorer("record", "-")
    let program = try WireProgram(at: socket, .hello("One"), .state(0, ["a": 7]))
    _ = try await recorder.line(containing: #""state""#)
    #expect(try await ask("state") == .init(output: ["a: 7"]))
    recorder.send(signal: SIGINT)
    _ = try await recorder.exitCode()
    withExtendedLifetime(program) {}
  }
}
