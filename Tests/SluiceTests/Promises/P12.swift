import Observation
import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// One picture on the main actor: what it reads through observed values is of one commit.
  @MainActor
  @Suite struct P12 {
    struct Pair: Sendable, Equatable {
      var one = 0
      var other = 0
      /// The number of dispatches by the main actor.
      var own = 0
      var witness = Witness()
    }

    private struct Raise: Action {}
    private struct RaiseOwn: Action {}
    private struct Replace: Action {}

    private let store = Store(
      initialState: Pair(),
      reducers: [
        Reducer(
          ReduceOn(Raise.self) { state, _ in
            state.one += 1
            state.other += 1
          },
          ReduceOn(RaiseOwn.self) { state, _ in state.own += 1 },
          ReduceOn(Replace.self) { state, _ in state.witness = Witness() }
        )
      ]
    )

    /// Dispatches on another thread while this one keeps the main actor.
    private func dispatchElsewhere() {
      let done = Gate()
      Task.detached { [store] in
        await Threads.run { _ in
          store.dispatch(action: Raise())
          done.open()
        }
      }
      done.wait()
    }

    /// Runs a body while other threads dispatch.
    private func whileDispatching(on count: Int, _ body: () async -> Void) async {
      let isOver = Shared(false)
      let threads = Task.detached { [store] in
        await Threads.run(count) { _ in
          while !isOver.value { store.dispatch(action: Raise()) }
        }
      }
      await body()
      isOver.value = true
      await threads.value
    }

    @Test func `values that are read between two suspensions are of one commit`() async {
      let one = store.observed(\.one)
      let other = store.observed(Selector.with(Selector(keyPath: \Pair.other)) { $0 * 2 })
      let projected = store.projection(.state(\.self)).observed(\.one) { _ in Raise() }
      let mapped = store.observed(Selector { (state: Pair) in state.other })
      var (torn, back, moves, last) = (0, 0, 0, 0)
      await whileDispatching(on: 3) {
        for _ in 0..<volume(40, nightly: 10_000) {
          let picture = one.value
          for _ in 0..<250 {
            let values = [one.value, projected.value, mapped.value, other.value / 2]
            if values != [picture, picture, picture, picture] { torn += 1 }
          }
          if picture < last { back += 1 }
          if picture > last { moves += 1 }
          last = picture
          await Task.yield()
        }
      }
      #expect((torn, back) == (0, 0))
      #expect(moves > 1)
    }

    @Test func `after an own dispatch the values include it, and are of one commit again`() async {
      let one = store.observed(\.one)
      let other = store.observed(\.other)
      let own = store.observed(\.own)
      var faults = 0
      await whileDispatching(on: 2) {
        for count in 1...2_000 {
          let before = one.value
          store.dispatch(action: RaiseOwn())
          if own.value != count { faults += 1 }
          if one.value < before || other.value != one.value { faults += 1 }
        }
      }
      #expect(faults == 0)
    }

    @Test func `the state itself stays live, and the picture follows with the next suspension`()
      async
    {
      let one = store.observed(\.one)
      #expect(one.value == 0)
      dispatchElsewhere()
      #expect(one.value == 0)
      let current = store.selectCurrent(Selector(keyPath: \Pair.one))
      #expect([store.state.one, store.one, current, one.selection.value] == [1, 1, 1, 1])
      await Task.yield()
      #expect(one.value == 1)
    }

    @Test func `what is observed after the picture was taken is notified of what came since`()
      async throws
    {
      let one = store.observed(\.one)
      let other = store.observed(\.other)
      let notified = Log<Int>()
      #expect(one.value == 0)
      dispatchElsewhere()
      withObservationTracking {
        #expect(other.value == 0)
      } onChange: {
        MainActor.assumeIsolated { notified.append(other.value) }
      }
      try await notified.wait(for: 1)
    }

    @Test func `no state is retained before a value is read or written, nor after a suspension`()
      async
    {
      let one = store.observed(\.one) { _ in Replace() }
      weak var witness = store.state.witness
      store.dispatch(action: Replace())
      #expect(witness == nil)

      witness = store.state.witness
      #expect(one.value == 0)
      await Task.yield()
      store.dispatch(action: Replace())
      #expect(witness == nil)

      witness = store.state.witness
      #expect(one.value == 0)
      one.value = 1
      #expect(witness == nil)
    }
  }
}
