/// A store's state as a projection sees it: how to find it in the store's, and what selectors
/// remember of it.
///
/// Holds the store's engine and not the store, so that observers may hold it.
final class ProjectedView<State: Sendable>: Sendable {
  /// A state, and a number that tells it from others.
  typealias Versioned = (box: StateBox<State>, version: Int)

  private let source: ProjectionSource
  /// Finds the projected state in one of the store's.
  private let project: @Sendable (_ box: AnyStateBox, _ version: Int) -> Versioned
  /// Of its own: the same selector of the same store may answer for several projections.
  private let home = SelectorHome()

  /// A part of a store's state.
  convenience init<Root: Sendable>(_ selector: Selector<Root, State>, of engine: StateEngine<Root>) {
    let cell = selector.cell(in: engine)
    self.init(selector, of: ProjectionSource(engine)) { box, version in
      cell.value(StateBox(box), version)
    }
  }

  /// A part of what another projection sees.
  convenience init<Outer: Sendable>(
    _ selector: Selector<Outer, State>,
    of outer: ProjectedView<Outer>
  ) {
    let cell = selector.cell(in: outer.home)
    self.init(selector, of: outer.source) { box, version in
      let seen = outer.project(box, version)
      return cell.value(seen.box, seen.version)
    }
  }

  private init<Outer: Sendable>(
    _ selector: Selector<Outer, State>,
    of source: ProjectionSource,
    value: @escaping @Sendable (AnyStateBox, Int) -> State
  ) {
    self.source = source
    source.share(home)
    let memo = ProjectionMemo<State>(areEqual: selector.areEqual)
    // The selector is held: what it remembers goes with it.
    project = { [selector, home] box, version in
      withExtendedLifetime(selector) {
        memo.state(version, overrides: home.overrides.changeCount) { value(box, version) }
      }
    }
  }

  deinit {
    home.closeMemory()
  }

  func current(_ operation: StaticString) -> Versioned {
    let (box, version) = source.snapshot(operation)
    return project(box, version)
  }

  func select<Value>(_ selector: Selector<State, Value>) -> Selection<Value> {
    Selection(
      areEqual: selector.areEqual,
      current: { self.value(of: selector) },
      observe: { receiver in self.observe(selector, receiver) }
    )
  }

  func value<Value>(of selector: Selector<State, Value>) -> Value {
    let (box, version) = current("selectCurrent")
    return selector.cell(in: home).value(box, version)
  }

  private func observe<Value>(
    _ selector: Selector<State, Value>,
    _ receiver: SelectionReceiver<Value>
  ) -> SelectionToken {
    let cell = selector.cell(in: home)
    let gate = SelectionGate(receiver)
    let read: @Sendable (AnyStateBox, Int) -> Value = { box, version in
      let seen = self.project(box, version)
      return cell.value(seen.box, seen.version)
    }
    let observer = SelectionObserver(
      receive: { box, version in gate.tell(read(box, version)) },
      finish: receiver.finish
    )
    let (box, version, isOpen) = source.place(observer)
    gate.open(with: read(box, version))
    if !isOpen { receiver.finish() }
    return SelectionToken { [source] in
      gate.close()
      source.remove(observer)
    }
  }
}

/// The store behind a projection, seen without its state's type.
struct ProjectionSource: Sendable {
  let snapshot: @Sendable (_ operation: StaticString) -> (box: AnyStateBox, version: Int)
  let place: @Sendable (SelectionObserver) -> (box: AnyStateBox, version: Int, isOpen: Bool)
  let remove: @Sendable (SelectionObserver) -> Void
  /// Lets projectors of a projection be checked when the store's are.
  let share: @Sendable (SelectorHome) -> Void

  init<State: Sendable>(_ engine: StateEngine<State>) {
    snapshot = { operation in
      let (box, version) = engine.versionedSnapshot(operation)
      return (box.storage, version)
    }
    place = { observer in
      let (box, version, isOpen) = engine.place(observer)
      return (box.storage, version, isOpen)
    }
    remove = { engine.remove($0) }
    share = { $0.share(with: engine) }
  }
}
