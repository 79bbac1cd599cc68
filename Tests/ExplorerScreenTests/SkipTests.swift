import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct SkipTests {
  private static func replayed(_ number: Int, without commits: [Int]) -> HubEvent {
    let list = Tree.array(Tree.Elements(commits.map { .integer(Int64($0)) }))
    return ScreenFixture.restored(number, "replay", .init([.init(key: "without", value: list)]))
  }

  private static let steps: [(keys: String, without: [Int], summary: String)] = [
    (
      ":3\rxx", [3],
      "at 3; “The program is as if commit 3 had not happened; x there takes it back in (commit 9)."
    ),
    // The selection stays: the same key takes it back in.
    ("x", [], "at 3; “Commit 3 is no longer left out, and no other one is (commit 10)."),
    (
      "x", [3],
      "at 3; “The program is as if commit 3 had not happened; x there takes it back in (commit 11)."
    ),
    (
      " jjx", [3, 5],
      "at 5; paused; “The program is as if commits 3 and 5 had not happened; x there takes it back"
        + " in (commit 12)."
    ),
    ("kkx", [5], "at 3; paused; “Commit 3 is no longer left out; commit 5 still (commit 13)."),
  ]

  @Test func `actions are left out together with those before, and taken back in`() throws {
    var desk = Desk(to: 8)
    for (index, (keys, without, summary)) in Self.steps.enumerated() {
      desk.type(keys)
      let request = try #require(desk.requests.first)
      guard case .leaveOut(without, _) = request.work else {
        Issue.record("\(keys) asks for \(desk.state.summary)")
        return
      }
      // The program says it twice: as an answer, and as a commit.
      desk.hear([Self.replayed(9 + index, without: without)])
      desk.take(RequestEnded(request: request, outcome: .committed(9 + index)))
      #expect(desk.state.summary == summary)
    }
  }

  @Test func `of many that are left out the first are named`() {
    var state = Desk(to: 20).state
    let work = ScreenRequest.Work.leaveOut(Array(1...12), chosen: 4)
    state.take(.committed(nil), of: ScreenRequest(id: 1, work: work, instance: "counter"))
    #expect(
      state.notice?.text == "The program is as if commits 1, 2, 3, 4, 5, 6, 7, 8 and 4 more had not"
        + " happened; x there takes it back in."
    )
  }

  static let refusals: [(can: [WireRecord.Hello.Capability], isSession: Bool, reason: String)] = [
    (
      [.dispatch], false,
      "The program does not allow it: ExplorerInterceptor { $0.allowsRestore = true }"
    ),
    ([.restoreByNumber], false, "The program can't leave out commits: update its SluiceMonitor."),
    (
      [.restoreByNumber, .restoreWithout], true,
      "This is a session: its program does not run any more."
    ),
  ]

  @Test func `where it can't be done, the reason is said at once`() {
    for (capabilities, isSession, reason) in Self.refusals {
      var hello = ScreenFixture.counter
      hello.capabilities = capabilities
      var desk = Desk(ScreenFixture.counting(to: 2, hello: hello))
      desk.change { $0.watching.isSession = isSession }
      desk.type("x")
      #expect(desk.state.notice == Notice(reason, isProblem: true) && desk.requests.isEmpty)
    }
  }

  @Test func `what left out others is not left out itself`() {
    var desk = Desk(ScreenFixture.counting(to: 3) + [Self.replayed(4, without: [2])])
    desk.type("x")
    let notice = "Commit 4 leaves out others: x there takes them back in."
    #expect(desk.state.notice?.text == notice && desk.requests.isEmpty)
  }

  @Test func `the list marks what is left out of the state that the program has`() throws {
    func number(_ number: Int) -> Tree.Object { .init([.init(key: "_0", value: .number(number))]) }
    let steps: [(event: HubEvent, marked: [Int])] = [
      (Self.replayed(5, without: [2]), [2]),
      (Self.replayed(6, without: [2, 3]), [2, 3]),
      // The state from before has it, and the one after that has not.
      (ScreenFixture.restored(7, "commit", number(4)), []),
      (ScreenFixture.restored(8, "commit", number(5)), [2]),
      (ScreenFixture.restored(9, "commit", number(7)), []),
      (Self.replayed(10, without: [4]), [4]),
      (ScreenFixture.restored(11, "state", Tree.Object()), []),
    ]
    var desk = Desk(to: 4)
    for step in steps {
      desk.hear([step.event])
      let marked = desk.lines.filter { $0.contains("⊘") }.map { line in
        line.split(separator: " ").lazy.compactMap { Int($0) }.first
      }
      #expect(marked == step.marked)
    }
  }
}
