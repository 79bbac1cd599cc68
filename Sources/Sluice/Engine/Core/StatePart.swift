/// A part of a state, or all of it.
struct StatePart<State: Sendable, Part: Sendable>: Sendable {
  let get: @Sendable (State) -> Part
  let set: @Sendable (inout State, Part) -> Void
  /// Whether getting and setting it calls no user code.
  let isStored: Bool
  /// Whether it is the whole state.
  let isWhole: Bool

  init(_ keyPath: any WritableKeyPath<State, Part> & Sendable) {
    get = { $0[keyPath: keyPath] }
    set = { $0[keyPath: keyPath] = $1 }
    isStored = MemoryLayout<State>.offset(of: keyPath) != nil
    isWhole = State.self == Part.self && keyPath == \State.self
  }

  /// Creates the part of a part.
  init<Middle>(_ inner: StatePart<Middle, Part>, in outer: StatePart<State, Middle>) {
    get = { inner.get(outer.get($0)) }
    set = { state, part in
      var middle = outer.get(state)
      inner.set(&middle, part)
      outer.set(&state, middle)
    }
    isStored = inner.isStored && outer.isStored
    isWhole = inner.isWhole && outer.isWhole
  }
}
