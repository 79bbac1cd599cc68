import Observation
import Sluice
import SluiceTesting
import TestSupport
import Testing

extension ObservedSelection {
  /// Reads the value, and notes each time it changes, for as long as it is notified.
  func track(_ notified: Log<Value>) {
    withObservationTracking {
      _ = value
    } onChange: {
      MainActor.assumeIsolated {
        notified.append(self.value)
        self.track(notified)
      }
    }
  }
}

@MainActor
@Suite(.inTurn) struct ObservedSelectionTests {
  private let store = Store.counting()
  private let notified = Log<Int>()
  private let doubled = Selector.with(countSelector) { $0 * 2 }

  @Test func `an observed selection is notified when its value changed, and only then`() {
    let observed = store.observed(countSelector)
    observed.track(notified)
    store.send(Touch(), Increment(by: 0), Unhandled())
    #expect(notified.events == [])
    // On the main actor already: before the dispatch returns.
    store.dispatch(action: Increment(by: 5))
    #expect(notified.events == [5])
    store.send(Touch(), Increment())
    #expect(notified.events == [5, 6])
  }

  @Test(arguments: [false, true])
  func `a part of the state, or of a projection, is observed by key path`(isProjection: Bool) {
    let observed =
      isProjection
      ? store.projection(.state(\.count)).observed(\.self) : store.observed(\.count)
    observed.track(notified)
    store.send(Touch(), Increment())
    #expect(notified.events == [1])
    #expect(observed.selection.value == 1)
  }

  @Test func `what cannot be compared is delivered with each commit that a reducer handled`() {
    let observed = store.observed(
      Selector(comparing: .always) { (state: Counting) in Opaque(number: state.count) }
    )
    let notified = Log<Opaque>()
    observed.track(notified)
    store.send(Unhandled(), Touch())
    #expect(notified.events.map(\.number) == [0])
  }

  @Test func `changes while the main actor is busy are delivered once`() async throws {
    let observed = store.observed(\.count)
    observed.track(notified)
    // Keeps the main actor, which reads one commit's values meanwhile.
    let thread = Threads.runBlocking { [store] in
      for _ in 1...1_000 { store.dispatch(action: Increment()) }
    }
    #expect(observed.value == 0)
    #expect(observed.selection.value == 1_000)
    #expect(notified.events == [])
    await thread.value
    try await notified.wait(for: 1_000)
    #expect(notified.events == [1_000])
  }

  @Test func `the last value is delivered, whichever thread dispatches`() async throws {
    for round in 1...50 {
      let observed = store.observed(\.count)
      observed.track(notified)
      await Threads.run(3) { [store] _ in
        for _ in 0..<20 { store.dispatch(action: Increment()) }
      }
      try await notified.wait(for: round * 60)
    }
  }

  @Test func `Observations gives the values as they change`() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let observed = store.observed(\.count)
    let values = Task {
      var read: [Int] = []
      for await value in Observations({ observed.value }) {
        read.append(value)
        notified.append(value)
        if value == 3 { break }
      }
      return read
    }
    for value in 0...3 {
      _ = try? await notified.wait(for: value)
      store.send(Touch(), Increment())
    }
    #expect(await values.value == [0, 1, 2, 3])
  }

  @Test func `an observed selection observes from the first read on, while it is retained`() {
    var observed: ObservedSelection<Int>? = store.observed(doubled)
    weak let watched = observed
    store.dispatch(action: Increment())
    #expect(doubled.recomputations == 0)
    #expect(observed?.value == 2)
    store.dispatch(action: Increment())
    #expect(doubled.recomputations == 2)
    observed = nil
    #expect(watched == nil)
    store.dispatch(action: Increment())
    #expect(doubled.recomputations == 2)
  }

  @Test func `an observed selection doesn't retain its store, and keeps the last value`() {
    weak var watched: Store<Counting, Void>?
    let observed: ObservedSelection<Int>
    do {
      let store = Store.counting(from: 4)
      watched = store
      observed = store.observed(\.count)
      #expect(observed.value == 4)
    }
    #expect(watched == nil)
    #expect(observed.value == 4)
  }

  @Test func `a test's override is delivered, and so is its end`() {
    let store = MockStore(initialState: Counting(), environment: ())
    let observed = store.observed(doubled)
    observed.track(notified)
    store.override(countSelector, value: 21)
    store.resetOverriddenSelectors()
    store.setState(Counting(count: 4))
    #expect(notified.events == [42, 0, 8])
  }
}
