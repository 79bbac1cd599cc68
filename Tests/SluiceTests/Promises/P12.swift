import Observation
import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// One picture on the main actor: what it reads through observed values is of one commit.
  @MainActor
  @Suite struct P12 {
    struct Pair: Sendable {
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

    @Test func `values that are read between two suspensions are of one commit`() async {
      await compare(reads: 200_000)
    }

    @Test(.nightly) func `ten million values are each of the same commit as those read with them`()
      async
    {
      await compare(reads: 10_000_000)
    }

    /// Reads values in pairs and more, while three threads dispatch.
    private func compare(reads: Int) async {
      let one = store.observed(\.one)
      let other = store.observed(Selector.with(Selector(keyPath: \Pair.other)) { $0 * 2 })
      let projected = store.projection(state: \.self).observed(\.one) { _ in Raise() }
      let mapped = store.observed(Selector { (state: Pair) in state.other })
      let isOver = Shared(false)
      let threads = Task.detached { [store] in
        await Threads.run(3) { _ in
          while !isOver.value { store.dispatch(action: Raise()) }
        }
      }
      var (torn, back, moves, last) = (0, 0, 0, 0)
      for _ in 0..<reads / 1_000 {
        var picture: Int?
        for _ in 0..<250 {
          let value = one.value
          if other.value != 2 * value { torn += 1 }
          if projected.value != value || mapped.value != value { torn += 1 }
          if picture ?? value != value { torn += 1 }
          picture = value
        }
        if let picture {
          if picture < last { back += 1 }
          if picture > last { moves += 1 }
          last = picture
        }
        await Task.yield()
      }
      isOver.value = true
      await threads.value
      #expect((torn, back) == (0, 0))
      #expect(moves > 1)
    }

    @Test func `after an own dispatch the values include it, and are of one commit again`() async {
      let one = store.observed(\.one)
      let other = store.observed(\.other)
      let own = store.observed(\.own)
      let isOver = Shared(false)
      let threads = Task.detached { [store] in
        await Threads.run(2) { _ in
          while !isOver.value { store.dispatch(action: Raise()) }
        }
      }
      var faults = 0
      for count in 1...2_000 {
        let before = one.value
        store.dispatch(action: RaiseOwn())
        if own.value != count { faults += 1 }
        if one.value < before || other.value != one.value { faults += 1 }
      }
      isOver.value = true
      await threads.value
      #expect(faults == 0)
    }

    @Test func `the state itself stays live, and the picture follows with the next suspension`()
      async
    {
      let one = store.observed(\.one)
      #expect(one.value == 0)
      dispatchElsewhere()
      #expect(one.value == 0)
      #expect(store.state.one == 1)
      #expect(store.one == 1)
      #expect(store.selectCurrent(Selector(keyPath: \Pair.one)) == 1)
      #expect(one.selection.value == 1)
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

    @Test func `no state is retained before a value is read, nor after the main actor suspends`()
      async
    {
      let one = store.observed(\.one)
      weak var witness = store.state.witness
      store.dispatch(action: Replace())
      #expect(witness == nil)

      witness = store.state.witness
      #expect(one.value == 0)
      await Task.yield()
      store.dispatch(action: Replace())
      #expect(witness == nil)
    }

    @Test func `writing through a binding retains no state`() {
      let one = store.observed(\.one) { _ in Replace() }
      weak let witness = store.state.witness
      #expect(one.value == 0)
      one.value = 1
      #expect(witness == nil)
    }
  }
}
