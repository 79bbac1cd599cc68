import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct TestInterceptorTests {
  private let store: Store<Playlist, Void>
  private let interceptor: TestInterceptor<Playlist>

  init() { (store, interceptor) = Store<Playlist, Void>.watched() }

  private func add(_ titles: String...) {
    for title in titles { store.dispatch(action: AddTitle(title: title)) }
  }

  @Test func `actions and the states around them are remembered in order`() {
    add("A")
    store.dispatch(action: MoveTitle(from: 0, to: 1))
    add("B")

    let changes = interceptor.stateChanges
    #expect(changes.map(\.number) == [1, 2, 3])
    #expect(changes.map(\.oldState.titles) == [[], ["A"], ["A"]])
    #expect(changes.map(\.newState.titles) == [["A"], ["A"], ["A", "B"]])
    #expect(interceptor.dispatchedActions.count == 3)
    #expect(interceptor.actions(ofType: AddTitle.self).map(\.title) == ["A", "B"])
    #expect(changes[1].origin.function == "\(#function)")
  }

  @Test func `a base class includes its subclasses`() async throws {
    store.dispatch(action: Pause())
    #expect(interceptor.actions(ofType: Playback.self).count == 1)
    #expect(try await interceptor.wait(for: Playback.self) is Pause)
    try interceptor.expectDispatched(Playback.self)
  }

  @Test func `waiting for a number counts what came before`() async throws {
    add("A")
    async let done: Void = interceptor.waitForActions(expectedNumberOfActions: 3)
    add("B", "C")
    try await done
    try await interceptor.waitForActions(expectedNumberOfActions: 2)
    #expect(interceptor.dispatchedActions.count == 3)
  }

  @Test func `waiting for a type gives the first that meets the condition`() async throws {
    add("A")
    async let found = interceptor.wait(for: AddTitle.self, where: { $0.title > "B" })
    add("B", "C", "D")
    #expect(try await found.title == "C")
    #expect(try await interceptor.wait(for: AddTitle.self).title == "A")
  }

  @Test func `a wait ends when its task is cancelled`() async {
    let task = Task { try await interceptor.wait(for: AddTitle.self, timeout: .seconds(600)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `many waits for different actions end each with its own`() async throws {
    let titles = (0..<50).map { "\($0)" }
    try await withThrowingTaskGroup(of: (String, String).self) { group in
      for title in titles {
        group.addTask {
          let action = try await interceptor.wait(for: AddTitle.self) { $0.title == title }
          return (title, action.title)
        }
      }
      for title in titles { add(title) }
      for try await (asked, given) in group { #expect(asked == given) }
    }
  }

  @Test func `expectations continue where the last one that was met ended`() throws {
    add("A")
    for action: any Action in [MoveTitle(from: 0, to: 2), shuffle(), setVolume(payload: 0.5)] {
      store.dispatch(action: action)
    }
    #expect(throws: ExpectationFailure.self) {
      try interceptor.expectDispatched(AddTitle.self, Pause.self)
    }
    try interceptor.expectDispatched(AddTitle(title: "A"), MoveTitle(from: 0, to: 2))
    try interceptor.expectDispatched(shuffle(), setVolume(payload: 0.5))
    try interceptor.expectNothingElse()
    store.dispatch(action: Pause())
    #expect(throws: ExpectationFailure.self) { try interceptor.expectNothingElse() }
  }

  @Test func `with gaps allowed other actions are skipped, and their order counts`() throws {
    add("A", "B", "C", "D")
    let (b, c) = (AddTitle(title: "B"), AddTitle(title: "C"))
    #expect(throws: ExpectationFailure.self) {
      try interceptor.expectDispatched(c, b, gaps: .allowed)
    }
    try interceptor.expectDispatched(b, c, gaps: .allowed)
    try interceptor.expectDispatched(AddTitle.self)
    try interceptor.expectNothingElse()
  }
}
