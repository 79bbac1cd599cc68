import SluiceLocks

/// Creates selectors from an argument, such as an id, and caches the most recently used ones.
///
/// ```swift
/// let todo = SelectorFamily { (state: AppState, id: Todo.ID) in state.todos[id: id] }
/// let isUrgent = SelectorFamily { (id: Todo.ID) in
///   Selector.with(todo(id), today) { todo, today in todo?.isDue(on: today) ?? false }
/// }
/// let token = store.select(isUrgent(4)).sink { print($0) }
/// ```
///
/// Equal arguments return the same selector, and so its memoized values. Beyond the capacity, the
/// least recently used selectors are released: they still work, and memoize, while retained or
/// observed; the next request creates a new one. Create a family once and share it, like a
/// ``Selector``.
public final class SelectorFamily<
  State: Sendable,
  Argument: Hashable & Sendable,
  Value: Sendable
>: @unchecked Sendable {
  // `@unchecked`: `table` is guarded by `lock`.

  private final class Entry: Sendable {
    let argument: Argument
    let selector: Selector<State, Value>

    init(_ argument: Argument, _ selector: Selector<State, Value>) {
      self.argument = argument
      self.selector = selector
    }
  }

  private let make: @Sendable (Argument) -> Selector<State, Value>
  private let lock = PlainLock()
  private var table: RecencyTable<Entry>

  /// Creates a family from a function that makes one selector.
  /// - Parameters:
  ///   - capacity: The maximum number of cached selectors; at least one, best more than are on the
  ///     screen.
  ///   - make: Makes the selector for an argument. Called again for a released one, and possibly
  ///     twice for concurrent requests, of which one selector stays.
  public init(
    capacity: Int = 1_000,
    make: @escaping @Sendable (Argument) -> Selector<State, Value>
  ) {
    precondition(
      capacity > 0,
      "Sluice: the capacity of a SelectorFamily is \(capacity); it must be at least 1."
    )
    self.make = make
    table = RecencyTable(capacity: capacity)
  }

  /// Returns the selector for an argument.
  ///
  /// Callable from any thread. Takes constant time, and that of hashing and comparing the argument.
  public func callAsFunction(_ argument: Argument) -> Selector<State, Value> {
    // User code, which may reenter here, runs without the lock: hashing, `==`, `make`, and the
    // release of evicted selectors.
    let hash = argument.hashValue
    var made: Entry?
    while true {
      let found = lock.withLock { table.find(hash) }
      if let known = found.first(where: { $0.argument == argument }) {
        lock.withLock { table.use(known.entry, in: known.slot) }
        return known.entry.selector
      }
      let new = made ?? Entry(argument, make(argument))
      if made == nil { new.selector.identity.noteMember(of: ObjectIdentifier(self), for: argument) }
      made = new
      let (isAdded, evicted) = lock.withLock {
        table.add(new, hash: hash, unlessChangedSince: found)
      }
      withExtendedLifetime(evicted) {}
      if isAdded { return new.selector }
    }
  }

  /// The number of cached selectors.
  public var count: Int { lock.withLock { table.count } }

  /// Releases all selectors, and so the memos of those that nothing else retains.
  ///
  /// - Complexity: O(*n*), where *n* is ``count``.
  public func removeAll() {
    let old = lock.withLock {
      defer { table = RecencyTable(capacity: table.capacity) }
      return table
    }
    withExtendedLifetime(old) {}
  }
}

extension SelectorFamily where Value: Equatable {
  /// Creates a family from a function of the state and the argument, without repeats.
  ///
  /// Each selector runs it at most once for each state. For a value that isn't `Equatable`, return
  /// selectors that say how it is compared.
  public convenience init(
    capacity: Int = 1_000,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State, Argument) -> Value
  ) {
    self.init(capacity: capacity) { argument in
      Selector(name: name, fileID: fileID, line: line) { projector($0, argument) }
    }
  }
}
