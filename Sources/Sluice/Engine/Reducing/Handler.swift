/// What stands behind a ``ReduceOn``: a closure, and which actions it takes.
///
/// Asked once for each type of action, when the store makes its ``HandlerList``; a dispatch calls
/// the closures only.
@usableFromInline
class Handler<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; no subclass has a `var`.

  /// The one type that this handler takes, if it is one and has no subclasses.
  var exactType: ObjectIdentifier? { nil }

  /// The ids that an ``AnonymousAction`` must have; `nil` when any will do.
  var templateIDs: Set<String>? { nil }

  /// Whether it has more to say than the state shows.
  var asksForFollowUps: Bool { false }

  /// The same handler, with a place for its follow-ups.
  func bound(to followUps: FollowUpBox) -> Handler<State> { self }

  /// The closure for actions of exactly this type; `nil` when they are none of its business.
  ///
  /// Where ``templateIDs`` are given, the caller has looked at the id already.
  func body<A: Action>(for type: A.Type) -> HandlerBody<State>? {
    guard let body = erasedBody(for: type) else { return nil }
    return HandlerBody { (state, action: A) in body(&state, action) }
  }

  /// The same for callers that do not know the type when they are compiled.
  ///
  /// Looks at ids itself.
  func erasedBody(for type: any Action.Type) -> (@Sendable (inout State, any Action) -> Void)? {
    nil
  }
}

/// Takes one type of action, and its subclasses where it is a class.
@usableFromInline
final class TypedHandler<State: Sendable, Taken: Action>: Handler<State>, @unchecked Sendable {
  private let body: HandlerBody<State>

  @usableFromInline
  init(_ body: HandlerBody<State>) {
    self.body = body
  }

  convenience init(_ reduce: @escaping @Sendable (inout State, Taken) -> Void) {
    self.init(HandlerBody(reduce))
  }

  override var exactType: ObjectIdentifier? {
    Taken.self is any AnyObject.Type ? nil : ObjectIdentifier(Taken.self)
  }

  override func body<A: Action>(for type: A.Type) -> HandlerBody<State>? {
    type == Taken.self ? body : nil
  }

  override func erasedBody(
    for type: any Action.Type
  ) -> (@Sendable (inout State, any Action) -> Void)? {
    guard type is Taken.Type else { return nil }
    return { [body] state, action in
      guard let action = action as? Taken else { return }
      unsafe withUnsafePointer(to: action) { unsafe body.reduce(&state, UnsafeRawPointer($0)) }
    }
  }
}

/// Takes the actions made from some templates.
final class TemplateHandler<State: Sendable, Payload: Sendable>: Handler<State>,
  @unchecked Sendable
{
  private let ids: Set<String>
  private let reduce: @Sendable (inout State, AnonymousAction<Payload>) -> Void

  init(
    ids: Set<String>,
    _ reduce: @escaping @Sendable (inout State, AnonymousAction<Payload>) -> Void
  ) {
    self.ids = ids
    self.reduce = reduce
  }

  override var exactType: ObjectIdentifier? { ObjectIdentifier(AnonymousAction<Payload>.self) }
  override var templateIDs: Set<String>? { ids }

  override func body<A: Action>(for type: A.Type) -> HandlerBody<State>? {
    type == AnonymousAction<Payload>.self ? HandlerBody(reduce) : nil
  }

  override func erasedBody(
    for type: any Action.Type
  ) -> (@Sendable (inout State, any Action) -> Void)? {
    guard type == AnonymousAction<Payload>.self else { return nil }
    return { [ids, reduce] state, action in
      guard let action = action as? AnonymousAction<Payload>, ids.contains(action.id) else {
        return
      }
      reduce(&state, action)
    }
  }
}

/// Takes several types of actions, or all, without knowing them when it is compiled.
final class ErasedHandler<State: Sendable>: Handler<State>, @unchecked Sendable {
  private let types: [any Action.Type]?
  private let reduce: @Sendable (inout State, any Action) -> Void

  init(types: [any Action.Type]?, reduce: @escaping @Sendable (inout State, any Action) -> Void) {
    self.types = types
    self.reduce = reduce
  }

  override func erasedBody(
    for type: any Action.Type
  ) -> (@Sendable (inout State, any Action) -> Void)? {
    if let types, !types.contains(where: { isSameOrInherits(type, from: $0) }) { return nil }
    return reduce
  }
}

/// Whether a type is another, or a subclass of it.
func isSameOrInherits(_ type: any Action.Type, from other: any Action.Type) -> Bool {
  func isOther<Other: Action>(_: Other.Type) -> Bool {
    type is Other.Type
  }
  return isOther(other)
}
