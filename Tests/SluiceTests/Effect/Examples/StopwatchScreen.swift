import Sluice
import SluiceTesting
import TestSupport
import Testing

struct Stopwatch: Sendable, Equatable {
  var isShown = false
  var seconds = 0
}
struct ScreenShown: Action { let isShown: Bool }
struct SecondPassed: Action {}

let stopwatch = Reducer<Stopwatch>(
  ReduceOn(ScreenShown.self) { state, action in state.isShown = action.isShown },
  ReduceOn(SecondPassed.self) { state, _ in state.seconds += 1 }
)

let ticking = Feedback<Stopwatch, Void>(while: \.isShown) { _, context in
  while true {
    try await context.sleep(for: .seconds(1))
    context.send(SecondPassed())
  }
}

@Suite(.inTurn)
struct StopwatchScreenTests {
  @Test func `seconds pass while the screen is shown`() async {
    let clock = TestClock()
    let store = Store(initialState: Stopwatch(), reducers: [stopwatch], clock: clock)
    store.register(feedback: ticking)
    await clock.advance(by: .seconds(3))
    #expect(store.seconds == 0)
    store.dispatch(action: ScreenShown(isShown: true))
    await clock.advance(by: .seconds(3))
    #expect(store.seconds == 3)
    store.dispatch(action: ScreenShown(isShown: false))
    await clock.advance(by: .seconds(3))
    #expect(store.seconds == 3)
    #expect(clock.sleeperCount == 0)
  }
}
