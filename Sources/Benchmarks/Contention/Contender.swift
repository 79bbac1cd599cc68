import Sluice

/// A target to which several threads dispatch concurrently.
struct Contender: Sendable {
  /// Dispatches `count` actions.
  let dispatch: @Sendable (_ count: Int) -> Void
  /// Waits until every commit is delivered.
  let settle: @Sendable () async -> Void
  /// Throws unless `dispatches` actions were reduced and delivered, each once and in order.
  let check: @Sendable (_ dispatches: Int) throws -> Void

  /// The reducer of the *bare* baseline under a `pthread_mutex_t`.
  static func posixMutex() -> Contender {
    let store = PosixLockedStore(Counter(), Counter.erasedReducer)
    return Contender { count in
      for _ in 0..<count { store.dispatch(Increment(by: 1)) }
    } settle: {
    } check: {
      try expect("count", store.state.count, is: $0)
    }
  }

  /// The reducer of the *bare* baseline under a `Synchronization.Mutex`.
  static func mutex() -> Contender {
    let store = LockedStore(Counter(), Counter.erasedReducer)
    return Contender { count in
      for _ in 0..<count { store.dispatch(Increment(by: 1)) }
    } settle: {
    } check: {
      try expect("count", store.state.count, is: $0)
    }
  }

  /// A store without observers.
  static func unwatched() -> Contender {
    let store = Store.counting()
    return Contender {
      store.increment($0)
    } settle: {
      await store.idle()
    } check: {
      try expect("count", store.count, is: $0)
    }
  }

  /// A store with a sink that is isolated to no actor.
  static func sink() -> Contender {
    let store = quietStore()
    let values = Tally()
    let gaps = Tally()
    let token = store.select(\.count).sink { value in
      if value != values.count { gaps.add() }
      values.add()
    }
    return Contender {
      store.increment($0)
    } settle: {
      await store.idle()
    } check: { dispatches in
      withExtendedLifetime(token) {}
      try expect("count", store.count, is: dispatches)
      // The first value precedes every commit.
      try expect("values", values.count, is: dispatches + 1)
      try expect("gaps", gaps.count, is: 0)
    }
  }

  /// A store with an interceptor of both states.
  static func interceptor() -> Contender {
    let store = quietStore()
    let onlooker = Onlooker<Counter>(.oldState)
    store.register(interceptor: onlooker)
    return Contender {
      store.increment($0)
    } settle: {
      await store.idle()
    } check: { dispatches in
      try expect("count", store.count, is: dispatches)
      try expect("commits", onlooker.commits.count, is: dispatches)
      try expect("gaps", onlooker.gaps.count, is: 0)
    }
  }

  /// A store that doesn't report a long queue.
  private static func quietStore() -> Store<Counter, Void> {
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    return store
  }
}
