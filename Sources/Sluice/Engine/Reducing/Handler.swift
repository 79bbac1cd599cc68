/// The implementation of a ``ReduceOn``: the actions that it handles, and what it does with them.
///
/// Not generic, so that neither registering a reducer nor the first dispatch of a type looks up
/// metadata. The state's type is that of the ``Reducer`` that holds the handler; a reducer never
/// passes its handlers to one of another state except through ``lifted(by:)``.
@usableFromInline
final class Handler: Sendable {
  /// The actions that a handler handles.
  enum Scope: Sendable {
    /// Actions of one type, which has no subclasses.
    case type(any Action.Type)
    /// Actions of one type that were made from certain templates.
    case templates(TemplateScope)
    /// Actions whose type satisfies a predicate, which is evaluated once for each type.
    case matching(@Sendable (any Action.Type) -> Bool)
  }

  /// The follow-ups that a handler may request, and how far lifts have wrapped their actions.
  @usableFromInline
  enum FollowUps: Sendable {
    case none
    /// Their actions are of the kind that the handler handles.
    case own
    /// Their actions were transformed for the next lift, which leaves them as they are.
    case mapped
    /// Their actions remain those of a reducer, though it was lifted to actions that wrap them.
    case unwrapped(ReducerName, in: any Action.Type)
    /// Those of a reducer that refers to itself, which are known once it is complete.
    indirect case ofRecursion(@Sendable () -> FollowUps)
  }

  /// What a handler does.
  enum Work: Sendable {
    case body(HandlerBody)
    /// Makes the body for actions of exactly one type.
    case made(@Sendable (any Action.Type) -> HandlerBody)
  }

  let scope: Scope
  let work: Work
  let followUps: FollowUps
  /// The part of a combined reducer that it belongs to; `nil` for that which is registered.
  let reducer: ReducerName?

  init(
    _ scope: Scope,
    _ work: Work,
    followUps: FollowUps = .none,
    reducer: ReducerName? = nil
  ) {
    self.scope = scope
    self.work = work
    self.followUps = followUps
    self.reducer = reducer
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
    followUps: FollowUps,
    _ reduce: @escaping @Sendable (inout State, A, inout ReducerOutput) -> Void
  ) {
    self.init(
      A.self,
      isClass: A.self is any AnyObject.Type,
      HandlerBody(reduce),
      followUps: followUps
    )
  }

  @usableFromInline
  convenience init(
    _ type: any Action.Type,
    isClass: Bool,
    _ body: HandlerBody,
    followUps: FollowUps = .none
  ) {
    self.init(
      isClass ? .matching { isSameOrInherits($0, from: type) } : .type(type),
      .body(body),
      followUps: followUps
    )
  }

  /// Handles the actions made from templates.
  convenience init<State, Payload: Sendable>(
    ids: Set<String>,
    _ reduce: @escaping @Sendable (inout State, AnonymousAction<Payload>) -> Void
  ) {
    self.init(.templates(TemplateScope(ids, Payload.self)), .body(HandlerBody(reduce)))
  }

  /// Handles the actions made from templates, with an output.
  convenience init<State, Payload: Sendable>(
    ids: Set<String>,
    followUps: FollowUps,
    _ reduce:
      @escaping @Sendable (inout State, AnonymousAction<Payload>, inout ReducerOutput) -> Void
  ) {
    self.init(
      .templates(TemplateScope(ids, Payload.self)),
      .body(HandlerBody(reduce)),
      followUps: followUps
    )
  }

  /// Handles the actions whose types satisfy a predicate, as `any Action`.
  convenience init<State>(
    matching accepts: @escaping @Sendable (any Action.Type) -> Bool,
    followUps: FollowUps = .none,
    _ reduce: @escaping @Sendable (inout State, any Action, inout ReducerOutput) -> Void
  ) {
    let body = HandlerBody(reduce)
    self.init(.matching(accepts), .made { body.boxing($0) }, followUps: followUps)
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
  func lifted<Whole: Sendable, Part: Sendable>(by lens: StateLens<Whole, Part>) -> Handler {
    replacing(followUps) { $0.lifted(by: lens) }
  }

  /// Returns this handler, with the actions of its follow-ups transformed.
  func mappingFollowUps(_ transform: @escaping @Sendable (any Action) -> any Action) -> Handler {
    if case .none = followUps { return self }
    return replacing(followUps.mapped) { $0.mappingFollowUps(transform) }
  }

  /// Returns this handler, retaining what it refers to.
  func retaining(_ object: any AnyObject & Sendable) -> Handler {
    replacing(followUps) { $0.retaining(object) }
  }

  private func replacing(
    _ followUps: FollowUps,
    _ transform: @escaping @Sendable (HandlerBody) -> HandlerBody
  ) -> Handler {
    let new: Work =
      switch work {
      case .body(let body): .body(transform(body))
      case .made(let make): .made { transform(make($0)) }
      }
    return Handler(scope, new, followUps: followUps, reducer: reducer)
  }

  /// Returns this handler as that of a part of a combined reducer, unless it belongs to one.
  func belonging(to part: ReducerName) -> Handler {
    reducer != nil ? self : Handler(scope, work, followUps: followUps, reducer: part)
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
      return Handler(
        .matching { acceptsOwn($0) && accepts($0) },
        work,
        followUps: followUps,
        reducer: reducer
      )
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

extension Handler.FollowUps {
  /// Whether there may be any.
  var areRequested: Bool {
    if case .none = known { false } else { true }
  }

  /// The reducer whose actions nothing wraps, and the type that would; `nil` if there is none.
  var unwrapped: (reducer: ReducerName, whole: any Action.Type)? {
    if case .unwrapped(let reducer, in: let whole) = known { (reducer, whole) } else { nil }
  }

  /// These, not of a recursion any longer; asked for when the reducer is complete.
  var known: Self {
    if case .ofRecursion(let find) = self { find().known } else { self }
  }

  /// Returns those of several handlers: what the next lift must wrap counts first.
  static func joined(_ all: [Self]) -> Self {
    if all.contains(where: \.isOfRecursion) {
      return .ofRecursion { joined(all.map(\.known)) }
    }
    return all.max { $0.rank < $1.rank } ?? .none
  }

  private var isOfRecursion: Bool {
    if case .ofRecursion = self { true } else { false }
  }

  /// The position in the order in which those of several handlers count.
  var rank: Int {
    switch self {
    case .none: 0
    case .mapped: 1
    case .own: 2
    case .unwrapped: 3
    case .ofRecursion: known.rank
    }
  }

  /// Those of a handler whose follow-ups' actions were transformed.
  var mapped: Self {
    switch self {
    case .none: .none
    case .mapped, .own, .unwrapped: .mapped
    case .ofRecursion(let find): .ofRecursion { find().mapped }
    }
  }

  /// Returns those of a handler that was lifted to wrapping actions, and wraps nothing itself.
  func lifted(_ reducer: ReducerName, to whole: any Action.Type) -> Self {
    switch self {
    case .none, .unwrapped: self
    case .own: .unwrapped(reducer, in: whole)
    case .mapped: .own
    case .ofRecursion(let find): .ofRecursion { find().lifted(reducer, to: whole) }
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
