extension Place where Key == Only {
  /// A property of the state.
  ///
  /// A stored property is changed in place; a computed one costs a get and a set.
  public static func state(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) -> Place {
    Place(
      .property(.part, keyPath),
      find: { whole, _ in whole[keyPath: keyPath] },
      contains: { _, _ in true },
      keys: { _ in [.part] },
      update: { whole, _, change in
        change(&whole[keyPath: keyPath])
        return true
      },
      updateAll: { whole, change in change(.part, &whole[keyPath: keyPath]) }
    )
  }

  /// Unavailable: the part is changed.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public static func state(_ keyPath: KeyPath<Whole, Part>) -> Place {
    fatalError("The key path is read-only.")
  }

  /// An optional property of the state.
  ///
  /// While it is `nil`, actions change nothing, and no runs start; the commit that sets it to `nil`
  /// cancels those under way. It is changed in place.
  public static func optional(_ keyPath: any WritableKeyPath<Whole, Part?> & Sendable) -> Place {
    Place(optional: keyPath) { _ in Only.part }
  }

  /// An optional property of the state, which another value, with another id, may replace.
  ///
  /// While it is `nil`, actions change nothing, and no runs start; the commit that sets it to `nil`, or
  /// to another one by its id, cancels those under way. It is changed in place.
  public static func optional(
    _ keyPath: any WritableKeyPath<Whole, Part?> & Sendable
  ) -> Place where Part: Identifiable, Part.ID: Sendable {
    Place(optional: keyPath) { $0.id }
  }

  /// Unavailable: the part is changed.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public static func optional(_ keyPath: KeyPath<Whole, Part?>) -> Place {
    fatalError("The key path is read-only.")
  }

  /// A part without a key path that may be absent, such as the value of an enum's case.
  ///
  /// ```swift
  /// editor.lift(
  ///   .case(
  ///     get: { (screen: Screen) in if case .editor(let editor) = screen { editor } else { nil } },
  ///     set: { screen, editor in screen = .editor(editor) }
  ///   )
  /// )
  /// ```
  ///
  /// While it is absent, actions change nothing, and no runs start; the commit that makes it absent
  /// cancels those under way. It is copied to be changed.
  /// - Parameters:
  ///   - get: Returns the part; `nil` if there is none.
  ///   - set: Stores the changed part.
  public static func `case`(
    get: @escaping @Sendable (Whole) -> Part?,
    set: @escaping @Sendable (inout Whole, Part) -> Void
  ) -> Place {
    Place(get: get, set: set) { _ in Only.part }
  }

  /// A part without a key path that may be absent, and that another value, with another id, may replace.
  ///
  /// - Parameters:
  ///   - get: Returns the part; `nil` if there is none.
  ///   - set: Stores the changed part.
  public static func `case`(
    get: @escaping @Sendable (Whole) -> Part?,
    set: @escaping @Sendable (inout Whole, Part) -> Void
  ) -> Place where Part: Identifiable, Part.ID: Sendable {
    Place(get: get, set: set) { $0.id }
  }

  // MARK: - Parts that may be absent

  fileprivate init(
    optional keyPath: any WritableKeyPath<Whole, Part?> & Sendable,
    identity: @escaping @Sendable (Part) -> any Hashable & Sendable
  ) {
    @Sendable func changeWrapped(_ part: inout Part?, _ change: (inout Part) -> Void) -> Bool {
      // Taken out, so that its storage is uniquely referenced while it changes.
      guard var wrapped = part.take() else { return false }
      change(&wrapped)
      part = wrapped
      return true
    }
    self.init(
      get: { $0[keyPath: keyPath] },
      change: { changeWrapped(&$0[keyPath: keyPath], $1) },
      identity: { $0[keyPath: keyPath].map(identity) }
    )
  }

  fileprivate init(
    get: @escaping @Sendable (Whole) -> Part?,
    set: @escaping @Sendable (inout Whole, Part) -> Void,
    identity: @escaping @Sendable (Part) -> any Hashable & Sendable
  ) {
    self.init(
      get: get,
      change: { whole, change in
        guard var part = get(whole) else { return false }
        change(&part)
        set(&whole, part)
        return true
      },
      identity: { get($0).map(identity) }
    )
  }

  fileprivate init(
    get: @escaping @Sendable (Whole) -> Part?,
    change: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Bool,
    identity: @escaping @Sendable (Whole) -> (any Hashable & Sendable)?
  ) {
    self.init(
      .optional(.part, identity: identity),
      find: { whole, _ in get(whole) },
      contains: { whole, _ in get(whole) != nil },
      keys: { get($0) == nil ? [] : [.part] },
      update: { whole, _, body in change(&whole, body) },
      updateAll: { whole, body in _ = change(&whole) { body(.part, &$0) } }
    )
  }
}

// MARK: - Restoring

extension Place where Key == Only {
  /// Whether finding and changing the part calls no user code.
  package var isStored: Bool {
    guard case .property(_, let keyPath) = kind else { return false }
    return MemoryLayout<Whole>.offset(of: keyPath) != nil
  }

  /// Whether the part is the whole state.
  package var isWhole: Bool {
    guard case .property(_, let keyPath) = kind else { return false }
    return Whole.self == Part.self && keyPath == \Whole.self
  }

  /// Whether the part came, went or made room for another one between two wholes.
  package func isReplaced(from old: Whole, to new: Whole) -> Bool {
    guard case .optional = kind else { return false }
    return identity(of: old).map(PartID.Step.init) != identity(of: new).map(PartID.Step.init)
  }

  /// Replaces the part, if there is one.
  package func set(_ part: Part, in whole: inout Whole) { _ = update(&whole, .part) { $0 = part } }

  /// Returns the place of a part of the part.
  package func appending<Inner>(_ inner: Place<Part, Only, Inner>) -> Place<Whole, Only, Inner> {
    if case .property(_, let outer) = kind, case .property(_, let last) = inner.kind {
      // `Sendable`, as both are: it has the values that they captured, and no others.
      return .state(
        unsafe unsafeBitCast(
          outer.appending(path: last),
          to: (any WritableKeyPath<Whole, Inner> & Sendable).self
        )
      )
    }
    return Place<Whole, Only, Inner>(
      get: { [find] in find($0, .part).flatMap { inner.find($0, .part) } },
      change: { [update] whole, change in
        var isThere = false
        _ = update(&whole, .part) { isThere = inner.update(&$0, .part, change) }
        return isThere
      },
      identity: { [find] whole in
        guard let outer = self.identity(of: whole), let part = find(whole, .part),
          let last = inner.identity(of: part)
        else { return nil }
        return PartID(steps: [PartID.Step(outer), PartID.Step(last)])
      }
    )
  }

  /// Returns what tells the part in a whole from another one; `nil` if there is none.
  func identity(of whole: Whole) -> (any Hashable & Sendable)? {
    switch kind {
    case .property: Only.part
    case .optional(_, let identity): identity(whole)
    case .elements: nil
    }
  }
}
