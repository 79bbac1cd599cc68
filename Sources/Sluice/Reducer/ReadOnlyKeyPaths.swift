// Overloads for key paths to what can't be set, such as a `let`: without these, the compiler finds no
// match among the others, and doesn't say why. Disfavored, so that they take no call that another
// takes; with the requirements of the others, so that they take none that fails for another reason.

extension Reducer {
  /// Unavailable: a reducer changes the part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<Whole: Sendable>(state keyPath: KeyPath<Whole, State>) -> Reducer<Whole> {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a reducer changes the part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<Whole: Sendable>(state keyPath: KeyPath<Whole, State?>) -> Reducer<Whole> {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a reducer changes the part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<Whole: Sendable, Global: Action, Local: Action>(
    state keyPath: KeyPath<Whole, State>,
    action extract: @escaping @Sendable (Global) -> Local?
  ) -> Reducer<Whole> {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a reducer changes the part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<Whole: Sendable, Global: Action, Local: Action>(
    state keyPath: KeyPath<Whole, State>,
    action extract: @escaping @Sendable (Global) -> Local?,
    embed: @escaping @Sendable (Local) -> Global
  ) -> Reducer<Whole> {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a reducer changes the elements.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<Whole: Sendable, Elements: IdentifiedCollection<State.ID, State>>(
    elements keyPath: KeyPath<Whole, Elements>
  ) -> Reducer<Whole> where State: Identifiable {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a reducer changes the elements.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection,
    Global: Action,
    Local: Action
  >(
    elements keyPath: KeyPath<Whole, Elements>,
    action extract: @escaping @Sendable (Global) -> (Elements.MemberIdentifier, Local)?
  ) -> Reducer<Whole> where Elements.IdentifiedMember == State {
    fatalError("The key path is read-only.")
  }
}

extension Store {
  /// Unavailable: a reducer changes the part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  @discardableResult
  public final func register<Part: Sendable>(
    reducer: Reducer<Part>,
    for keyPath: KeyPath<State, Part>
  ) -> StoreRegistration {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a feature changes its part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  @discardableResult
  public final func register<Part>(
    feature: Feature<Part, Environment>,
    state keyPath: KeyPath<State, Part>
  ) -> StoreRegistration {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a feature changes its part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  @discardableResult
  public final func register<Part, Local>(
    feature: Feature<Part, Local>,
    state keyPath: KeyPath<State, Part>,
    environment: (Environment) -> Local
  ) -> StoreRegistration {
    fatalError("The key path is read-only.")
  }
}

extension Feature {
  /// Unavailable: a feature changes the nodes.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<Nodes: Sequence<State>>(tree keyPath: KeyPath<State, Nodes>) -> Feature
  where State: Identifiable {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a feature changes the elements.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<Whole: Sendable, Elements: IdentifiedCollection<State.ID, State>>(
    elements keyPath: KeyPath<Whole, Elements>
  ) -> Feature<Whole, Environment> where State: Identifiable {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: a feature changes its part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public func lift<Whole: Sendable>(
    state keyPath: KeyPath<Whole, State?>
  ) -> Feature<Whole, Environment> {
    fatalError("The key path is read-only.")
  }
}

extension StateHistory {
  /// Unavailable: an undo changes the part.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public convenience init(
    of keyPath: KeyPath<State, Part>,
    limit: Int = 100,
    recordsActions: Bool = false,
    recording isRecorded: @escaping @Sendable (any Action) -> Bool = { _ in true }
  ) {
    fatalError("The key path is read-only.")
  }
}
