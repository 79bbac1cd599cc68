/// Accesses a part of a state, to change it in place.
struct StateLens<Whole: Sendable, Part: Sendable>: Sendable {
  /// Changes the part of a whole; doesn't call `body` if there currently is none.
  let change: @Sendable (_ whole: inout Whole, _ body: (inout Part) -> Void) -> Void

  init(change: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Void) {
    self.change = change
  }

  /// Creates a lens that changes a stored property in place.
  init(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) {
    change = { whole, body in body(&whole[keyPath: keyPath]) }
  }

  /// Creates a lens that changes an optional part in place.
  init(optional keyPath: any WritableKeyPath<Whole, Part?> & Sendable) {
    change = { whole, body in Self.changeWrapped(&whole[keyPath: keyPath], body) }
  }

  /// Creates a lens that copies a part out and stores it back.
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
    // Taken out, so that its storage is uniquely referenced while it changes.
    guard var wrapped = part.take() else { return }
    body(&wrapped)
    part = wrapped
  }
}
