import Synchronization

/// What selectors keep cells for: a store, or a projection of one.
@usableFromInline
class SelectorHome: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; the fields are constant or atomic.

  /// Identifies the cells of this home.
  @usableFromInline final let id = UniqueNumbers.stores.next()
  private final let lazyMemory = OnceReference<SelectorMemory>()
  private final let isMemoryClosed = Atomic<Bool>(false)
  private final let lazyWatch = OnceReference<ProjectorWatch>()
  private final let lazyOverrides = OnceReference<SelectorOverrides>()

  @usableFromInline
  init() {}

  /// What selectors remember for it.
  final var memory: SelectorMemory {
    lazyMemory.load() ?? makeMemory()
  }

  private final func makeMemory() -> SelectorMemory {
    let memory = lazyMemory.storeIfNil(SelectorMemory(homeID: id))
    // Who closes the home sets the mark first, and then looks for the memory: one of the two sees
    // what the other did.
    if isMemoryClosed.load(ordering: .sequentiallyConsistent) { memory.close() }
    return memory
  }

  /// Whether projectors are checked.
  final var projectorWatch: ProjectorWatch {
    lazyWatch.load() ?? lazyWatch.storeIfNil(ProjectorWatch())
  }

  /// The values that a test chose for selectors, here and in the homes that share them.
  final var overrides: SelectorOverrides {
    lazyOverrides.load() ?? lazyOverrides.storeIfNil(SelectorOverrides(self))
  }

  /// The same, unless there are none.
  final var knownOverrides: SelectorOverrides? { lazyOverrides.load() }

  /// Shares another home's checks of projectors and its overrides of selectors.
  final func share(with other: SelectorHome) {
    _ = lazyWatch.storeIfNil(other.projectorWatch)
    lazyOverrides.storeIfNil(other.overrides).add(self)
  }

  /// Ends what selectors remember, because the home is freed.
  final func closeMemory() {
    isMemoryClosed.store(true, ordering: .sequentiallyConsistent)
    lazyMemory.load()?.close()
    lazyOverrides.load()?.remove(self)
  }
}
