import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn) struct DemandsTests {
  private let store = Store.counting()

  @Test func `what selections and interceptors demand is demanded until the last one ends`() {
    #expect(store.core.demands == [])
    let tokens = (0..<2).map { _ in store.select(\.count).sink { _ in } }
    #expect(store.core.demands == .selections)
    tokens[0].cancel()
    let curious = store.register(
      interceptor: CommitProbe<Counting>(interests: [.oldState, .instant, .timing]) { _ in }
    )
    let cancelling = store.register(
      interceptor: CommitProbe<Counting>(interests: []) { _ in tokens[1].cancel() }
    )
    let all: Core.Demands = [.interceptors, .oldState, .instant, .timing]
    #expect(store.core.demands == all.union(.selections))
    store.dispatch(action: Increment(by: 1))
    #expect(store.core.demands == all)
    curious.unregister()
    #expect(store.core.demands == .interceptors)
    cancelling.unregister()
    #expect(store.core.demands == [])
  }

  /// Counts how often it is asked for its interests.
  private struct Asked: Interceptor {
    let count: Shared<Int>

    var interests: InterceptorInterests {
      count.change { $0 += 1 }
      return .timing
    }

    func committed(_ commit: Commit<Counting>) {}
  }

  @Test func `unregistering each of n interceptors reads no interests`() {
    let count = Shared(0)
    let registrations = (0..<100).map { _ in store.register(interceptor: Asked(count: count)) }
    let asked = count.value
    for registration in registrations.dropLast() { registration.unregister() }
    #expect(store.core.demands == [.interceptors, .timing])
    registrations.last?.unregister()
    #expect(store.core.demands == [])
    #expect(count.value == asked)
  }

  @Test func `registering and unregistering each of n middleware puts none in order`() {
    let log = Log<Int>()
    let registrations = (0..<100).map { number in
      let middleware = MiddlewareFunction<Counting> { action, _, next in
        log.append(number)
        next(action)
      }
      return store.register(middleware: middleware)
    }
    #expect(store.core.middleware.ordered == nil)
    store.dispatch(action: Increment())
    #expect(log.events == Array(0..<100))
    for registration in registrations.dropLast() {
      registration.unregister()
      #expect(store.core.middleware.ordered == nil)
    }
    store.dispatch(action: Increment())
    #expect(log.events.dropFirst(100) == [99])
  }

  @Test(arguments: [false, true])
  func `a list visits at most eight more empty places than entries`(isReversed: Bool) {
    var list = RegistrationList<Registration>()
    let entries = (0..<100).map { _ in Registration() }
    for entry in entries { list.append(entry) }
    for entry in isReversed ? entries.reversed() : entries {
      let removed = list.remove(entry)
      let (places, count) = (list.places.count, list.count)
      #expect(removed === entry)
      #expect(places <= 2 * count + 8)
    }
  }
}
