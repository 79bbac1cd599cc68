/// A selector's cells in all homes except the first.
final class SelectorCellTable<State: Sendable, Value: Sendable>: AnySelectorCellTable,
  @unchecked Sendable
{
  // `@unchecked`: as in the superclass.
  typealias Cell = SelectorCell<State, Value>

  private let cells = Locked<[Int: Cell]>([:])

  var all: [Cell] { cells.withLock { Array($0.values) } }

  func cell(ofHome id: Int) -> Cell? { cells.withLock { $0[id] } }

  /// Adds a cell, unless its home has one.
  /// - Returns: The home's cell.
  func addIfAbsent(_ cell: Cell) -> Cell {
    cells.withLock { cells in
      if let known = cells[cell.homeID] { return known }
      cells[cell.homeID] = cell
      return cell
    }
  }

  override func removeCell(ofHome id: Int) {
    let cell = cells.withLock { $0.removeValue(forKey: id) }
    // Released after unlocking.
    withExtendedLifetime(cell) {}
  }

  func removeAll() {
    let old = cells.withLock { cells in
      defer { cells = [:] }
      return cells
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }
}

/// A selector's cells, type-erased.
class AnySelectorCellTable: @unchecked Sendable {
  // `@unchecked`: a class that is not final cannot be checked; this one has no fields.

  /// Removes the cell of a closing home.
  func removeCell(ofHome id: Int) {}
}
