/// Makes selectors from an argument, such as an id, and keeps those that were asked for last.
///
/// ```swift
/// let todo = SelectorFamily { (state: AppState, id: Todo.ID) in state.todos[id: id] }
/// let isUrgent = SelectorFamily { (id: Todo.ID) in
///   Selector.with(todo(id), today) { todo, today in todo?.isDue(on: today) ?? false }
/// }
/// let token = store.select(isUrgent(4)).sink { print($0) }
/// ```
///
/// Who asks twice with equal arguments gets the same selector, and so what it remembers. Those that
/// were not asked for longest are let go of when there are too many: they still work, and remember,
/// for all who hold or observe them; asked for again, a new one is made. Make a family once and
/// share it, like a ``Selector``.
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
  private let lock = OwnedLock()
  private var table: RecencyTable<Entry>

  /// Makes a family from what makes one selector.
  /// - Parameters:
  ///   - capacity: How many selectors are kept; at least one. Best more than are on the screen.
  ///   - make: Makes the selector for an argument; called again for one that was let go of, and
  ///     perhaps twice when two threads ask at once. One selector stays then.
  public init(
    capacity: Int = 1_000,
    make: @escaping @Sendable (Argument) -> Selector<State, Value>
  ) {
    precondition(capacity > 0, "A selector family cannot keep \(capacity) selectors: at least 1.")
    self.make = make
    table = RecencyTable(capacity: capacity)
  }

  /// The selector for an argument.
  ///
  /// Callable from any thread.
  public func callAsFunction(_ argument: Argument) -> Selector<State, Value> {
    // All of the user's code, which might come back here, runs without the lock: hashing, `==`,
    // `make`, and the release of what was let go of.
    let hash = argument.hashValue
    var made: Entry?
    while true {
      let found = lock.withLock { table.find(hash) }
      if let known = found.first(where: { $0.argument == argument }) {
        lock.withLock { table.use(known.entry, in: known.slot) }
        return known.entry.selector
      }
      let new = made ?? Entry(argument, make(argument))
      made = new
      let (isAdded, evicted) = lock.withLock {
        table.add(new, hash: hash, unlessChangedSince: found)
      }
      withExtendedLifetime(evicted) {}
      if isAdded { return new.selector }
    }
  }

  /// How many selectors are kept.
  public var count: Int { lock.withLock { table.count } }

  /// Lets go of all selectors, and so of what they remember, unless somebody else holds them.
  public func removeAll() {
    let old = lock.withLock {
      defer { table = RecencyTable(capacity: table.capacity) }
      return table
    }
    withExtendedLifetime(old) {}
  }
}

extension SelectorFamily {
  /// Makes a family from a function of the state and the argument.
  ///
  /// Each selector runs it once for each state at most.
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

  /// Makes a family from a function of the state and the argument; no value is told twice.
  public convenience init(
    capacity: Int = 1_000,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State, Argument) -> Value
  ) where Value: Equatable {
    self.init(capacity: capacity) { argument in
      Selector(name: name, fileID: fileID, line: line) { projector($0, argument) }
    }
  }
}
