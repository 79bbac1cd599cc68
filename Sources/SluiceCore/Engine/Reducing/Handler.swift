/// The implementation of a ``ReduceOn``: the actions that it handles, and what it does with them.
///
/// Not generic, so that neither registering a reducer nor the first dispatch of a type looks up
/// metadata. The state's type is that of the ``Reducer`` that holds the handler; a reducer never
/// passes its handlers to one of another state except through ``lifted(to:_:)``.
@usableFromInline
package final class Handler: Sendable {
  /// The actions that a handler handles.
  enum Scope: Sendable {
    /// Actions of one type, which has no subclasses.
    case type(any Action.Type)
    /// Actions of one type that were made from certain templates.
    case templates(TemplateScope)
    /// Actions whose type satisfies a predicate, which is evaluated once for each type.
    case matching(@Sendable (any Action.Type) -> Bool)
  }

  /// What a handler does.
  enum Work: Sendable {
    case body(HandlerBody)
    /// Makes the body for actions of exactly one type.
    case made(@Sendable (any Action.Type) -> HandlerBody)
  }

  let scope: Scope
  let work: Work
  /// Whether it may request follow-ups.
  let requestsFollowUps: Bool
  /// The part of a combined reducer that it belongs to; `nil` for that which is registered.
  let reducer: ReducerName?
  /// Returns the reducers within it that handle an action, `nil` for one without a name of its own; `nil`
  /// if there are none within it.
  let parts: Parts?

  typealias Parts = @Sendable (any Action) -> [ReducerName?]

  init(
    _ scope: Scope,
    _ work: Work,
    requestsFollowUps: Bool = false,
    reducer: ReducerName? = nil,
    parts: Parts? = nil
  ) {
    self.scope = scope
    self.work = work
    self.requestsFollowUps = requestsFollowUps
    self.reducer = reducer
    self.parts = parts
  }

  /// Handles one type of action, and its subclasses if it is a class.
  ///
  /// Inlined, so that the handler's closure is compiled into its body, and `isClass` is a constant.
  @inlinable
  convenience init<State, A: Action>(_ reduce: @escaping @Sendable (inout State, A) -> Void) {
    self.init(A.self, isClass: A.self is any AnyObject.Type, HandlerBody(reduce))
  }

  /// Handles one type of action, with an output.
  convenience init<State, A: Action>(
    requestsFollowUps: Bool,
    _ reduce: @escaping @Sendable (inout State, A, inout ReducerOutput) -> Void
  ) {
    self.init(
      A.self,
      isClass: A.self is any AnyObject.Type,
      HandlerBody(reduce),
      requestsFollowUps: requestsFollowUps
    )
  }

  @usableFromInline
  convenience init(
    _ type: any Action.Type,
    isClass: Bool,
    _ body: HandlerBody,
    requestsFollowUps: Bool = false
  ) {
    self.init(
      isClass ? .matching { isSameOrInherits($0, from: type) } : .type(type),
      .body(body),
      requestsFollowUps: requestsFollowUps
    )
  }

  /// Handles the actions made from templates, with an output.
  convenience init<State, Payload: Sendable>(
    ids: Set<String>,
    requestsFollowUps: Bool = false,
    _ reduce:
      @escaping @Sendable (inout State, AnonymousAction<Payload>, inout ReducerOutput) -> Void
  ) {
    self.init(
      .templates(TemplateScope(ids, Payload.self)),
      .body(HandlerBody(reduce)),
      requestsFollowUps: requestsFollowUps
    )
  }

  /// Handles the actions whose types satisfy a predicate, as `any Action`.
  convenience init<State>(
    matching accepts: @escaping @Sendable (any Action.Type) -> Bool,
    requestsFollowUps: Bool = false,
    _ reduce: @escaping @Sendable (inout State, any Action, inout ReducerOutput) -> Void
  ) {
    let body = HandlerBody(reduce)
    self.init(.matching(accepts), .made { body.boxing($0) }, requestsFollowUps: requestsFollowUps)
  }

  /// Returns the body for actions of exactly this type, to be called with the action's address;
  /// `nil` if this handler doesn't handle the type.
  ///
  /// - Parameter id: The id of the actions' template, if the caller has read it.
  func body(for type: any Action.Type, id: String?) -> HandlerBody? {
    switch scope {
    case .type(let own):
      return ObjectIdentifier(own) == ObjectIdentifier(type) ? work.body(for: type) : nil
    case .templates(let templates):
      guard let id, templates.handles(type), templates.ids.contains(id) else { return nil }
      return work.body(for: type)
    case .matching(let accepts):
      return accepts(type) ? work.body(for: type) : nil
    }
  }

  // MARK: - Derived handlers

  /// Returns this handler for a state that contains this one's.
  func lifted<Whole, Key, Part>(to place: Place<Whole, Key, Part>, _ key: Key) -> Handler {
    replacing { $0.lifted(to: place, key) }
  }

  /// Returns this handler, with the actions of its follow-ups transformed.
  func mappingFollowUps(_ transform: @escaping @Sendable (any Action) -> any Action) -> Handler {
    requestsFollowUps ? replacing { $0.mappingFollowUps(transform) } : self
  }

  private func replacing(
    _ transform: @escaping @Sendable (HandlerBody) -> HandlerBody
  ) -> Handler {
    let new: Work =
      switch work {
      case .body(let body): .body(transform(body))
      case .made(let make): .made { transform(make($0)) }
      }
    return with(scope, new, reducer)
  }

  private func with(_ scope: Scope, _ work: Work, _ reducer: ReducerName?) -> Handler {
    Handler(scope, work, requestsFollowUps: requestsFollowUps, reducer: reducer, parts: parts)
  }

  /// Returns this handler as that of a part of a combined reducer, unless it belongs to one.
  func belonging(to part: ReducerName) -> Handler {
    reducer != nil ? self : with(scope, work, part)
  }

  /// Returns this handler as one that calls others.
  func calling(_ parts: @escaping Parts) -> Handler {
    Handler(scope, work, requestsFollowUps: requestsFollowUps, reducer: reducer, parts: parts)
  }

  /// Returns this handler for those of its types of actions that satisfy a predicate; `nil` if none
  /// can.
  func limited(to accepts: @escaping @Sendable (any Action.Type) -> Bool) -> Handler? {
    switch scope {
    case .type(let type):
      return accepts(type) ? self : nil
    case .templates(let templates):
      return accepts(templates.type) ? self : nil
    case .matching(let acceptsOwn):
      return with(.matching { acceptsOwn($0) && accepts($0) }, work, reducer)
    }
  }
}

extension Handler.Work {
  fileprivate func body(for type: any Action.Type) -> HandlerBody {
    switch self {
    case .body(let body): body
    case .made(let make): make(type)
    }
  }
}

/// A predicate of actions made from certain templates with one type of payload.
@safe
struct TemplateScope: Sendable {
  let type: any Action.Type
  let ids: Set<String>
  /// Reads the id of an action of this type.
  let id: @Sendable (UnsafeRawPointer) -> String

  init<Payload: Sendable>(_ ids: Set<String>, _: Payload.Type) {
    type = AnonymousAction<Payload>.self
    self.ids = ids
    // The list is that of this type, so the action at the address has it.
    unsafe id = { unsafe $0.assumingMemoryBound(to: AnonymousAction<Payload>.self).pointee.id }
  }

  func handles(_ other: any Action.Type) -> Bool {
    ObjectIdentifier(type) == ObjectIdentifier(other)
  }
}

/// Returns whether a type is another, or a subclass of it.
func isSameOrInherits(_ type: any Action.Type, from other: any Action.Type) -> Bool {
  func isOther<Other: Action>(_: Other.Type) -> Bool {
    type is Other.Type
  }
  return isOther(other)
}
