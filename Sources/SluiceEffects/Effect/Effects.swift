package import SluiceCore

/// A type whose stored properties are effects: the asynchronous work of one part of a program.
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
/// Name the environment in the conformance, as `Effects<AppEnvironment>`: it is not inferred from
/// the effects, nor from an enclosing `Environment`.
///
/// The store registers every ``Effect`` among the stored properties, including those of
/// superclasses; implement ``enabledEffects`` to choose. Structs can conform as well. A computed
/// property is not found: declare effects with `let`. A `lazy` property counts once it has been read;
/// an unread one is reported to ``Store/onDiagnostic``, and so are a ``Trigger`` without a verb and a
/// type without any effect.
public protocol Effects<Environment>: SendableMetatype {
  /// The dependencies of the effects. Name it in the conformance: `Effects<AppEnvironment>`.
  associatedtype Environment: Sendable

  /// The effects to register; by default, all effects among the stored properties, in order, those
  /// of superclasses first.
  var enabledEffects: [Effect<Environment>] { get }

  /// The id under which the effects are registered; by default, the type's name with its module and
  /// the types around it, such as `Shop.Login.Work`.
  static var id: String { get }
}

extension Effects {
  /// All effects among the stored properties.
  public var enabledEffects: [Effect<Environment>] {
    storedEffects.map(\.effect)
  }

  /// The type's name with its module and the types around it.
  public static var id: String { String(reflecting: Self.self) }

  /// The name in messages: an `id` that was written for it, otherwise the type's name with the types
  /// around it, such as `Login.Work`.
  static var name: String {
    id == String(reflecting: Self.self) ? String(nestedNameOf: Self.self) : id
  }

  /// The effects to register, each with its name in messages.
  package var namedEffects: [(name: String, effect: Effect<Environment>)] {
    let names = storedEffects
    return enabledEffects.enumerated().map { index, effect in
      let name = names.first { $0.effect === effect }?.name ?? "effect\(index + 1)"
      return (name: "\(Self.name).\(name)", effect: effect)
    }
  }

  /// The diagnostics of effects that are not registered: none found, lazy ones that were never read,
  /// those with another environment, and triggers without a verb; none if ``enabledEffects`` makes a choice.
  package var diagnostics: [StoreDiagnostic] {
    let stored = storedEffects.map { ObjectIdentifier($0.effect) }
    guard enabledEffects.map(ObjectIdentifier.init) == stored else { return [] }
    let properties = storedProperties
    let unread = properties.filter { label, value in
      label?.hasPrefix("$__lazy_storage_$_") == true
        && value is any UnreadEffect && !(value is any AnyEffect)
    }
    let foreign = properties.filter {
      $0.value is any AnyEffect && !($0.value is Effect<Environment>)
    }
    let triggers = properties.flatMap { label, value in
      Self.triggers(in: value).map {
        "\(Self.propertyName(label)) (\($0.site.position))"
      }
    }
    var diagnostics: [StoreDiagnostic] = []
    if !unread.isEmpty {
      diagnostics.append(.unreadEffects(unread.map { Self.propertyName($0.label) }, of: Self.name))
    }
    if !triggers.isEmpty { diagnostics.append(.triggersWithoutVerb(triggers, of: Self.name)) }
    if stored.isEmpty && unread.isEmpty && foreign.isEmpty && triggers.isEmpty {
      diagnostics.append(.noEffects(of: Self.name))
    }
    if !foreign.isEmpty {
      diagnostics.append(
        .foreignEffects(foreign.map { Self.propertyName($0.label) }, of: Self.name)
      )
    }
    return diagnostics
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
      // Superclasses are visited last and come first.
      found = current.children.map { $0 } + found
      mirror = current.superclassMirror
    }
    return found
  }

  /// Returns the triggers that a value is, or has: an optional, an array, a tuple or a dictionary of them.
  private static func triggers(in value: Any, depth: Int = 0) -> [any AnyTrigger] {
    if let trigger = value as? any AnyTrigger { return [trigger] }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional, .collection, .dictionary, .set, .tuple:
      // Deep enough for what one writes; an endless collection has no mirror of its children.
      if depth == 3 { return [] }
      return mirror.children.prefix(1_000).flatMap { triggers(in: $0.value, depth: depth + 1) }
    default: return []
    }
  }

  /// Returns the property of a label; a lazy one is stored as `$__lazy_storage_$_name`.
  private static func propertyName(_ label: String?) -> String {
    label?.split(separator: "$").last.map { $0.drop { $0 == "_" } }.map(String.init) ?? "effect"
  }
}

/// The storage of a lazy effect before it is read: `nil`, of this type.
private protocol UnreadEffect {}

extension Optional: UnreadEffect where Wrapped: AnyEffect {}

/// An effect of any environment.
private protocol AnyEffect: AnyObject {}

extension Effect: AnyEffect {}

/// A trigger of any environment.
private protocol AnyTrigger {
  var site: ActionOrigin.Site { get }
}

extension Trigger: AnyTrigger {}
