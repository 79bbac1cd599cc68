import Sluice
import SluiceTesting

// Above a line that must fail stands a comment with what it must say: `// fails: …`.

struct Lamp: Sendable, Equatable {
  var isOn = false
}

struct Toggle: Action, Equatable {}
struct Dim: Action, Equatable {}
struct Fuse: Error {}

let lampReducer = Reducer<Lamp>(ReduceOn(Toggle.self) { state, _ in state.isOn.toggle() })
let dimmer = Effect<Void>.on(Toggle.self) { _, _ in Dim() }.debounce(for: .seconds(1))
let blowing = Effect<Void>.on(Toggle.self) { _, _ in throw Fuse() }

func makeStore() -> TestStore<Lamp, Void> {
  TestStore(initialState: Lamp(), reducers: [lampReducer])
}

func makeInterceptor() -> TestInterceptor<Lamp> {
  let store = Store(initialState: Lamp(), reducers: [lampReducer])
  let interceptor = TestInterceptor<Lamp>()
  store.register(interceptor: interceptor)
  store.dispatch(action: Toggle())
  return interceptor
}
