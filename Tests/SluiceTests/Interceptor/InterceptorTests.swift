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

@Suite(.inTurn)
struct InterceptorTests {
  @Test func `the plain form receives action, old and new state`() {
    let store = Store.counting()
    let log = Log<String>()
    store.register(interceptor: Plain(log: log))
    store.dispatch(action: Increment(by: 2))
    store.dispatch(action: Unhandled())
    #expect(log.events == ["Increment 0 → 2", "Unhandled 2 → 2"])
  }

  /// Implements what is required, and asks for nothing.
  private struct Numbers: Interceptor {
    let log: Log<Int>
    func committed(_ commit: Commit<Counting>) {
      log.append(commit.oldState == nil ? commit.number : -1)
    }
  }

  @Test func `an interceptor without interests receives commits without costly parts`() {
    let store = Store.counting()
    let log = Log<Int>()
    store.register(interceptor: Numbers(log: log))
    store.dispatch(action: Increment())
    store.dispatch(action: Unhandled())
    #expect(log.events == [1, 2])
    #expect(Numbers(log: log).interests == [])
    #expect(Plain(log: Log<String>()).interests == .oldState)
  }

  @Test func `the plain form receives both states where it is wrapped, too`() {
    let store = Store.counting()
    let log = Log<String>()
    store.register(
      interceptor: Plain(log: log).filtered(to: Increment.self).gated(while: { $0.count > 1 })
    )
    store.dispatch(action: Increment())
    store.dispatch(action: Unhandled())
    store.dispatch(action: Increment())
    #expect(log.events == ["Increment 1 → 2"])
  }

  private static let interests: [InterceptorInterests] = [
    [], .oldState, .instant, .timing, [.oldState, .instant, .timing, .effects],
  ]

  @Test(arguments: interests, [false, true])
  func `parts of a commit that aren't requested aren't made`(
    interests: InterceptorInterests,
    isErased: Bool
  ) throws {
    let store = Store.counting()
    let commits = Log<Commit<Counting>>()
    store.register(
      interceptor: CommitProbe<Counting>(interests: interests) { commits.append($0) }
    )
    let start = ContinuousClock.now
    if isErased {
      let action: any Action = Increment()
      store.dispatch(action: action)
    } else {
      store.dispatch(action: Increment())
    }
    let commit = try #require(commits.events.first)
    #expect((commit.oldState != nil) == interests.contains(.oldState))
    #expect((commit.instant != nil) == interests.contains(.instant))
    #expect((commit.reducingTime != nil) == interests.contains(.timing))
    #expect(commit.number == 1)
    #expect(commit.newState.count == 1)
    #expect(commit.isHandled)
    if let instant = commit.instant { #expect(instant >= start && instant <= .now) }
    if let time = commit.reducingTime { #expect(time >= .zero && time < .seconds(10)) }
    if let old = commit.oldState { #expect(old.count == 0) }
  }

  @Test func `interceptors are unregistered by their type, all of that type`() {
    let store = Store.counting()
    let log = Log<String>()
    let seen = Log<Int>()
    store.register(interceptor: Plain(log: log))
    store.register(interceptor: CommitProbe<Counting> { seen.append($0.number) })
    store.register(interceptor: Plain(log: log))
    store.dispatch(action: Increment())
    store.unregisterInterceptors(ofType: Plain.self)
    store.dispatch(action: Increment())
    #expect(log.events == ["Increment 0 → 1", "Increment 0 → 1"])
    #expect(seen.events == [1, 2])
  }

  @Test func `an interceptor sees every commit after its registration`() {
    let store = Store.counting()
    store.dispatch(action: Increment())
    let interceptor = store.watched()
    store.dispatch(action: Increment())
    #expect(interceptor.stateChanges.map(\.number) == [2])
    #expect(interceptor.stateChanges.map(\.oldState.count) == [1])
  }

  @Test func `the origin names the caller and the cause`() throws {
    let store = Store.counting()
    let interceptor = store.watched()
    let line = #line + 1
    store.dispatch(action: Increment(), note: "tapped twice")
    let action: any Action = Increment()
    store.dispatch(action: action)

    let origins = interceptor.stateChanges.map(\.origin)
    #expect(origins.map(\.fileID) == [#fileID, #fileID])
    #expect(origins.map(\.line) == [line, line + 2])
    #expect(origins.map(\.function) == [#function, #function])
    #expect(origins.map(\.note) == ["tapped twice", nil])
    #expect(origins.allSatisfy { $0.cause == nil })
  }

  @Test func `causes lead back from the last action to the first`() {
    let store = Store.counting()
    let interceptor = store.watched()
    store.register(effect: .map(Increment.self) { $0.by > 1 ? Touch() : nil }, id: "effect")
    let token = store.select(\.other).sink { [unowned store] other in
      if other == 1 { store.dispatch(action: Unhandled()) }
    }
    store.dispatch(action: Increment())
    store.dispatch(action: Increment(by: 2))
    #expect(
      interceptor.dispatchedActions.map { "\(type(of: $0))" }
        == ["Increment", "Increment", "Touch", "Unhandled"]
    )
    let causes = interceptor.stateChanges.map(\.origin.cause)
    #expect(causes.map { $0?.commit } == [nil, nil, 2, 3])
    #expect(causes.map { $0?.effect?.effect } == [nil, nil, "effect", nil])
    token.cancel()
  }

  @Test func `another thread's dispatch during a delivery has no cause`() async {
    let store = Store.counting()
    let interceptor = store.watched()
    let isDelivering = Gate()
    let goOn = Gate()
    let token = store.select(\.count).sink { count in
      if count == 1 {
        isDelivering.open()
        goOn.wait()
      }
    }
    await Threads.run(2) { index in
      if index == 0 {
        store.dispatch(action: Increment())
      } else {
        isDelivering.wait()
        store.dispatch(action: Touch())
        goOn.open()
      }
    }
    #expect(interceptor.stateChanges.map { $0.origin.cause == nil } == [true, true])
    token.cancel()
  }
}
