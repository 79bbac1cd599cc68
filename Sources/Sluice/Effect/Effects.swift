/// A type whose stored properties are effects: what a part of a program does asynchronously.
///
/// ```swift
/// final class TodosEffects: Effects {
///   typealias Environment = AppEnvironment
///   let fetch = Effect<AppEnvironment>.on(FetchTodos.self) { _, environment in
///     TodosFetched(todos: try await environment.api.todos())
///   }
/// }
/// store.register(effects: TodosEffects())
/// ```
///
/// The store registers every ``Effect`` among the stored properties, those of superclasses too;
/// implement ``enabledEffects`` to choose. Structs may conform as well.
public protocol Effects<Environment>: SendableMetatype {
  /// What the effects need from outside.
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

  /// The effects among the stored properties, each with its property's name.
  var storedEffects: [(name: String, effect: Effect<Environment>)] {
    var found: [(name: String, effect: Effect<Environment>)] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      // Superclasses are met last, and stand first.
      found =
        current.children.compactMap { child in
          guard let effect = child.value as? Effect<Environment> else { return nil }
          return (Self.propertyName(child.label), effect)
        } + found
      mirror = current.superclassMirror
    }
    return found
  }

  /// A lazy property is stored as `$__lazy_storage_$_name`.
  private static func propertyName(_ label: String?) -> String {
    label?.split(separator: "$").last.map { $0.drop { $0 == "_" } }.map(String.init) ?? "effect"
  }
}
