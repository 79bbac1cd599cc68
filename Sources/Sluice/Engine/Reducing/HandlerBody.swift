/// What a handler does with an action that lies at an address, and whose type the caller has looked
/// at.
///
/// Not a closure that takes the action as itself: passed through code that is generic over the
/// action, that one is wrapped in a function for each way in and out, and a dispatch would call them
/// all. The initializer is inlined where the type is known, and the handler mostly into it.
@usableFromInline
@safe
struct HandlerBody<State: Sendable>: Sendable {
  @usableFromInline let reduce: @Sendable (inout State, UnsafeRawPointer) -> Void

  @inlinable
  init<A>(_ reduce: @escaping @Sendable (inout State, A) -> Void) {
    unsafe self.reduce = { state, action in
      unsafe reduce(&state, action.assumingMemoryBound(to: A.self).pointee)
    }
  }

  /// The same for another state that has this one's in it.
  func lifted<Whole: Sendable>(by lens: StateLens<Whole, State>) -> HandlerBody<Whole> {
    unsafe HandlerBody<Whole>(atAddress: { [self] whole, action in
      lens.change(&whole) { unsafe reduce(&$0, action) }
    })
  }

  private init(atAddress reduce: @escaping @Sendable (inout State, UnsafeRawPointer) -> Void) {
    unsafe self.reduce = reduce
  }
}
