import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What users of the composable architecture's effects episode do; the favourite primes, on a file,
/// are tested where the page about them is.
@Suite(.inTurn)
struct ComposableArchitectureParity {
  private enum CounterAction: Action {
    case add
    case asked
    case answered(Int)
  }
  private enum AppAction: Action {
    case counter(CounterAction)
    var counter: CounterAction? {
      if case .counter(let action) = self { action } else { nil }
    }
  }

  private let log = Log<String>()

  private var counter: Reducer<Int> {
    Reducer(
      ReduceOn(CounterAction.self) { [log] count, action in
        switch action {
        case .add:
          count += 1
          let now = count
          return [.fireAndForget { log.append("now \(now)") }]
        case .asked:
          return [
            .action { CounterAction.answered(10) },
            .action { () async throws -> (any Action)? in CounterAction.answered(20) },
            .fireAndForget { () async throws in log.append("asked") },
          ]
        case .answered(let more):
          count += more
          return []
        }
      }
    )
  }

  @Test func `a Composable Architecture user returns effects from a reducer`()
    async throws
  {
    let store = Store(initialState: 0, reducers: [counter])
    store.dispatch(action: CounterAction.add)
    #expect(log.events == ["now 1"])
    store.dispatch(action: CounterAction.asked)
    await store.idle()
    #expect(store.state == 31)
    #expect(log.events.contains("asked"))
  }

  @Test func `a Composable Architecture user pulls back and combines reducers with effects`() async
  {
    let pulledBack = counter.lift(
      .state(\Counting.count),
      action: .case(\AppAction.counter, AppAction.counter)
    )
    let other = Reducer<Counting>(ReduceOn(AppAction.self) { state, _ in state.other += 1 })
    let store = Store(initialState: Counting(), reducers: [.combine(pulledBack, other)])
    store.dispatch(action: AppAction.counter(.asked))
    await store.idle()
    #expect(store.state == Counting(count: 30, other: 3))
  }

  @Test func `a Composable Architecture user logs with a higher-order reducer`() {
    let printed = Log<String>()
    let store = Store(
      initialState: Counting(),
      reducers: [Reducer.counting.logging { printed.append($0) }]
    )
    store.dispatch(action: Increment(by: 42))
    #expect(printed.events.count == 1)
    #expect(printed.events.first?.contains("count: 0 → 42") == true)
  }
}
