public import SluiceLocks

/// A pure, memoized function of a state.
///
/// ```swift
/// let todos = Selector(keyPath: \AppState.todos)
/// let filter = Selector(keyPath: \AppState.filter)
/// let visible = Selector.with(todos, filter) { todos, filter in todos.filter(filter.matches) }
/// ```
///
/// A selector made from others runs its projector only when one of its inputs' values changed. One
/// selector may serve several stores and any number of threads at once: it memoizes values for
/// each store, until the store is freed. Selectors are compared by identity: create one once, as a
/// global or static constant, and share it.
public final class Selector<State: Sendable, Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: the fields are constant or set once.

  @usableFromInline
  typealias Read = SelectorCell<State, Value>.Read
  @usableFromInline
  package typealias MakeCell =
    @Sendable (SelectorHome, SelectorIdentity) -> SelectorCell<State, Value>

  @usableFromInline package let comparison: Comparison<Value>
  /// The elements on which the value depends, if it depends on nothing else and they are known.
  @usableFromInline package let elements: ContiguousArray<ElementKey>
  @usableFromInline package let identity: SelectorIdentity
  /// Creates the cell that reads a value in one store, with its own memo.
  private let makeCell: MakeCell

  @usableFromInline let firstCell = OnceReference<SelectorCell<State, Value>>()
  private let lazyOthers = OnceReference<OtherCells>()

  @usableFromInline
  package init(
    _ source: SelectorSource,
    _ comparison: Comparison<Value>,
    elements: ContiguousArray<ElementKey> = [],
    of inputs: [SelectorIdentity] = [],
    readsWholeState: Bool = false,
    makeCell: @escaping MakeCell
  ) {
    identity = SelectorIdentity(
      source,
      Selector.self,
      of: inputs,
      readsWholeState: readsWholeState
    )
    self.comparison = comparison
    self.elements = elements
    self.makeCell = makeCell
  }

  /// The cells in all homes except the first.
  private final class OtherCells: Sendable {
    private let byHome = Locked<[Int: SelectorCell<State, Value>]>([:])

    var all: [SelectorCell<State, Value>] { byHome.withLock { Array($0.values) } }

    subscript(home id: Int) -> SelectorCell<State, Value>? { byHome.withLock { $0[id] } }

    /// Adds a cell, unless its home has one.
    /// - Returns: The home's cell.
    func addIfAbsent(_ cell: SelectorCell<State, Value>) -> SelectorCell<State, Value> {
      byHome.withLock { cells in
        if let known = cells[cell.homeID] { return known }
        cells[cell.homeID] = cell
        return cell
      }
    }

    func remove(home id: Int) {
      let cell = byHome.withLock { $0.removeValue(forKey: id) }
      // Released after unlocking.
      withExtendedLifetime(cell) {}
    }
  }

  /// The number of projector runs, in all stores.
  ///
  /// A selector of a key path has no projector.
  public var recomputations: Int { identity.runs }

  /// Frees memoized values in all stores; the next read runs the projector again.
  public func resetMemo() {
    for cell in cells { cell.memo?.forget(forGood: false) }
  }

  /// Returns the cell for a home.
  ///
  /// Most selectors serve one store only, whose cell is found without a lock.
  @inlinable
  package func cell(in home: SelectorHome) -> SelectorCell<State, Value> {
    if let first = firstCell.load(), first.homeID == home.id { return first }
    return otherCell(in: home)
  }

  @usableFromInline
  @inline(never)
  func otherCell(in home: SelectorHome) -> SelectorCell<State, Value> {
    if let known = lazyOthers.load()?[home: home.id] { return known }
    // Unlocked: making a cell makes the inputs' cells. If two threads make one each, one stays.
    let made = makeCell(home, identity)
    let cell = place(made, home)
    if cell === made {
      home.overrides?.add(cell, of: SelectorKey(self), from: identity.source.description)
    }
    return cell
  }

  /// The cells of all homes.
  var cells: [SelectorCell<State, Value>] {
    let first = firstCell.load().map { [$0] } ?? []
    return first + (lazyOthers.load()?.all ?? [])
  }

  /// Makes a cell available to lookups, unless its home already has one or is closed.
  /// - Returns: The cell to use.
  private func place(
    _ made: SelectorCell<State, Value>,
    _ home: SelectorHome
  ) -> SelectorCell<State, Value> {
    if firstCell.load() == nil, home.memory.add(made) {
      let first = firstCell.storeIfNil(made)
      if first.homeID == home.id { return first }
    }
    let others = lazyOthers.load() ?? lazyOthers.storeIfNil(OtherCells())
    // Weak: the home must not keep the cells of a selector that is gone.
    let isOpen = home.memory.add(
      made,
      removal: { [weak others, id = home.id] in
        others?.remove(home: id)
      }
    )
    guard isOpen else { return made }
    let cell = others.addIfAbsent(made)
    // If the home closed between the two steps, the cell must not be found any more.
    if home.memory.isClosed { others.remove(home: home.id) }
    return cell
  }
}
