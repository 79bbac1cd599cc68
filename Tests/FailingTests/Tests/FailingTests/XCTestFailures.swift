import SluiceTesting
import XCTest

final class XCTestFailures: XCTestCase {
  func testAWrongState() async throws {
    try await withLamp { store in
      // fails: Toggle left another state than expected.
      try await store.send(Toggle()) { $0.isOn = false }
    }
  }

  func testAnUnexpectedChange() async throws {
    try await withLamp { store in
      // fails: Toggle changed the state, and no change was expected.
      try await store.send(Toggle())
    }
  }

  func testAnUnexpectedAction() async throws {
    // fails: Dim came, and must be expected before the test ends.
    try await withLamp { store in
      store.dispatch(action: Dim())
    }
  }

  func testAnotherAction() async throws {
    try await withLamp { store in
      store.dispatch(action: Dim())
      // fails: Toggle was expected next, and something else came.
      try await store.receive(Toggle.self)
    }
  }

  func testAnActionThatIsMissing() async throws {
    try await withLamp { store in
      // fails: Dim was expected, and none came: nothing is under way
      try await store.receive(Dim.self)
    }
  }

  func testARunThatIsLeft() async throws {
    // fails: The test ends, and 1 run is still under way.
    try await withLamp { store in
      store.register(effect: dimmer)
      try await store.send(Toggle()) { $0.isOn = true }
    }
  }

  func testAnEffectThatFails() async throws {
    // fails: fuse failed, and must be expected before the test ends.
    try await withLamp { store in
      store.register(effect: blowing, id: "fuse")
      try await store.send(Toggle()) { $0.isOn = true }
    }
  }

  func testAnEffectThatDoesNotFail() async throws {
    try await withLamp { store in
      // fails: An effect was expected to fail with Fuse, and none did.
      try await store.receiveFailure(Fuse.self)
    }
  }

  func testTooFewActionsOfAnEffect() async throws {
    // fails: 2 actions were expected, and 1 came.
    try await EffectRunner.run(dimmer, with: Toggle(), expectedCount: 2)
  }

  func testAnActionThatComesTooLate() async throws {
    // fails: 1 action was expected, and 2 came.
    try await EffectRunner.run(nagging, with: Toggle())
  }

  func testAnErrorThatComesTooLate() async throws {
    // fails: The effect failed, and 1 action was expected.
    try await EffectRunner.run(tiring, with: Toggle())
  }

  func testAStateThatTheRunnerWasNotGiven() async throws {
    // fails: The effect (FailingTests/Lamp.swift:26) reads a state of type Lamp
    try await EffectRunner.run(peeking, with: Toggle())
  }

  func testAnActionThatTheEffectDoesNotAnswer() async throws {
    // fails: 1 action was expected, and none came: the effect answers Toggle, and was given Dim.
    try await EffectRunner.run(dimmer, with: Dim())
  }

  func testAFunctionOfTests() async throws {
    try await withLamp { store in
      try await turnOn(store)
      // fails: Toggle left another state than expected.
      try await turnOn(store)
    }
  }

  func testARunThatReadsTheStateTooLate() async throws {
    try await withLamp(beginsRuns: .onNextStep) { store in
      store.register(effect: peeking)
      try await store.send(Toggle()) { $0.isOn = true }
      try await store.send(Toggle()) { $0.isOn = false }
      // fails: Dim was expected, and none came: nothing is under way
      try await store.receive(Dim.self)
    }
  }

  func testWhatIsLeftUnexpected() async throws {
    // fails: Dim came, and must be expected before the test ends.
    try await withLamp { store in
      try await store.withExhaustivity(.off) {
        try await store.send(Toggle())
        store.dispatch(action: Dim())
      }
    }
  }

  func testACallOfWhatIsNotImplemented() async throws {
    try await withLamp { store in
      store.register(effect: calling, id: "remote")
      try await store.send(Toggle()) { $0.isOn = true }
      // fails: remote called client.dim, which isn't implemented.
      try await store.receive(Dim.self)
    }
  }

  func testARunnerOfWhatIsNotImplemented() async throws {
    // fails: The effect called client.dim, which isn't implemented.
    try await EffectRunner.run(calling, with: Toggle())
  }

  func testAnotherDispatch() async throws {
    let interceptor = makeInterceptor()
    // fails: Dim was expected, and another action came.
    try interceptor.expectDispatched(Dim())
  }

  func testOneDispatchMore() async throws {
    let interceptor = makeInterceptor()
    // fails: Nothing else was expected, and 1 more came.
    try interceptor.expectNothingElse()
  }

  func testTooFewActionsInTime() async throws {
    let interceptor = makeInterceptor()
    // fails: 2 actions were expected within 0.0 seconds, and 1 came.
    try await interceptor.waitForActions(expectedNumberOfActions: 2, timeout: .zero)
  }

  func testNoneOfATypeInTime() async throws {
    let interceptor = makeInterceptor()
    // fails: An action was expected within 0.0 seconds, and no Dim came.
    try await interceptor.wait(for: Dim.self, timeout: .zero)
  }

  func testARecordingThatIsNotThere() throws {
    // fails: The recording "nowhere.session" cannot be read
    _ = try StoreRecording("nowhere.session", accepting: [])
  }
}
