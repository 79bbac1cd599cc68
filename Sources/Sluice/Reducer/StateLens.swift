/// How a part of a state is reached, to be changed where it is.
struct StateLens<Whole: Sendable, Part: Sendable>: Sendable {
  /// Changes the part of a whole; does not call the closure when there is none at the moment.
  let change: @Sendable (_ whole: inout Whole, _ body: (inout Part) -> Void) -> Void

  init(change: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Void) {
    self.change = change
  }

  /// A stored property is changed in place.
  init(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) {
    change = { whole, body in body(&whole[keyPath: keyPath]) }
  }

  /// A part that may be absent, and is changed in place.
  init(optional keyPath: any WritableKeyPath<Whole, Part?> & Sendable) {
    change = { whole, body in Self.changeWrapped(&whole[keyPath: keyPath], body) }
  }

  /// A part that is copied out and put back.
  init(
    get: @escaping @Sendable (Whole) -> Part?,
    set: @escaping @Sendable (inout Whole, Part) -> Void
  ) {
    change = { whole, body in
      guard var part = get(whole) else { return }
      body(&part)
      set(&whole, part)
    }
  }

  private static func changeWrapped(_ part: inout Part?, _ body: (inout Part) -> Void) {
    // Taken out, so that nobody else holds what it is made of while it is changed.
    guard var wrapped = part.take() else { return }
    body(&wrapped)
    part = wrapped
  }
}
