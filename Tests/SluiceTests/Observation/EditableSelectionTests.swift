import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Values that are written to through an action.
@MainActor
@Suite(.inTurn) struct EditableSelectionTests {
  private let store = Store.counting()

  /// A count cannot be set here, only raised.
  private func editable() -> EditableSelection<Int> {
    store.observed(countSelector) { [store] in Increment(by: $0 - store.count) }
  }

  @Test func `setting the value dispatches, and reading it gives what the reducers made of it`() {
    let actions = store.noting { $0.action as? Increment }
    let count = editable()
    count.value = 5
    #expect(store.count == 5)
    // As bindings do.
    let path: ReferenceWritableKeyPath<EditableSelection<Int>, Int> = \.value
    count[keyPath: path] += 2
    #expect(count.value == 7)
    #expect(actions.events == [Increment(by: 5), Increment(by: 2)])
  }

  @Test func `its observers are notified of what was set, and of what others dispatch`() {
    let received = Log<Int>()
    let count = editable()
    count.track(received)
    count.value = 3
    count.value = 3
    store.dispatch(action: Increment())
    #expect(received.events == [3, 4])
  }

  @Test func `what gives no action dispatches nothing`() {
    let commits = store.noting { $0.number }
    let count = store.observed(\.count) { $0 > 10 ? nil : Increment(by: $0) }
    count.value = 11
    #expect(count.value == 0)
    #expect(commits.events == [])
    count.value = 10
    #expect(count.value == 10)
  }

  @Test func `the origin of the action names where the value was made editable`() {
    let origins = store.noting { "\($0.origin.fileID):\($0.origin.line)" }
    let count = store.observed(\.count) { Increment(by: $0) }
    let line = #line - 1
    count.value = 1
    #expect(origins.events == ["SluiceTests/EditableSelectionTests.swift:\(line)"])
  }

  @Test func `a projection is written to in its own actions`() {
    let projection = store.projection(.state(\.count)) { (by: Int) in Increment(by: by) }
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
