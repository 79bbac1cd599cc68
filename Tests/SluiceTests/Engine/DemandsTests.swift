import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn) struct DemandsTests {
  /// Asks for every interest.
  private struct Curious: Interceptor {
    var interests: InterceptorInterests { [.oldState, .instant, .timing] }

    func committed(_ commit: Commit<Counting>) {}
  }

  /// Cancels tokens when it is notified.
  private struct Canceller: Interceptor {
    let tokens: [SelectionToken]

    func committed(_ commit: Commit<Counting>) { for token in tokens { token.cancel() } }
  }

  @Test func `selections are demanded until the last one is cancelled`() {
    let store = Store.counting()
    #expect(store.core.demands == [])
    let one = store.select(\.count).sink { _ in }
    let other = store.select(\.count).sink { _ in }
    #expect(store.core.demands == .selections)
    one.cancel()
    #expect(store.core.demands == .selections)
    other.cancel()
    #expect(store.core.demands == [])
  }

  @Test func `what an interceptor demands is demanded until it is unregistered`() {
    let store = Store.counting()
    let token = store.select(\.count).sink { _ in }
    store.register(interceptor: Curious())
    store.register(interceptor: Canceller(tokens: [token]))
    let all: Core.Demands = [.interceptors, .oldState, .instant, .timing]
    #expect(store.core.demands == all.union(.selections))
    store.dispatch(action: Increment(by: 1))
    #expect(store.core.demands == all)
    store.unregisterInterceptors(ofType: Curious.self)
    #expect(store.core.demands == .interceptors)
    store.unregisterInterceptors(ofType: Canceller.self)
    #expect(store.core.demands == [])
  }
}
