import Synchronization

/// A pure, memoized question about a state.
///
/// ```swift
/// let todos = Selector(keyPath: \AppState.todos)
/// let filter = Selector(keyPath: \AppState.filter)
/// let visible = Selector.with(todos, filter) { todos, filter in todos.filter(filter.matches) }
/// ```
///
/// A selector made from others runs its projector only when one of its inputs' values changed. One
/// selector may serve several stores and any number of threads at once: what it remembers, it
/// remembers for each store, until the store is freed. Selectors are compared by identity: make
/// one once, as a global or static constant, and share it.
public final class Selector<State: Sendable, Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `otherCells` is guarded by `lock`; the rest is constant or atomic.

  @usableFromInline
  typealias Read = @Sendable (StateBox<State>, _ version: Int) -> Value

  /// `==`, where the value has one.
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  let projectorRuns: ProjectorRuns
  /// Makes what reads a value in one store, with memory of its own.
  private let makeCell: @Sendable (SelectorHome, ProjectorRuns) -> SelectorCell<State, Value>

  @usableFromInline let firstCell = OnceReference<SelectorCell<State, Value>>()
  private let lock = OwnedLock()
  private var otherCells: [Int: SelectorCell<State, Value>] = [:]

  @usableFromInline
  init(
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    makeCell: @escaping @Sendable (SelectorHome, ProjectorRuns) -> SelectorCell<State, Value>
  ) {
    self.areEqual = areEqual
    self.makeCell = makeCell
    projectorRuns = ProjectorRuns()
  }

  deinit {
    firstCell.load()?.abandon()
    for cell in otherCells.values { cell.abandon() }
  }

  /// How often the projector ran, in all stores.
  ///
  /// A selector of a key path has no projector.
  public var recomputations: Int { projectorRuns.count }

  /// Frees what is remembered, in all stores; the next question runs the projector again.
  public func resetMemo() {
    let others = lock.withLock { Array(otherCells.values) }
    firstCell.load()?.forget(forGood: false)
    for cell in others { cell.forget(forGood: false) }
  }

  /// What answers for one store.
  ///
  /// Most selectors serve one store only: its cell is found without a lock.
  @inlinable
  func cell(in home: SelectorHome) -> SelectorCell<State, Value> {
    if let first = firstCell.load(), first.storeID == home.id { return first }
    return otherCell(in: home)
  }

  @usableFromInline
  @inline(never)
  func otherCell(in home: SelectorHome) -> SelectorCell<State, Value> {
    let first = firstCell.load()
    if let other = lock.withLock({ otherCells[home.id] }) { return other }
    // Unlocked: making a cell makes those of the inputs. Two threads may make one each; one stays.
    let made = makeCell(home, projectorRuns)
    let cell: SelectorCell<State, Value>
    if first == nil {
      let stored = firstCell.storeIfNil(made)
      cell = stored.storeID == home.id ? stored : place(made, home)
    } else {
      cell = place(made, home)
    }
    if cell === made {
      home.memory.add(cell)
      applyOverride(to: cell, in: home)
    }
    return cell
  }

  /// What answers, for all stores.
  var cells: [SelectorCell<State, Value>] {
    let others = lock.withLock { Array(otherCells.values) }
    return (firstCell.load().map { [$0] } ?? []) + others
  }

  private func place(
    _ made: SelectorCell<State, Value>,
    _ home: SelectorHome
  ) -> SelectorCell<State, Value> {
    var closed: [SelectorCell<State, Value>] = []
    let cell = lock.withLock {
      if let other = otherCells[home.id] { return other }
      // Those of stores that were freed go here: as many as come.
      closed = otherCells.values.filter(\.isClosed)
      for cell in closed { otherCells[cell.storeID] = nil }
      otherCells[home.id] = made
      return made
    }
    withExtendedLifetime(closed) {}
    return cell
  }
}

/// Counts a selector's projector runs.
@usableFromInline
final class ProjectorRuns: Sendable {
  private let atomicCount = Atomic<Int>(0)

  var count: Int { atomicCount.load(ordering: .relaxed) }
  @usableFromInline
  func increment() { atomicCount.wrappingAdd(1, ordering: .relaxed) }
}
