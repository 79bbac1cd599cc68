/// Everything that selectors remember for one home.
///
/// Cells are held by their selectors, by the cells that are derived from them, and by observers. This
/// object holds what has to be cleared when the home closes while one of those still lives.
@usableFromInline
final class SelectorMemory: Sendable {
  /// What one cell leaves behind when the home closes.
  private struct Entry {
    let memo: (any AnySelectorMemo)?
    /// The table in which the cell's selector finds the cell.
    let table: AnySelectorCellTable?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isClosed = false
  }

  private let homeID: Int
  private let state = Locked(State())

  init(homeID: Int) { self.homeID = homeID }

  /// The number of cells.
  var count: Int { state.withLock { $0.entries.count } }

  /// Adds a cell, which removes itself when it is freed.
  ///
  /// If the home is closed, the cell remembers nothing from now on.
  /// - Parameter table: Where to remove the cell when the home closes; it may not be there yet.
  /// - Returns: Whether the home is open.
  func add(_ cell: AnySelectorCell, in table: AnySelectorCellTable?) -> Bool {
    let entry = Entry(memo: cell.memo, table: table)
    let isOpen = state.withLock { state in
      if !state.isClosed { state.entries[ObjectIdentifier(cell)] = entry }
      return !state.isClosed
    }
    if !isOpen { cell.memo?.forget(forGood: true) }
    return isOpen
  }

  /// Removes a cell that is being freed: no other has its identity yet.
  func remove(_ cell: AnySelectorCell) {
    let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(cell)) }
    // Released after the lock.
    withExtendedLifetime(entry) {}
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Clears every memo for good, and removes the cells from their selectors' tables.
  func close() {
    let entries = state.withLock { state in
      state.isClosed = true
      defer { state.entries = [:] }
      return state.entries
    }
    for entry in entries.values {
      entry.memo?.forget(forGood: true)
      entry.table?.removeCell(ofHome: homeID)
    }
  }
}

/// What a cell remembers, without its types.
@usableFromInline
protocol AnySelectorMemo: AnyObject, Sendable {
  /// Frees what is remembered.
  ///
  /// - Parameter forGood: Whether nothing may be remembered from now on, because the home is closed.
  func forget(forGood: Bool)
}
