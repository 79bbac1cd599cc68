import Synchronization

/// All that selectors remember for one store; forgotten when the store is freed.
@usableFromInline
final class SelectorMemory: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  private let lock = OwnedLock()
  private var cells: [AnySelectorCell] = []
  private var pruneAt = 64
  private var isClosed = false

  @usableFromInline
  func add(_ cell: AnySelectorCell) {
    var abandoned: [AnySelectorCell] = []
    let wasClosed = lock.withLock {
      if isClosed { return true }
      cells.append(cell)
      if cells.count >= pruneAt {
        // Selectors that were made on the fly are gone; twice as many as are left may come.
        abandoned = cells.filter(\.isAbandoned)
        cells.removeAll(where: \.isAbandoned)
        pruneAt = max(64, cells.count * 2)
      }
      return false
    }
    // Released without the lock.
    withExtendedLifetime(abandoned) {}
    if wasClosed { cell.close() }
  }

  deinit { close() }

  func close() {
    let cells = lock.withLock {
      defer { self.cells = [] }
      isClosed = true
      return self.cells
    }
    for cell in cells { cell.close() }
  }
}

/// What a selector is in one store, seen without its types.
@usableFromInline
class AnySelectorCell: @unchecked Sendable {
  // `@unchecked`: the subclass guards what it adds; these fields are constant or atomic.
  @usableFromInline final let storeID: Int
  private final let closed = Atomic<Bool>(false)
  private final let abandoned = Atomic<Bool>(false)

  @usableFromInline
  init(storeID: Int) { self.storeID = storeID }

  /// Whether the store is freed.
  final var isClosed: Bool { closed.load(ordering: .relaxed) }
  /// Whether the selector is freed.
  final var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

  func abandon() {
    abandoned.store(true, ordering: .relaxed)
    forget(forGood: false)
  }

  func close() {
    closed.store(true, ordering: .relaxed)
    forget(forGood: true)
  }

  /// Whether the value in a state is, bit for bit, the one at an address; runs nobody's code.
  ///
  /// Equal bits are equal values: what they refer to is held by both, so it cannot be another thing at
  /// the same place. `false` where it cannot be told.
  func isStill(_ known: UnsafeRawPointer, _ box: AnyStateBox, _ version: Int) -> Bool { false }

  /// Frees what is remembered; once the store is freed, for good.
  @usableFromInline
  func forget(forGood: Bool) {}
}
