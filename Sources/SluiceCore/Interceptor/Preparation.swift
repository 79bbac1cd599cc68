/// Fills in what actions lack, such as ids and dates, before middleware that follows and reducers
/// receive them.
///
/// Reducers are pure: they can't ask for the time or make an id. What `prepare` fills in from the
/// environment is part of the action that is reduced, so there is one commit, and interceptors,
/// recordings and tests see a value that stays the same when it is replayed.
///
/// ```swift
/// struct Add: Action {
///   var id: UUID?
///   let title: String
/// }
///
/// store.register(
///   middleware: .prepare(Add.self) { action, environment in action.id = environment.uuid() }
/// )
/// store.dispatch(action: Add(title: "Milk"))
/// ```
///
/// Actions of other types pass with one look-up of their type, however many are prepared. Registered
/// as a ``Middleware``, with a store or in a ``Feature``, whose lifts lift it: then it receives the
/// actions that the lifts unwrap.
public struct Preparation<Environment: Sendable>: Sendable {
  private typealias Step = @Sendable (_ action: any Action, Environment) -> any Action

  private var steps: [ObjectIdentifier: Step] = [:]

  /// Returns a preparation of the actions of one type.
  ///
  /// - Parameters:
  ///   - type: The type of the actions. Those of subclasses, if it is a class, are not prepared.
  ///   - body: Changes an action before it is passed on. Called on the thread that dispatches, with no
  ///     lock held, and on several threads at once if several dispatch.
  public static func prepare<A: Action>(
    _ type: A.Type,
    _ body: @escaping @Sendable (_ action: inout A, _ environment: Environment) -> Void
  ) -> Preparation {
    Preparation().prepare(type, body)
  }

  /// Returns this preparation, and in addition that of the actions of another type.
  ///
  /// Of two for one type, both are called, in this order.
  /// - Parameters:
  ///   - type: The type of the actions. Those of subclasses, if it is a class, are not prepared.
  ///   - body: Changes an action before it is passed on. Called on the thread that dispatches, with no
  ///     lock held, and on several threads at once if several dispatch.
  public func prepare<A: Action>(
    _ type: A.Type,
    _ body: @escaping @Sendable (_ action: inout A, _ environment: Environment) -> Void
  ) -> Preparation {
    var copy = self
    let first = steps[ObjectIdentifier(type)]
    copy.steps[ObjectIdentifier(type)] = { action, environment in
      guard var action = (first?(action, environment) ?? action) as? A else { return action }
      body(&action, environment)
      return action
    }
    return copy
  }

  fileprivate func apply(to action: any Action, _ environment: Environment) -> any Action {
    steps[ObjectIdentifier(type(of: action))]?(action, environment) ?? action
  }
}

/// A preparation in a store, with the environment that it takes ids and dates from.
package struct PreparingMiddleware<State: Sendable, Environment: Sendable>: Middleware {
  let preparation: Preparation<Environment>
  let environment: Environment

  package init(preparation: Preparation<Environment>, environment: Environment) {
    self.preparation = preparation
    self.environment = environment
  }

  package func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    next(preparation.apply(to: action, environment))
  }
}
