/// The handlers of one type of action, in order, ready to be called.
@usableFromInline
@safe
package final class HandlerList: Sendable {
  /// How a dispatch proceeds; read first, and only once.
  @usableFromInline
  enum Kind: UInt8, Sendable {
    /// No handler handles the type.
    case none
    /// One handler handles the type, as for most types.
    case one
    case several
    /// Actions of this type differ by the template that they were made from.
    case routed
  }

  let actionType: any Action.Type
  @usableFromInline let kind: Kind
  /// The first handler.
  ///
  /// A constant field of an object that lives throughout the call, so that calling it retains
  /// nothing.
  @usableFromInline let first: HandlerBody
  let others: ContiguousArray<HandlerBody>
  /// The handlers, in order.
  let handlers: ContiguousArray<NamedHandler>
  /// The lists that replace this one for actions made from certain templates.
  private let routes: [String: HandlerList]
  private let templates: TemplateScope?

  /// Creates the list of a type.
  /// - Parameters:
  ///   - candidates: The handlers that may handle the type, in order.
  ///   - check: Has them run twice.
  convenience init(
    for type: any Action.Type,
    among candidates: ContiguousArray<NamedHandler>,
    _ check: ReducerCheck? = nil
  ) {
    self.init(for: type, id: nil, among: candidates, check)
  }

  /// Creates the list of a type for handlers that aren't registered.
  convenience init(for type: any Action.Type, among handlers: [Handler]) {
    let candidates = handlers.map { NamedHandler(name: nil, handler: $0) }
    self.init(for: type, id: nil, among: ContiguousArray(candidates), nil)
  }

  private init(
    for type: any Action.Type,
    id: String?,
    among candidates: ContiguousArray<NamedHandler>,
    _ check: ReducerCheck?
  ) {
    var first: HandlerBody?
    var others: ContiguousArray<HandlerBody> = []
    var handlers: ContiguousArray<NamedHandler> = []
    var templates: TemplateScope?
    var ids: Set<String> = []
    for candidate in candidates {
      if id == nil, case .templates(let scope) = candidate.handler.scope, scope.handles(type) {
        templates = scope
        ids.formUnion(scope.ids)
      }
      guard var body = candidate.handler.body(for: type, id: id) else { continue }
      if let check, candidate.name != nil, let name = candidate.reducer {
        body = check.checking(body, name, type)
      }
      handlers.append(candidate)
      if first == nil { first = body } else { others.append(body) }
    }
    actionType = type
    self.first = first ?? .none
    self.others = others
    self.handlers = handlers
    self.templates = templates
    routes = ids.reduce(into: [:]) { routes, id in
      routes[id] = HandlerList(for: type, id: id, among: candidates, check)
    }
    kind =
      switch (templates, first, others.isEmpty) {
      case (.some, _, _): .routed
      case (nil, nil, _): .none
      case (nil, .some, true): .one
      case (nil, .some, false): .several
      }
  }

  /// The list for the action at an address: this one, or that of the action's template; `nil` if no
  /// handler handles it.
  func resolved(for action: UnsafeRawPointer) -> HandlerList? {
    switch kind {
    case .none: return nil
    case .one, .several: return self
    case .routed:
      guard let templates, let list = unsafe routes[templates.id(action)] else {
        return handlers.isEmpty ? nil : self
      }
      return list
    }
  }

  #if DEBUG
    /// Returns the number of handlers that handle an action of this list's type.
    func count(for action: any Action) -> Int {
      let list = unsafe withAddress(of: action) { unsafe resolved(for: $0) }
      return list?.handlers.count ?? 0
    }
  #endif

  /// Returns the reducers that handle an action of this list's type, in order, those of a lifted part
  /// among them.
  func reducers(for action: any Action) -> [ReducerName] {
    var reducers: [ReducerName] = []
    for case .some(let name) in names(for: action) where name !== reducers.last {
      reducers.append(name)
    }
    return reducers
  }

  /// Returns the reducers that handle an action of this list's type; `nil` for one that has no name
  /// of its own.
  func names(for action: any Action) -> [ReducerName?] {
    guard let list = unsafe withAddress(of: action, { unsafe resolved(for: $0) }) else { return [] }
    return list.handlers.flatMap { handler in
      let name = handler.reducer
      let parts = handler.handler.parts?(action) ?? []
      return parts.isEmpty ? [name] : parts.map { $0 ?? name }
    }
  }

  /// Calls all handlers that handle an action of this list's type.
  package func reduce<State, A: Action>(
    _ state: inout State,
    _ action: A,
    _ output: inout ReducerOutput
  ) {
    if kind == .none { return }
    unsafe withUnsafePointer(to: action) { action in
      unsafe withUnsafeMutablePointer(to: &state) { state in
        unsafe reduce(UnsafeMutableRawPointer(state), UnsafeRawPointer(action), &output)
      }
    }
  }

  /// Calls all handlers that handle the action at an address, which is of this list's type.
  func reduce(
    _ state: UnsafeMutableRawPointer,
    _ action: UnsafeRawPointer,
    _ output: inout ReducerOutput
  ) {
    guard let list = unsafe resolved(for: action) else { return }
    unsafe list.first.reduce(state, action, &output)
    for body in list.others { unsafe body.reduce(state, action, &output) }
  }
}

/// A handler, and the reducer with which it is registered.
struct NamedHandler: Sendable {
  let name: ReducerName?
  let handler: Handler

  /// The reducer that it belongs to; `nil` for one that has no name.
  var reducer: ReducerName? { handler.reducer ?? name }
}
