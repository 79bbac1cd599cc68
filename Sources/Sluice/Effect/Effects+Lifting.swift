extension Effects {
  /// Returns these effects for actions that wrap theirs, such as the cases of an enum.
  ///
  /// ```swift
  /// store.register(effects: SearchEffects().lift(action: \AppAction.search, embed: AppAction.search))
  /// ```
  ///
  /// Names, ids and the id of the registration stay the same: `unregisterEffects(ofType:)` finds
  /// them by the type that was lifted.
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if it is not these effects'. Must be pure: it
  ///     may be called while the store reduces, and several times for an action.
  ///   - embed: Wraps what the effects dispatch; actions of other types stay unchanged.
  public func lift<Global: Action, Input: Action, Output: Action>(
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> LiftedEffects<Self, Environment> {
    LiftedEffects(self) { $0.lift(action: extract, embed: embed) }
  }

  /// Returns these effects for a state that contains the one that their runs read.
  public func lift<Whole: Sendable, Part: Sendable>(
    state keyPath: any KeyPath<Whole, Part> & Sendable
  ) -> LiftedEffects<Self, Environment> {
    LiftedEffects(self) { $0.lift(state: keyPath) }
  }

  /// Returns these effects for a larger state, and for actions that wrap theirs.
  /// - Parameters:
  ///   - keyPath: The key path to the state that the effects' runs read.
  ///   - extract: Returns the wrapped action; `nil` if it is not these effects'. Must be pure.
  ///   - embed: Wraps what the effects dispatch; actions of other types stay unchanged.
  public func lift<
    Whole: Sendable,
    Part: Sendable,
    Global: Action,
    Input: Action,
    Output: Action
  >(
    state keyPath: any KeyPath<Whole, Part> & Sendable,
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> LiftedEffects<Self, Environment> {
    LiftedEffects(self) {
      $0.lift(state: keyPath, action: extract, embed: embed)
    }
  }

  /// Returns these effects for an environment from which theirs is made, once, at registration.
  public func lift<Whole: Sendable>(
    environment part: @escaping @Sendable (Whole) -> Environment
  ) -> LiftedEffects<Self, Whole> {
    LiftedEffects(self) { $0.lift(environment: part) }
  }
}

/// Effects that know their names, which are not those of stored properties.
protocol NamedEffects<Environment>: Effects {
  var named: [(name: String, effect: Effect<Environment>)] { get }
  var reports: [StoreDiagnostic] { get }
}

/// The effects of a type, lifted to another state, environment or actions.
///
/// Registered under the id of the type. `Sendable`, even if the type isn't:
///
/// ```swift
/// enum Parts {
///   static let search = SearchEffects().lift(state: \AppState.search)
/// }
/// store.register(effects: Parts.search)
/// ```
public struct LiftedEffects<Base: Effects, Environment: Sendable>: Effects, Sendable {
  let named: [(name: String, effect: Effect<Environment>)]
  let reports: [StoreDiagnostic]

  init(_ base: Base, _ lift: (Effect<Base.Environment>) -> Effect<Environment>) {
    named = base.namedEffects.map { (name: $0.name, effect: lift($0.effect)) }
    reports = base.diagnostics
  }

  /// The id of the type that was lifted.
  public static var id: String { Base.id }

  /// The lifted effects.
  public var enabledEffects: [Effect<Environment>] { named.map(\.effect) }
}

extension LiftedEffects: NamedEffects {}
