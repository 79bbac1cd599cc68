// Handlers made from others: for a larger state, for fewer types of actions.

/// Another handler, for a state that has that one's in it.
final class LiftedHandler<State: Sendable, Part: Sendable>: Handler<State>, @unchecked Sendable {
  // `@unchecked`: as the superclass; there is no `var`.
  private let base: Handler<Part>
  private let lens: StateLens<State, Part>

  init(_ base: Handler<Part>, _ lens: StateLens<State, Part>) {
    self.base = base
    self.lens = lens
  }

  override var exactType: ObjectIdentifier? { base.exactType }
  override var templateIDs: Set<String>? { base.templateIDs }

  override func body<A: Action>(for type: A.Type) -> HandlerBody<State>? {
    base.body(for: type)?.lifted(by: lens)
  }

  override func erasedBody(
    for type: any Action.Type
  ) -> (@Sendable (inout State, any Action) -> Void)? {
    guard let body = base.erasedBody(for: type) else { return nil }
    return { [lens] whole, action in lens.change(&whole) { body(&$0, action) } }
  }
}

/// Another handler, for those of its types of actions only that pass a test.
final class LimitedHandler<State: Sendable>: Handler<State>, @unchecked Sendable {
  // `@unchecked`: as the superclass; there is no `var`.
  private let base: Handler<State>
  private let accepts: @Sendable (any Action.Type) -> Bool

  init(_ base: Handler<State>, accepts: @escaping @Sendable (any Action.Type) -> Bool) {
    self.base = base
    self.accepts = accepts
  }

  override var exactType: ObjectIdentifier? { base.exactType }
  override var templateIDs: Set<String>? { base.templateIDs }

  override func body<A: Action>(for type: A.Type) -> HandlerBody<State>? {
    accepts(type) ? base.body(for: type) : nil
  }

  override func erasedBody(
    for type: any Action.Type
  ) -> (@Sendable (inout State, any Action) -> Void)? {
    accepts(type) ? base.erasedBody(for: type) : nil
  }
}

/// Other handlers, called together, with something done before and after.
///
/// Open for every type, and none of its business when none of the others takes it.
final class SurroundingHandler<State: Sendable>: Handler<State>, @unchecked Sendable {
  // `@unchecked`: as the superclass; there is no `var`.
  typealias Surrounding =
    @Sendable (inout State, any Action, _ reduce: (inout State) -> Void) -> Void

  private let bases: [Handler<State>]
  private let surrounding: Surrounding

  init(_ bases: [Handler<State>], surrounding: @escaping Surrounding) {
    self.bases = bases
    self.surrounding = surrounding
  }

  override func erasedBody(
    for type: any Action.Type
  ) -> (@Sendable (inout State, any Action) -> Void)? {
    let bodies = bases.compactMap { $0.erasedBody(for: type) }
    if bodies.isEmpty { return nil }
    return { [surrounding] state, action in
      surrounding(&state, action) { state in
        for body in bodies { body(&state, action) }
      }
    }
  }
}
