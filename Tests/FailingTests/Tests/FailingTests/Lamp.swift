import Sluice
import SluiceTesting

struct Lamp: Sendable, Equatable {
  var isOn = false
}

struct Toggle: Action, Equatable {}
struct Dim: Action, Equatable {}
struct Fuse: Error {}

let lampReducer = Reducer<Lamp>(ReduceOn(Toggle.self) { state, _ in state.isOn.toggle() })
let dimmer = Effect<Void>.on(Toggle.self) { _, _ in Dim() }.debounce(for: .seconds(1))
let blowing = Effect<Void>.on(Toggle.self) { _, _ in throw Fuse() }

let calling = Effect<Void>.on(Toggle.self) { _, _ in throw Unimplemented("client.dim") }
  .retry(attempts: 3)
  .catch { _, _ in Dim() }

/// What tests do alike; what fails in it points at the test.
func turnOn(
  _ store: TestStore<Lamp, Void>,
  filePath: StaticString = #filePath,
  line: UInt = #line
) async throws {
  try await store.send(Toggle(), filePath: filePath, line: line) { $0.isOn = true }
}

func withLamp(
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: (TestStore<Lamp, Void>) async throws -> Void
) async throws {
  try await withTestStore(
    initialState: Lamp(),
    reducers: [lampReducer],
    filePath: filePath,
    line: line,
    body
  )
}

func makeInterceptor() -> TestInterceptor<Lamp> {
  let store = Store(initialState: Lamp(), reducers: [lampReducer])
  let interceptor = TestInterceptor<Lamp>()
  store.register(interceptor: interceptor)
  store.dispatch(action: Toggle())
  return interceptor
}
