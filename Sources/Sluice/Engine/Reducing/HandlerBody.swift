/// What a handler does to a state at an address with an action at an address.
///
/// Not a closure that takes state and action as themselves: passed through generic code, that one
/// is wrapped in a function for each way in and out, and a dispatch would call them all. The
/// initializers are inlined where the types are known, and the handler mostly into them.
///
/// Who calls `reduce` vouches that a state and an action of the body's types are at the addresses:
/// ``HandlerList`` selects bodies by the action's type, and ``Handler`` says why the state's type is
/// right.
@usableFromInline
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

  /// A body that has more to say than the state shows.
  init<State, A>(_ reduce: @escaping @Sendable (inout State, A, inout ReducerOutput) -> Void) {
    unsafe self.reduce = { state, action, output in
      unsafe reduce(
        &state.assumingMemoryBound(to: State.self).pointee,
        action.assumingMemoryBound(to: A.self).pointee,
        &output
      )
    }
  }

  private init(atAddress reduce: @escaping Reduce) {
    unsafe self.reduce = reduce
  }

  /// Does nothing.
  static let none = unsafe HandlerBody(atAddress: { _, _, _ in })

  /// The same for a state that contains this one's.
  func lifted<Whole: Sendable, Part: Sendable>(by lens: StateLens<Whole, Part>) -> HandlerBody {
    unsafe HandlerBody(atAddress: { [self] whole, action, output in
      unsafe lens.change(&whole.assumingMemoryBound(to: Whole.self).pointee) { part in
        unsafe withUnsafeMutablePointer(to: &part) {
          unsafe reduce(UnsafeMutableRawPointer($0), action, &output)
        }
      }
    })
  }

  /// The same, whose new follow-ups dispatch other actions.
  func mappingFollowUps(
    _ transform: @escaping @Sendable (any Action) -> any Action
  ) -> HandlerBody {
    unsafe HandlerBody(atAddress: { [self] state, action, output in
      let count = output.followUps.count
      unsafe reduce(state, action, &output)
      output.mapFollowUps(from: count) { $0.map(transform) }
    })
  }

  /// A body for actions of a type, made from this one, which expects an `any Action`.
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
