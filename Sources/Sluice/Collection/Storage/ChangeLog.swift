public import Synchronization

/// Numbers the changes of a collection of ``Entities`` and of its copies, and records the latest
/// ones while a store's observers of elements need them.
///
/// Copies share it. Each change of one of them gets a number of its own, so that equal numbers mean
/// equal elements. A recorded change refers to the one before it: from two versions, these
/// references lead back to the version from which both came, and over all that differs. So nobody
/// needs to retain an old version to find out what changed, which would make each change copy.
@usableFromInline
final class ChangeLog: Sendable {
  /// A change: one element was added, removed or changed.
  private struct Entry {
    var number = 0
    /// The number of the change before it in the same copy.
    var previous = 0
    /// The hash of the element's id.
    var hash: UInt32 = 0
  }

  private struct Watching {
    /// The latest changes, each at its number modulo the count, which is 0 or a power of two.
    var entries: ContiguousArray<Entry> = []
    var watchers = 0
  }

  @usableFromInline let lastNumber = Atomic<Int>(0)
  @usableFromInline let isWatched = Atomic<Bool>(false)
  private let watching = Locked(Watching())

  @usableFromInline
  init() {}

  /// Returns the number of a new change, of an element whose id has a hash.
  ///
  /// - Parameters:
  ///   - previous: The number of the change before it.
  ///   - hash: Evaluated only if changes are recorded.
  @inlinable
  func add(after previous: Int, of hash: @autoclosure () -> UInt32) -> Int {
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    if isWatched.load(ordering: .relaxed) { record(number, after: previous, of: hash()) }
    return number
  }

  @usableFromInline
  func record(_ number: Int, after previous: Int, of hash: UInt32) {
    watching.withLock { watching in
      if watching.entries.isEmpty { return }
      let slot = number & (watching.entries.count - 1)
      watching.entries[slot] = Entry(number: number, previous: previous, hash: hash)
    }
  }

  // MARK: - Watching

  /// Records changes from now on, at least the latest `capacity` ones.
  func beginWatching(capacity: Int) {
    watching.withLock { watching in
      watching.watchers += 1
      Self.reserve(capacity, in: &watching)
      isWatched.store(true, ordering: .relaxed)
    }
  }

  /// Records at least the latest `capacity` changes.
  func reserveCapacity(_ capacity: Int) {
    watching.withLock { Self.reserve(capacity, in: &$0) }
  }

  /// Ends what ``beginWatching(capacity:)`` began.
  func endWatching() {
    watching.withLock { watching in
      watching.watchers -= 1
      if watching.watchers > 0 { return }
      watching.entries = []
      isWatched.store(false, ordering: .relaxed)
    }
  }

  private static func reserve(_ capacity: Int, in watching: inout Watching) {
    if watching.entries.count >= capacity { return }
    var count = 64
    while count < capacity { count *= 2 }
    let old = watching.entries
    watching.entries = ContiguousArray(repeating: Entry(), count: count)
    for entry in old where entry.number > 0 { watching.entries[entry.number & (count - 1)] = entry }
  }

  /// Appends the hashes of the ids of all elements in which two versions differ, and perhaps others.
  ///
  /// Takes time proportional to the number of changes.
  /// - Returns: Whether all changes between the versions are recorded.
  func appendDifference(
    from old: Int,
    to new: Int,
    to hashes: inout ContiguousArray<UInt32>
  ) -> Bool {
    watching.withLock { watching in
      var (one, other) = (old, new)
      while one != other {
        let later = max(one, other)
        if watching.entries.isEmpty { return false }
        let entry = watching.entries[later & (watching.entries.count - 1)]
        if entry.number != later { return false }
        hashes.append(entry.hash)
        if one == later { one = entry.previous } else { other = entry.previous }
      }
      return true
    }
  }
}

/// Identifies the elements of a version of ``Entities``, whatever their order.
///
/// Retains no element.
@usableFromInline
struct EntitiesVersion: Sendable {
  /// `nil` for a collection that has always been empty.
  let log: ChangeLog?
  let number: Int

  @usableFromInline
  init(_ log: ChangeLog?, _ number: Int) {
    self.log = log
    self.number = number
  }
}
