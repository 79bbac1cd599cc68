import SluiceTesting
import Testing

struct SwiftTestingFailures {
  @Test func `a wrong state`() async throws {
    let store = makeStore()
    // fails: Toggle left another state than expected.
    try await store.send(Toggle()) { $0.isOn = false }
  }

  @Test func `an unexpected change`() async throws {
    let store = makeStore()
    // fails: Toggle changed the state, and no change was expected.
    try await store.send(Toggle())
  }

  @Test func `an unexpected action`() async throws {
    let store = makeStore()
    store.dispatch(action: Dim())
    // fails: Dim came, and must be expected before the test ends.
    try await store.finish()
  }

  @Test func `another action`() async throws {
    let store = makeStore()
    store.dispatch(action: Dim())
    // fails: Toggle was expected next, and something else came.
    try await store.receive(Toggle.self)
  }

  @Test func `an action that is missing`() async throws {
    let store = makeStore()
    // fails: Dim was expected, and none came: nothing is under way
    try await store.receive(Dim.self)
  }

  @Test func `a run that is left`() async throws {
    let store = makeStore()
    store.register(effect: dimmer)
    try await store.send(Toggle()) { $0.isOn = true }
    // fails: The test ends, and 1 run is still under way.
    try await store.finish()
  }

  @Test func `an effect that fails`() async throws {
    let store = makeStore()
    store.register(effect: blowing, id: "fuse")
    try await store.send(Toggle()) { $0.isOn = true }
    // fails: fuse failed, and must be expected before the test ends.
    try await store.finish()
  }

  @Test func `an effect that does not fail`() async throws {
    let store = makeStore()
    // fails: An effect was expected to fail with Fuse, and none did.
    try await store.receiveFailure(Fuse.self)
  }

  @Test func `too few actions of an effect`() async throws {
    // fails: 2 actions were expected, and 1 came.
    try await EffectRunner.run(dimmer, with: Toggle(), expectedCount: 2)
  }

  @Test func `another dispatch`() async throws {
    let interceptor = makeInterceptor()
    // fails: Dim was expected, and another action came.
    try interceptor.expectDispatched(Dim())
  }

  @Test func `one dispatch more`() async throws {
    let interceptor = makeInterceptor()
    // fails: Nothing else was expected, and 1 more came.
    try interceptor.expectNothingElse()
  }

  @Test func `too few actions in time`() async throws {
    let interceptor = makeInterceptor()
    // fails: 2 actions were expected within 0.0 seconds, and 1 came.
    try await interceptor.waitForActions(expectedNumberOfActions: 2, timeout: .zero)
  }

  @Test func `none of a type in time`() async throws {
    let interceptor = makeInterceptor()
    // fails: An action was expected within 0.0 seconds, and no Dim came.
    try await interceptor.wait(for: Dim.self, timeout: .zero)
  }

  @Test func `a recording that is not there`() throws {
    // fails: The recording "nowhere.session" cannot be read
    _ = try StoreRecording("nowhere.session", accepting: [])
  }
}
