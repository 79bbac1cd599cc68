import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Implements Fluxor's form only.
private struct Plain: ActionInterceptor {
  let log: Log<String>

  func actionDispatched(action: any Action, oldState: Counting, newState: Counting) {
    log.append("\(type(of: action)) \(oldState.count) → \(newState.count)")
  }
}

@Suite(.inTurn) struct InterceptorTests {
  private let store = Store.counting()

  @Test func `the plain form receives action, old and new state, wrapped or not`() {
    let (log, wrapped) = (Log<String>(), Log<String>())
    store.register(interceptor: Plain(log: log))
    store.register(
      interceptor: Plain(log: wrapped).filtered(to: Increment.self).gated(while: { $0.count > 2 })
    )
    store.send(Increment(by: 2), Unhandled(), Increment())
    #expect(log.events == ["Increment 0 → 2", "Unhandled 2 → 2", "Increment 2 → 3"])
    #expect(wrapped.events == ["Increment 2 → 3"])
    #expect(Plain(log: log).interests == .oldState)
  }

  @Test func `an interceptor has no interests unless it says so`() {
    struct Bare: Interceptor { func committed(_ commit: Commit<Counting>) {} }
    #expect(Bare().interests == [])
  }

  private static let interests: [InterceptorInterests] = [
    [], .oldState, .instant, .timing, [.oldState, .instant, .timing, .effects],
  ]

  @Test(arguments: interests, [false, true])
  func `parts of a commit that aren't requested aren't made`(
    interests: InterceptorInterests,
    isErased: Bool
  ) throws {
    let commits = store.noting(interests) { $0 }
    let start = ContinuousClock.now
    if isErased { store.send(Increment()) } else { store.dispatch(action: Increment()) }
    let commit = try #require(commits.events.first)
    #expect(commit.oldState == (interests.contains(.oldState) ? Counting() : nil))
    #expect((commit.instant != nil) == interests.contains(.instant))
    #expect((commit.reducingTime != nil) == interests.contains(.timing))
    #expect((commit.number, commit.newState.count, commit.isHandled) == (1, 1, true))
    if let instant = commit.instant { #expect(instant >= start && instant <= .now) }
    if let time = commit.reducingTime { #expect(time >= .zero && time < .seconds(10)) }
  }

  @Test func `interceptors see commits from their registration on, until their type is removed`() {
    store.dispatch(action: Increment())
    let log = Log<String>()
    store.register(interceptor: Plain(log: log))
    let commits = store.noting { "\($0.number) \($0.oldState?.count ?? -1)" }
    store.register(interceptor: Plain(log: log))
    store.dispatch(action: Increment())
    store.unregisterInterceptors(ofType: Plain.self)
    store.dispatch(action: Increment())
    #expect(log.events == ["Increment 1 → 2", "Increment 1 → 2"])
    #expect(commits.events == ["2 1", "3 2"])
  }

  @Test func `the origin names the caller and the cause`() throws {
    let origins = store.noting { $0.origin }
    let line = #line + 1
    store.dispatch(action: Increment(), note: "tapped twice")
    store.dispatch(action: Increment() as any Action)
    for (index, origin) in origins.events.enumerated() {
      #expect((origin.fileID, origin.function) == (#fileID, #function))
      #expect(origin.line == line + index && origin.cause == nil)
    }
    #expect(origins.events.map(\.note) == ["tapped twice", nil])
  }

  @Test func `causes lead back from the last action to the first`() {
    let causes = store.noting { commit in
      let cause = commit.origin.cause
      return "\(type(of: commit.action)) ← \(cause?.commit ?? 0) \(cause?.effect?.effect ?? "")"
    }
    store.register(
      effect: .on(Increment.self).map { action, _ in action.by > 1 ? Touch() : nil },
      id: "effect"
    )
    let token = store.select(\.other).sink { [unowned store] other in
      if other == 1 { store.dispatch(action: Unhandled()) }
    }
    store.send(Increment(), Increment(by: 2))
    #expect(
      causes.events == ["Increment ← 0 ", "Increment ← 0 ", "Touch ← 2 effect", "Unhandled ← 3 "]
    )
    token.cancel()
  }

  @Test func `another thread's dispatch during a delivery has no cause`() async {
    let hasCause = store.noting { $0.origin.cause != nil }
    let delivery = HeldCall()
    let token = store.select(\.count).sink { if $0 == 1 { delivery.hold() } }
    await delivery.run { [store] in
      store.dispatch(action: Increment())
    } meanwhile: { [store] in
      store.dispatch(action: Touch())
    }
    #expect(hasCause.events == [false, false])
    token.cancel()
  }
}
