/// The reducers, effects, feedbacks, middleware, interceptors and histories of one part of a program,
/// which are registered and unregistered together.
///
/// ```swift
/// let cart = Feature<Cart, CartEnvironment>(id: "cart")
///   .reducer(cartReducer)
///   .effects(CartEffects())
///   .interceptor(CartLogger())
///
/// store.register(feature: cart, state: \.cart, environment: \.cart)
/// store.unregister(feature: cart)
/// ```
///
/// A feature is written for its own state and environment, and knows nothing of the rest. It can be
/// registered late and unregistered while the store runs. The functions that add to a feature
/// return a new one.
public struct Feature<State: Sendable, Environment: Sendable>: Sendable, Identifiable {
  /// The id under which the feature is registered.
  public let id: String
  private(set) var reducers: [Reducer<State>] = []
  private(set) var effects: [NamedEffect] = []
  private(set) var feedbacks: [Feedback<State, Environment>] = []
  /// The diagnostics that the store reports when the feature is registered.
  private(set) var diagnostics: [StoreDiagnostic] = []
  private(set) var middleware: [MakeMiddleware] = []
  private(set) var interceptors: [any Interceptor<State>] = []
  private(set) var histories: [any FeatureHistory<State>] = []

  /// Makes a middleware with the feature's environment, at registration.
  typealias MakeMiddleware = @Sendable (Environment) -> any Middleware<State>

  struct NamedEffect: Sendable {
    let name: String
    let effect: Effect<Environment>
  }

  /// Creates an empty feature.
  public init(id: String) {
    self.id = id
  }

  init(
    id: String,
    _ reducers: [Reducer<State>],
    _ effects: [NamedEffect],
    _ feedbacks: [Feedback<State, Environment>],
    _ diagnostics: [StoreDiagnostic],
    _ middleware: [MakeMiddleware],
    _ interceptors: [any Interceptor<State>] = [],
    _ histories: [any FeatureHistory<State>] = []
  ) {
    self.id = id
    self.reducers = reducers
    self.effects = effects
    self.feedbacks = feedbacks
    self.diagnostics = diagnostics
    self.middleware = middleware
    self.interceptors = interceptors
    self.histories = histories
  }

  /// Adds a reducer after those of the feature.
  public func reducer(_ reducer: Reducer<State>) -> Feature {
    changed { $0.reducers.append(reducer) }
  }

  /// Adds the effects of an ``Effects`` type.
  public func effects<E: Effects>(_ effects: E) -> Feature where E.Environment == Environment {
    let new = effects.namedEffects.map { NamedEffect(name: $0.name, effect: $0.effect) }
    return changed {
      $0.effects += new
      $0.diagnostics += effects.diagnostics
    }
  }

  /// Adds an effect.
  public func effect(_ effect: Effect<Environment>) -> Feature {
    changed {
      $0.effects.append(NamedEffect(name: "\(id).\($0.effects.count + 1)", effect: effect))
    }
  }

  /// Adds a feedback: work that the feature's part of the state requests.
  public func feedback(_ feedback: Feedback<State, Environment>) -> Feature {
    changed { $0.feedbacks.append(feedback) }
  }

  /// Adds a middleware after those of the feature.
  public func middleware(_ middleware: some Middleware<State>) -> Feature {
    changed { $0.middleware.append { _ in middleware } }
  }

  /// Adds a preparation of actions, with the feature's environment, after the middleware of the
  /// feature.
  ///
  /// ```swift
  /// todos.middleware(.prepare(Add.self) { action, environment in action.id = environment.uuid() })
  /// ```
  ///
  /// Lifts of the feature with `embed:` must be able to wrap what is prepared: an action that the lift
  /// can't wrap is passed on as it was.
  public func middleware(_ preparation: Preparation<Environment>) -> Feature {
    changed {
      $0.middleware.append { environment in
        PreparingMiddleware<State, Environment>(preparation: preparation, environment: environment)
      }
    }
  }

  /// Adds an interceptor after those of the feature.
  public func interceptor(_ interceptor: some Interceptor<State>) -> Feature {
    changed { $0.interceptors.append(interceptor) }
  }

  /// Adds a history of the feature's state, or of a part of it.
  public func history<Part>(_ history: StateHistory<State, Part>) -> Feature {
    changed { $0.histories.append(history) }
  }

  private func changed(_ change: (inout Feature) -> Void) -> Feature {
    var copy = self
    change(&copy)
    return copy
  }
}
