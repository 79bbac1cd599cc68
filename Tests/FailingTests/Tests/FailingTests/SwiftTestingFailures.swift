import SluiceTesting
import Testing

struct SwiftTestingFailures {
  @Test func `a wrong state`() async throws {
    try await withLamp { store in
      // fails: Toggle left another state than expected.
      try await store.send(Toggle()) { $0.isOn = false }
    }
  }

  @Test func `an unexpected change`() async throws {
    try await withLamp { store in
      // fails: Toggle changed the state, and no change was expected.
      try await store.send(Toggle())
    }
  }

  @Test func `an unexpected action`() async throws {
    // fails: Dim came, and must be expected before the test ends.
    try await withLamp { store in
      store.dispatch(action: Dim())
    }
  }

  @Test func `another action`() async throws {
    try await withLamp { store in
      store.dispatch(action: Dim())
      // fails: Toggle was expected next, and something else came.
      try await store.receive(Toggle.self)
    }
  }

  @Test func `an action that is missing`() async throws {
    try await withLamp { store in
      // fails: Dim was expected, and none came: nothing is under way
      try await store.receive(Dim.self)
    }
  }

  @Test func `a run that is left`() async throws {
    // fails: The test ends, and 1 run is still under way.
    try await withLamp { store in
      store.register(effect: dimmer)
      try await store.send(Toggle()) { $0.isOn = true }
    }
  }

  @Test func `an effect that fails`() async throws {
    // fails: fuse failed, and must be expected before the test ends.
    try await withLamp { store in
      store.register(effect: blowing, id: "fuse")
      try await store.send(Toggle()) { $0.isOn = true }
    }
  }

  @Test func `an effect that does not fail`() async throws {
    try await withLamp { store in
      // fails: An effect was expected to fail with Fuse, and none did.
      try await store.receiveFailure(Fuse.self)
    }
  }

  @Test func `too few actions of an effect`() async throws {
    // fails: 2 actions were expected, and 1 came.
    try await EffectRunner.run(dimmer, with: Toggle(), expectedCount: 2)
  }

  @Test func `an action that comes too late`() async throws {
    // fails: 1 action was expected, and 2 came.
    try await EffectRunner.run(nagging, with: Toggle())
  }

  @Test func `an error that comes too late`() async throws {
    // fails: The effect failed, and 1 action was expected.
    try await EffectRunner.run(tiring, with: Toggle())
  }

  @Test func `a state that the runner was not given`() async throws {
    // fails: The effect (FailingTests/Lamp.swift:26) reads a state of type Lamp
    try await EffectRunner.run(peeking, with: Toggle())
  }

  @Test func `an action that the effect does not answer`() async throws {
    // fails: 1 action was expected, and none came: the effect answers Toggle, and was given Dim.
    try await EffectRunner.run(dimmer, with: Dim())
  }

  @Test func `a function of tests`() async throws {
    try await withLamp { store in
      try await turnOn(store)
      // fails: Toggle left another state than expected.
      try await turnOn(store)
    }
  }

  @Test func `a run that reads the state too late`() async throws {
    try await withLamp(beginsRuns: .onNextStep) { store in
      store.register(effect: peeking)
      try await store.send(Toggle()) { $0.isOn = true }
      try await store.send(Toggle()) { $0.isOn = false }
      // fails: Dim was expected, and none came: nothing is under way
      try await store.receive(Dim.self)
    }
  }

  @Test func `what is left unexpected`() async throws {
    // fails: Dim came, and must be expected before the test ends.
    try await withLamp { store in
      try await store.withExhaustivity(.off) {
        try await store.send(Toggle())
        store.dispatch(action: Dim())
      }
    }
  }

  @Test func `a call of what is not implemented`() async throws {
    try await withLamp { store in
      store.register(effect: calling, id: "remote")
      try await store.send(Toggle()) { $0.isOn = true }
      // fails: remote called client.dim, which isn't implemented.
      try await store.receive(Dim.self)
    }
  }

  @Test func `a runner of what is not implemented`() async throws {
    // fails: The effect called client.dim, which isn't implemented.
    try await EffectRunner.run(calling, with: Toggle())
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
