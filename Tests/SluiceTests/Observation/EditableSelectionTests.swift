import Observation
import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Values that are written to through an action.
@MainActor
@Suite(.inTurn)
struct EditableSelectionTests {
  private let store = Store.counting()

  /// A count cannot be set here, only raised.
  private func editable() -> EditableSelection<Int> {
    store.observed(countSelector) { [store] in Increment(by: $0 - store.count) }
  }

  /// Notes the value each time it changes.
  private func track(_ observed: ObservedSelection<Int>, _ received: Log<Int>) {
    withObservationTracking {
      _ = observed.value
    } onChange: {
      MainActor.assumeIsolated {
        received.append(observed.value)
        track(observed, received)
      }
    }
  }

  @Test func `setting the value dispatches, and reading it gives what the reducers made of it`() {
    let interceptor = store.watched()
    let count = editable()
    count.value = 5
    #expect(store.count == 5)
    count.value += 2
    #expect(count.value == 7)
    let actions = interceptor.stateChanges.map(\.action)
    #expect(actions.compactMap { $0 as? Increment } == [Increment(by: 5), Increment(by: 2)])
  }

  @Test func `its observers are notified of what was set, and of what others dispatch`() {
    let received = Log<Int>()
    let count = editable()
    track(count, received)
    count.value = 3
    count.value = 3
    store.dispatch(action: Increment())
    #expect(received.events == [3, 4])
  }

  @Test func `a reference to the value can be written through, as bindings do`() {
    let path: ReferenceWritableKeyPath<EditableSelection<Int>, Int> = \.value
    let count = store.observed(\.count) { [store] in Increment(by: $0 - store.count) }
    count[keyPath: path] = 8
    #expect(count[keyPath: path] == 8)
    #expect(store.count == 8)
  }

  @Test func `what gives no action dispatches nothing`() {
    let interceptor = store.watched()
    let count = store.observed(\.count) { $0 > 10 ? nil : Increment(by: $0) }
    count.value = 11
    #expect(count.value == 0)
    #expect(interceptor.stateChanges.count == 0)
    count.value = 10
    #expect(count.value == 10)
  }

  @Test func `the origin of the action names where the value was made editable`() {
    let origins = Log<ActionOrigin>()
    store.register(interceptor: CommitProbe { origins.append($0.origin) })
    let line = #line + 1
    let count = store.observed(\.count) { Increment(by: $0) }
    count.value = 1
    #expect(origins.events.map(\.line) == [line])
    #expect(origins.events.map(\.fileID) == ["SluiceTests/EditableSelectionTests.swift"])
  }

  @Test func `a projection is written to in its own actions`() {
    let projection = store.projection(state: \.count) { (by: Int) in Increment(by: by) }
    let count = projection.observed(\.self) { $0 }
    count.value = 6
    #expect(count.value == 6)
    #expect(store.count == 6)
  }

  @Test func `what was set is read at once, though another thread delivers`() async {
    let (entered, mayLeave) = (Gate(), Gate())
    let count = editable()
    #expect(count.value == 0)
    store.register(
      interceptor: CommitProbe { commit in
        if commit.action is Touch {
          entered.open()
          mayLeave.wait()
        }
      }
    )
    let thread = Task.detached { [store] in
      await Threads.run { _ in store.dispatch(action: Touch()) }
    }
    entered.wait()
    count.value = 5
    #expect(count.value == 5)
    mayLeave.open()
    await thread.value
  }
}
