/// What some handlers do with an action that another one unwraps.
///
/// Closures are found once for each type of action and not at each action.
enum HandlerBodies<State: Sendable> {
  /// The closures for one type, which is no class, as if they were one.
  static func merged<A: Action>(
    _ handlers: [Handler<State>],
    for type: A.Type
  ) -> @Sendable (inout State, A) -> Void {
    if type is any AnyObject.Type {
      let table = Table(handlers)
      return { state, action in table.reduce(&state, action) }
    }
    let bodies = handlers.compactMap { handler -> HandlerBody<State>? in
      if handler.templateIDs == nil { return handler.body(for: type) }
      // Looks at the id.
      guard let body = handler.erasedBody(for: type) else { return nil }
      return HandlerBody { (state, action: A) in body(&state, action) }
    }
    return { state, action in
      unsafe withUnsafePointer(to: action) { action in
        for body in bodies { unsafe body.reduce(&state, UnsafeRawPointer(action)) }
      }
    }
  }

  /// The closures for each type that comes.
  final class Table: @unchecked Sendable {
    // `@unchecked`: `found` is guarded by `lock`.
    private let handlers: [Handler<State>]
    private let lock = OwnedLock()
    private var found: [ObjectIdentifier: [@Sendable (inout State, any Action) -> Void]] = [:]

    init(_ handlers: [Handler<State>]) {
      self.handlers = handlers
    }

    func reduce(_ state: inout State, _ action: any Action) {
      for body in bodies(for: type(of: action)) { body(&state, action) }
    }

    private func bodies(
      for type: any Action.Type
    ) -> [@Sendable (inout State, any Action) -> Void] {
      lock.withLock {
        if let known = found[ObjectIdentifier(type)] { return known }
        let bodies = handlers.compactMap { $0.erasedBody(for: type) }
        found[ObjectIdentifier(type)] = bodies
        return bodies
      }
    }
  }
}
