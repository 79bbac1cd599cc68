public import SluiceCore
public import SluiceEffects

/// The reducers, effects, feedbacks, middleware, interceptors and histories of one part of a program,
/// which are lifted, registered and unregistered together; and those of its own parts.
///
/// ```swift
/// let cart = Feature<Cart, CartEnvironment>(id: "cart")
///   .reducer(cartReducer)
///   .effects(CartEffects())
///   .feature(payment.lift(.optional(\.payment), environment: \.bank))
///
/// store.register(feature: cart.lift(.state(\.cart), environment: \.cart))
/// store.unregister(feature: cart)
/// ```
///
/// A feature is written for its own state and environment, and knows nothing of the rest. It can be
/// registered late and unregistered while the store runs. The functions that add to a feature
/// return a new one.
public struct Feature<State: Sendable, Environment: Sendable>: Sendable, Identifiable {
  /// The id under which the feature is registered.
  public let id: String
  /// The reducers, those of inner features among them, in the order in which they run.
  var reducers: [Reducer<State>] = []
  /// The feature's own effects, then those of each inner feature; see ``ActionEffect/cancels(id:)``.
  var effects: [[NamedEffect]] = [[]]
  var feedbacks: [NamedFeedback] = []
  var middleware: [MakeMiddleware] = []
  /// What else is registered for the state, interceptors among it, in order.
  var registrables: [any Registrable<State>] = []
  /// The diagnostics that the store reports when the feature is registered.
  var diagnostics: [StoreDiagnostic] = []

  /// Makes a middleware with the feature's environment, at registration.
  typealias MakeMiddleware = @Sendable (Environment) -> any Middleware<State>

  typealias NamedEffect = (name: String, effect: Effect<Environment>)

  typealias NamedFeedback = (name: String, feedback: Feedback<State, Environment>)

  /// Creates an empty feature.
  public init(id: String) {
    self.id = id
  }

  /// Creates a feature of the effects of an ``Effects`` type, to which more can be added.
  public init<E: Effects>(id: String, effects: E) where E.Environment == Environment {
    self = Feature(id: id).effects(effects)
  }

  /// Adds a reducer after those of the feature.
  public func reducer(_ reducer: Reducer<State>) -> Feature {
    changed { $0.reducers.append(reducer) }
  }

  /// Adds the effects of an ``Effects`` type.
  public func effects<E: Effects>(_ effects: E) -> Feature where E.Environment == Environment {
    changed {
      $0.effects[0] += effects.namedEffects
      $0.diagnostics += effects.diagnostics
    }
  }

  /// Adds an effect.
  public func effect(_ effect: Effect<Environment>) -> Feature {
    changed { $0.effects[0].append((name: "\(id).\($0.effects[0].count + 1)", effect: effect)) }
  }

  /// Adds a feedback: work that the feature's part of the state requests.
  public func feedback(_ feedback: Feedback<State, Environment>) -> Feature {
    changed {
      let name = feedback.name ?? "feedback\($0.feedbacks.count + 1)"
      $0.feedbacks.append((name: "\(id).\(name)", feedback: feedback))
    }
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
  public func middleware(_ preparation: Preparation<Environment>) -> Feature {
    changed {
      $0.middleware.append { environment in
        PreparingMiddleware<State, Environment>(preparation: preparation, environment: environment)
      }
    }
  }

  /// Adds an interceptor after those of the feature.
  public func interceptor(_ interceptor: some Interceptor<State>) -> Feature {
    adding(RegistrableInterceptor(base: interceptor))
  }

  /// Adds what is registered for the feature's state.
  package func adding(_ registrable: some Registrable<State>) -> Feature {
    changed { $0.registrables.append(registrable) }
  }

  /// Adds another feature, lifted to this one's state, with all that it has.
  ///
  /// ```swift
  /// Feature<Room, RoomEnvironment>(id: "room")
  ///   .reducer(roomReducer)
  ///   .feature(match.lift(.optional(\.match), action: .case(\.match, RoomAction.match)))
  ///   .feature(row.lift(.each(\.rows), environment: \.rows))
  /// ```
  ///
  /// Its reducers run after those that were added before it. It is lifted, registered and unregistered
  /// as a part of this one; messages and ``Commit/reducers`` name it by its own id. Ids of effects, as
  /// in ``ActionEffect/cancellable(id:)``, are its own.
  public func feature(_ feature: Feature) -> Feature {
    changed {
      $0.reducers.append(.combine(id: feature.id, feature.reducers))
      $0.effects += feature.effects
      $0.feedbacks += feature.feedbacks
      $0.middleware += feature.middleware
      $0.registrables += feature.registrables
      $0.diagnostics += feature.diagnostics
    }
  }

  private func changed(_ change: (inout Feature) -> Void) -> Feature {
    var copy = self
    change(&copy)
    return copy
  }
}
