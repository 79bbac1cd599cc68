/// A handler's function on the addresses of a state and an action.
///
/// Not a closure of state and action: passing such a closure through generic code wraps it in a
/// function each way, and a dispatch would call them all. The initializers are inlined where the
/// types are known, and the handler mostly into them.
///
/// The caller of `reduce` guarantees that a state and an action of the body's types are at the
/// addresses: ``HandlerList`` selects bodies by the action's type, and ``Handler`` says why the
/// state's type is right.
@usableFromInline
@frozen
@safe
struct HandlerBody: Sendable {
  @usableFromInline
  typealias Reduce =
    @Sendable (_ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer, inout ReducerOutput) ->
    Void

  @usableFromInline let reduce: Reduce

  @inlinable
  init<State, A>(_ reduce: @escaping @Sendable (inout State, A) -> Void) {
    unsafe self.reduce = { state, action, _ in
      unsafe reduce(
        &state.assumingMemoryBound(to: State.self).pointee,
        action.assumingMemoryBound(to: A.self).pointee
      )
    }
  }

  /// Creates a body that also writes an output.
  init<State, A>(_ reduce: @escaping @Sendable (inout State, A, inout ReducerOutput) -> Void) {
    unsafe self.reduce = { state, action, output in
      unsafe reduce(
        &state.assumingMemoryBound(to: State.self).pointee,
        action.assumingMemoryBound(to: A.self).pointee,
        &output
      )
    }
  }

  init(atAddress reduce: @escaping Reduce) {
    unsafe self.reduce = reduce
  }

  /// Does nothing.
  static let none = unsafe HandlerBody(atAddress: { _, _, _ in })

  /// Returns the body for a state that has this one's at a place; does nothing while it is absent.
  func lifted<Whole, Key, Part>(to place: Place<Whole, Key, Part>, _ key: Key) -> HandlerBody {
    unsafe HandlerBody(atAddress: { [self, update = place.update] whole, action, output in
      _ = unsafe update(&whole.assumingMemoryBound(to: Whole.self).pointee, key) { part in
        unsafe withUnsafeMutablePointer(to: &part) {
          unsafe reduce(UnsafeMutableRawPointer($0), action, &output)
        }
      }
    })
  }

  /// Returns this body, with the actions of its follow-ups transformed.
  func mappingFollowUps(
    _ transform: @escaping @Sendable (any Action) -> any Action
  ) -> HandlerBody {
    unsafe HandlerBody(atAddress: { [self] state, action, output in
      let count = output.followUps.count
      unsafe reduce(state, action, &output)
      output.mapFollowUps(from: count) { $0.map(transform) }
    })
  }

  /// Returns a body for actions of a type, from this one, which expects an `any Action`.
  func boxing(_ type: any Action.Type) -> HandlerBody {
    func open<A: Action>(_: A.Type) -> HandlerBody {
      unsafe HandlerBody(atAddress: { [self] state, action, output in
        let action: any Action = unsafe action.assumingMemoryBound(to: A.self).pointee
        unsafe withUnsafePointer(to: action) {
          unsafe reduce(state, UnsafeRawPointer($0), &output)
        }
      })
    }
    return open(type)
  }
}
