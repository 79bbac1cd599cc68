import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct ExpectReleasedTests {
  private struct Add: Action {}
  private struct Added: Action {}
  private struct Log: Interceptor {
    let store: Store<Int, Void>
    func committed(_ commit: Commit<Int>) {}
  }

  private final class Screen: Sendable {
    let store = Store(initialState: 0)
    let token = Guarded<SelectionToken?>(nil)
    func show(_ count: Int) {}
  }

  private let reducer = Reducer<Int>(ReduceOn(Add.self) { count, _ in count += 1 })

  /// Makes stores that are not released, and expects a failure that contains texts.
  private func expectKept(_ texts: String..., make: () -> Void) async {
    let text = await expectFailure(containing: "/Tests.swift:7: The closure ended, but ") {
      try await expectReleased(timeout: .milliseconds(1), filePath: testFile, line: 7, make)
    }
    for part in texts { #expect(text.contains(part)) }
  }

  @Test func `a store is released with all that is registered`() async throws {
    try await expectReleased {
      let store = Store(initialState: 0, reducers: [reducer])
      store.register(effect: .on(Add.self).map { _, _ in Added() })
      let token = store.select(\.self).sink { [weak store] _ in _ = store?.state }
      store.dispatch(action: Add())
      token.cancel()
    }
  }

  @Test func `an effect that captures its store is named with its line`() async {
    let line = #line + 13
    await expectFailure(
      """
      The closure ended, but a store of Int was not released.
      Registered with a store of Int:
        counting (SluiceTestingTests/ExpectReleasedTests.swift:\(line))
      To fix, capture the store weakly, or `unowned`, in what is registered with it, and let no object hold \
      both the store and a token whose closure retains the object.
      """
    ) {
      try await expectReleased(timeout: .milliseconds(1), filePath: testFile, line: 7) {
        let store = Store(initialState: 0, reducers: [reducer])
        store.register(
          effect: .on(Add.self).map { _, _ in store.state == 0 ? Added() : Added() },
          id: "counting"
        )
      }
    }
  }

  @Test func `a screen and its token that retain each other are named by the subscriber`() async {
    let place = "the subscriber at SluiceTestingTests/ExpectReleasedTests.swift:\(#line + 3)"
    await expectKept("\n  \(place)\n") {
      let screen = Screen()
      let token = screen.store.select(\.self).sink { screen.show($0) }
      screen.token.withLock { $0 = token }
    }
  }

  @Test func `an interceptor and a middleware that retain their store are named`() async {
    await expectKept("\n  the middleware MiddlewareFunction<Int>\n  the interceptor Log\n") {
      let store = Store(initialState: 0)
      store.register(interceptor: Log(store: store))
      store.register(
        middleware: MiddlewareFunction { action, _, next in if store.state == 0 { next(action) } }
      )
    }
  }

  @Test func `each store that wasn't released is listed`() async {
    await expectKept("a store of String, and 1 more was not released", "\n  a (", "\n  b (") {
      for effect in ["a", "b"] {
        let store = Store(initialState: effect)
        store.register(
          effect: .on(Add.self).map { _, _ in store.state == "" ? Added() : Added() },
          id: effect
        )
      }
      _ = Store(initialState: 0)
    }
  }

  @Test func `a store that another thread releases is waited for`() async throws {
    try await expectReleased(timeout: patience) {
      let store = Store(initialState: 0)
      Task.detached {
        // Most often past the end of the closure.
        try? await Task.sleep(for: .milliseconds(20))
        withExtendedLifetime(store) {}
      }
    }
  }

  @Test func `stores made elsewhere don't count`() async throws {
    let store = Store(initialState: 0)
    try await expectReleased { store.dispatch(action: Add()) }
    withExtendedLifetime(store) {}
  }
}
