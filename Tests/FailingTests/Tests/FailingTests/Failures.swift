import Sluice
import SluiceTesting

/// What must fail, under Swift Testing and XCTest: once, with the text that a comment in it announces, at the
/// line below the comment.
struct Failure: Sendable, CustomStringConvertible {
  let description: String
  let body: @Sendable () async throws -> Void

  init(_ description: String, body: @escaping @Sendable () async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// A failure within the body.
  static func withLamp(
    _ description: String,
    _ body: @escaping @Sendable (TestStore<Lamp, Void>) async throws -> Void
  ) -> Failure {
    Failure(description) { try await FailingTests.withLamp(body) }
  }
}

let failures: [Failure] = [
  .withLamp("a wrong state") { store in
    // fails: Toggle left another state than expected.
    try await store.send(Toggle()) { $0.isOn = false }
  },
  Failure("an unexpected action") {
    // fails: Dim came, and must be expected before the test ends.
    try await withLamp { store in
      store.dispatch(action: Dim())
    }
  },
  .withLamp("another action") { store in
    store.dispatch(action: Dim())
    // fails: Toggle was expected next, but something else came.
    try await store.receive(Toggle.self)
  },
  .withLamp("an action that is missing") { store in
    // fails: Dim was expected, but none came: nothing is under way
    try await store.receive(Dim.self)
  },
  Failure("a run that is left") {
    // fails: The test ends, but 1 run is still under way.
    try await withLamp { store in
      store.register(effect: dimmer)
      try await store.send(Toggle()) { $0.isOn = true }
    }
  },
  Failure("an effect that fails") {
    // fails: fuse failed, and must be expected before the test ends.
    try await withLamp { store in
      store.register(effect: blowing, id: "fuse")
      try await store.send(Toggle()) { $0.isOn = true }
    }
  },
  .withLamp("an effect that does not fail") { store in
    // fails: An effect was expected to fail with Fuse, but none did.
    try await store.receiveFailure(Fuse.self)
  },
  Failure("too few actions of an effect") {
    // fails: Action 2 of 2 was expected, but none came: nothing is under way
    try await EffectRunner.run(dimmer, with: Toggle(), expectedCount: 2)
  },
  .withLamp("a function of tests") { store in
    try await turnOn(store)
    // fails: Toggle left another state than expected.
    try await turnOn(store)
  },
  .withLamp("a call of what is not implemented") { store in
    store.register(effect: calling, id: "remote")
    try await store.send(Toggle()) { $0.isOn = true }
    // fails: remote called client.dim, which isn't implemented.
    try await store.receive(Dim.self)
  },
  Failure("a runner of what is not implemented") {
    // fails: The effect called client.dim, which isn't implemented.
    try await EffectRunner.run(calling, with: Toggle())
  },
  Failure("another dispatch") {
    // fails: Dim was expected, but another action came.
    try makeInterceptor().expectDispatched(Dim())
  },
  Failure("one dispatch more") {
    // fails: Nothing else was expected, but 1 more came.
    try makeInterceptor().expectNothingElse()
  },
  Failure("too few actions in time") {
    // fails: 2 actions were expected within 0.0 seconds, but 1 came.
    try await makeInterceptor().waitForActions(expectedNumberOfActions: 2, timeout: .zero)
  },
  Failure("none of a type in time") {
    // fails: An action was expected within 0.0 seconds, but no Dim came.
    try await makeInterceptor().wait(for: Dim.self, timeout: .zero)
  },
  Failure("a recording that is not there") {
    // fails: The recording "nowhere.session" cannot be read
    _ = try StoreRecording("nowhere.session", accepting: [])
  },
]
