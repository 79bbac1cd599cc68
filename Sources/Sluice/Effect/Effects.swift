/// A type whose stored properties are effects: what a part of a program does asynchronously.
///
/// ```swift
/// final class TodosEffects: Effects<AppEnvironment> {
///   let fetch = Effect<AppEnvironment>.on(FetchTodos.self) { _, environment in
///     TodosFetched(todos: try await environment.api.todos())
///   }
/// }
/// store.register(effects: TodosEffects())
/// ```
///
/// The environment is named where a type conforms, as `Effects<AppEnvironment>`: it is not inferred
/// from the effects, nor from an `Environment` around the type.
///
/// The store registers every ``Effect`` among the stored properties, those of superclasses too;
/// implement ``enabledEffects`` to choose. Structs may conform as well. A `lazy` property is an effect
/// once it was read; one that was not is reported to ``Store/onDiagnostic``.
public protocol Effects<Environment>: SendableMetatype {
  /// What the effects need from outside. Name it as you conform: `Effects<AppEnvironment>`.
  associatedtype Environment: Sendable

  /// The effects to register; by default all among the stored properties, in order, those of
  /// superclasses first.
  var enabledEffects: [Effect<Environment>] { get }

  /// What the effects are registered under; by default the type's name.
  static var id: String { get }
}

extension Effects {
  /// All effects among the stored properties.
  public var enabledEffects: [Effect<Environment>] {
    storedEffects.map(\.effect)
  }

  /// The type's name.
  public static var id: String { "\(Self.self)" }

  /// The effects to register, each with the name that messages call it by.
  var namedEffects: [(name: String, effect: Effect<Environment>)] {
    let names = storedEffects
    return enabledEffects.enumerated().map { index, effect in
      let name = names.first { $0.effect === effect }?.name ?? "effect\(index + 1)"
      return (name: "\(Self.id).\(name)", effect: effect)
    }
  }

  /// The lazy properties that would be effects if anybody had read them; none where
  /// ``enabledEffects`` makes a choice.
  var unreadEffects: StoreDiagnostic? {
    let unread = storedProperties.filter { label, value in
      label?.hasPrefix("$__lazy_storage_$_") == true
        && value is any UnreadEffect && !(value is any AnyEffect)
    }
    let stored = storedEffects.map { ObjectIdentifier($0.effect) }
    guard !unread.isEmpty, enabledEffects.map(ObjectIdentifier.init) == stored else { return nil }
    return .unreadEffects(unread.map { Self.propertyName($0.label) }, of: Self.id)
  }

  /// The effects among the stored properties, each with its property's name.
  private var storedEffects: [(name: String, effect: Effect<Environment>)] {
    storedProperties.compactMap { label, value in
      guard let effect = value as? Effect<Environment> else { return nil }
      return (Self.propertyName(label), effect)
    }
  }

  /// All stored properties, those of superclasses first.
  private var storedProperties: [(label: String?, value: Any)] {
    var found: [(label: String?, value: Any)] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      // Superclasses are met last, and stand first.
      found = current.children.map { $0 } + found
      mirror = current.superclassMirror
    }
    return found
  }

  /// A lazy property is stored as `$__lazy_storage_$_name`.
  private static func propertyName(_ label: String?) -> String {
    label?.split(separator: "$").last.map { $0.drop { $0 == "_" } }.map(String.init) ?? "effect"
  }
}

/// A lazy effect's storage before the property was read: `nil`, of this type.
private protocol UnreadEffect {}

extension Optional: UnreadEffect where Wrapped: AnyEffect {}

/// Any effect, whatever it needs.
private protocol AnyEffect: AnyObject {}

extension Effect: AnyEffect {}
