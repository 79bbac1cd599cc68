import Sluice
import SluiceTesting
import TestSupport

/// Those whom a store calls.
enum ObserverKind: CaseIterable, Sendable {
  case subscriber, interceptor, effect, middleware

  /// Has a closure called with the count, at increments only.
  ///
  /// - Returns: What ends that, and holds the subscription.
  func observe(
    _ store: Store<Counting, Void>,
    _ body: @escaping @Sendable (Int) -> Void
  ) -> @Sendable () -> Void {
    switch self {
    case .subscriber: return store.select(\.count).sink(body).cancel
    case .interceptor:
      let probe = CommitProbe<Counting> { if $0.action is Increment { body($0.newState.count) } }
      return store.register(interceptor: probe).unregister
    case .effect:
      let effect = Effect<Void>.seeing(Increment.self) { [unowned store] _ in body(store.count) }
      return store.register(effect: effect).unregister
    case .middleware:
      let middleware = MiddlewareFunction<Counting> { action, context, next in
        next(action)
        if action is Increment { body(context.state.count) }
      }
      return store.register(middleware: middleware).unregister
    }
  }
}

/// A store that counts, and observers that note what they are given, until it is released.
final class CountingBench: Sendable {
  typealias Reaction<Value> = @Sendable (Value, Store<Counting, Void>) -> Void

  let store = Store.counting()
  let seen = Log<String>()
  private let ends = Shared<[@Sendable () -> Void]>([])

  var events: [String] { seen.events }

  deinit { for end in ends.value { end() } }

  /// Adds a subscriber, which notes the counts after its name, and then does something.
  func sink(_ name: String, then react: @escaping Reaction<Int> = { _, _ in }) {
    // Retained until the end: a test may go on once the last value is noted.
    let token = store.select(\.count).sink { [seen, store] count in
      seen.append("\(name) \(count)")
      react(count, store)
    }
    ends.change { $0.append { token.cancel() } }
  }

  /// Adds an interceptor, which notes the commits' numbers after its name, and then does something.
  @discardableResult
  func interceptor(
    _ name: String,
    then react: @escaping Reaction<Commit<Counting>> = { _, _ in }
  ) -> StoreRegistration {
    let registration = store.register(
      interceptor: CommitProbe<Counting> { [seen, store] commit in
        seen.append("\(name) \(commit.number)")
        react(commit, store)
      }
    )
    ends.change { $0.append { registration.unregister() } }
    return registration
  }

  /// Adds an effect, which notes its name at increments.
  func effect(_ name: String) {
    store.register(effect: .seeing(Increment.self) { [seen] _ in seen.append(name) })
  }

  func increment(_ count: Int = 1) {
    for _ in 0..<count { store.dispatch(action: Increment()) }
  }
}
