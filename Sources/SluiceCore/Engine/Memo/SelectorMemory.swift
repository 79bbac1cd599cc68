import SluiceLocks

/// All memos of selectors for one home.
///
/// Cells are retained by their selectors, by the cells derived from them, and by observers. This
/// object retains what must be cleared if the home closes while one of those still lives.
@usableFromInline
final class SelectorMemory: Sendable {
  /// What to clear for one cell when the home closes.
  private struct Entry {
    let memo: (any AnySelectorMemo)?
    /// Removes the cell from its selector.
    let removal: @Sendable () -> Void
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isClosed = false
  }

  private let state = Locked(State())

  /// The number of cells.
  var count: Int { state.withLock { $0.entries.count } }

  /// Adds a cell, which removes itself when it is freed.
  ///
  /// A cell can be added again: with a removal, after another home's was first in its selector.
  /// If the home is closed, the cell memoizes nothing from now on.
  /// - Parameter removal: Removes the cell from its selector when the home closes; it may not be
  ///   there yet.
  /// - Returns: Whether the home is open.
  func add(_ cell: AnySelectorCell, removal: @escaping @Sendable () -> Void = {}) -> Bool {
    let entry = Entry(memo: cell.memo, removal: removal)
    let isOpen = state.withLock { state in
      assert(state.entries[ObjectIdentifier(cell)].map { $0.memo === cell.memo } ?? true)
      if !state.isClosed { state.entries[ObjectIdentifier(cell)] = entry }
      return !state.isClosed
    }
    if !isOpen { cell.memo?.forget(forGood: true) }
    return isOpen
  }

  /// Removes a cell that is being freed; no other has its identity yet.
  func remove(_ cell: AnySelectorCell) {
    let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(cell)) }
    // Released after unlocking.
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
      entry.removal()
    }
  }
}
