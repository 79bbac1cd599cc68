import ExplorerTerminal
import Sluice
import SluiceTesting
import SluiceTree
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct SkipTests {
  private static func replayed(_ number: Int, without commits: [Int]) -> HubEvent {
    let list = Tree.array(Tree.Elements(commits.map { .integer(Int64($0)) }))
    return ScreenFixture.restored(
      number,
      "replay",
      Tree.Object([.init(key: "without", value: list)])
    )
  }

  @Test func `an action is left out together with those before, and taken back in`() async throws {
    let asked = Asked()
    try await withScreen(ScreenFixture.counting(to: 8), environment: asked.environment) {
      store in
      try await store.send(SelectCommit(number: 3)) { $0.list.selected = 3 }
      store.press("x")
      try await store.receive(Skip(number: 3, commits: [3], instance: "counter"))
      try await store.receive(ProgramAnswered.self) {
        $0.list.selected = nil
        $0.notice = Notice(
          text: "The program is as if commit 3 had not happened, and x there takes it back in"
            + " (commit 9)."
        )
      }
      let first = Self.replayed(9, without: [3])
      try await store.send(Arrived(events: [first], after: store.state)) { $0.hear(first) }
      #expect(store.past.tally.omissions.commits == [3])

      try await store.send(SelectCommit(number: 5)) { $0.list.selected = 5 }
      store.press("x")
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(Skip(number: 5, commits: [3, 5], instance: "counter"))
      try await store.receive(ProgramAnswered.self) {
        $0.list.selected = nil
        $0.notice = store.notice
      }
      let second = Self.replayed(10, without: [3, 5])
      try await store.send(Arrived(events: [second], after: store.state)) { $0.hear(second) }

      try await store.send(SelectCommit(number: 3)) { $0.list.selected = 3 }
      store.press("x")
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(Skip(number: 3, commits: [5], instance: "counter"))
      try await store.receive(ProgramAnswered.self) {
        $0.list.selected = nil
        $0.notice = Notice(text: "Commit 3 is no longer left out (commit 9).")
      }
      #expect(
        asked.commands.withLock { $0 }
          == [[3], [3, 5], [5]].map { .restore(.init(request: 0, to: .without($0))) }
      )
    }
  }

  @Test func `the program's reason is shown when it refuses`() async throws {
    var environment = ScreenEnvironment.unused
    environment.send = { _, _ in throw ScreenFailure(description: "Commit 2 is gone.") }
    try await withScreen(ScreenFixture.counting(to: 2), environment: environment) { store in
      store.press("x")
      try await store.receive(Skip(number: 2, commits: [2], instance: "counter"))
      try await store.receive(ShowNotice("Commit 2 is gone.", isProblem: true)) {
        $0.notice = Notice(text: "Commit 2 is gone.", isProblem: true)
      }
    }
  }

  static let refusals: [([WireRecord.Hello.Capability], isSession: Bool, reason: String)] = [
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

  @Test(arguments: refusals.indices)
  func `where it can't be done, the reason is said at once`(_ index: Int) async throws {
    let (capabilities, isSession, reason) = Self.refusals[index]
    var hello = ScreenFixture.counter
    hello.capabilities = capabilities
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 2, hello: hello))
    state.watching.isSession = isSession
    try await withTestStore(initialState: state, environment: ScreenEnvironment.unused) { store in
      store.registerScreen()
      store.press("x")
      try await store.receive(ShowNotice(reason, isProblem: true)) {
        $0.notice = Notice(text: reason, isProblem: true)
      }
    }
  }

  @Test func `what left out others is not left out itself`() async throws {
    let events = ScreenFixture.counting(to: 3) + [Self.replayed(4, without: [2])]
    try await withScreen(events) { store in
      store.press("x")
      let text = "Commit 4 leaves out others: x there takes them back in."
      try await store.receive(ShowNotice(text)) { $0.notice = Notice(text: text) }
    }
  }

  @Test func `the list marks what is left out of the state that the program has`() throws {
    let number = { (number: Int) in Tree.Object([.init(key: "_0", value: .integer(Int64(number)))])
    }
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
    var events = ScreenFixture.counting(to: 4)
    for step in steps {
      events.append(step.event)
      let text = ScreenSelectors.grid.value(in: ScreenFixture.screen(events)).text()
      let marked = text.split(separator: "\n").filter { $0.contains("⊘") }.map { line in
        line.split(separator: " ").lazy.compactMap { Int($0) }.first
      }
      #expect(marked == step.marked)
    }
  }
}

extension ScreenState {
  /// What the screen knows when it has heard an event.
  fileprivate mutating func hear(_ event: HubEvent) {
    if case .record(_, _, let record) = event {
      watching.programs[0].past.take(record)
    }
  }
}
