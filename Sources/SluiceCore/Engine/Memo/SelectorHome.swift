import SluiceLocks

/// The owner of selectors' cells: a store, or a projection of one.
@usableFromInline
package class SelectorHome: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; the fields are constant or atomic.

  /// Identifies the cells of this home.
  @usableFromInline final let id = UniqueNumbers.stores.next()
  private final let lazyMemory = OnceReference<SelectorMemory>()
  private final let isMemoryClosed = Atomic<Bool>(false)
  private final let lazyWatch = OnceReference<ProjectorWatch>()
  private final let lazyOverrides = OnceReference<AllowedOverrides>()

  @usableFromInline
  package init() {}

  /// The memory of selectors for this home.
  final var memory: SelectorMemory {
    lazyMemory.load() ?? makeMemory()
  }

  private final func makeMemory() -> SelectorMemory {
    let memory = lazyMemory.storeIfNil(SelectorMemory())
    // Closing sets the mark first, and then reads the memory: one of the two threads sees what the
    // other wrote.
    if isMemoryClosed.load(ordering: .sequentiallyConsistent) { memory.close() }
    return memory
  }

  /// Whether projectors are checked.
  final var projectorWatch: ProjectorWatch {
    lazyWatch.load() ?? lazyWatch.storeIfNil(makeProjectorWatch())
  }

  /// Returns what is used unless another home's is shared.
  func makeProjectorWatch() -> ProjectorWatch { ProjectorWatch() }

  /// A test's overrides of selectors, for this home and those that share them, if it has any.
  final var overrides: (any SelectorOverrides)? { lazyOverrides.load()?.overrides }

  /// Lets selectors be overridden, from the first one that is asked.
  package final func allow(_ overrides: any SelectorOverrides) {
    _ = lazyOverrides.storeIfNil(AllowedOverrides(overrides))
  }

  /// The value with which a test overrides a key path.
  @usableFromInline
  final func overridden(_ keyPath: AnyKeyPath) -> (any Sendable)? {
    overrides?.value(at: keyPath)
  }

  /// Shares another home's checks of projectors and its overrides of selectors.
  final func share(with other: SelectorHome) {
    _ = lazyWatch.storeIfNil(other.projectorWatch)
    if let overrides = other.lazyOverrides.load() { _ = lazyOverrides.storeIfNil(overrides) }
  }

  /// Clears the memory of selectors, because the home is freed.
  package final func closeMemory() {
    isMemoryClosed.store(true, ordering: .sequentiallyConsistent)
    lazyMemory.load()?.close()
  }
}

/// What a reference that is set once can refer to.
private final class AllowedOverrides: Sendable {
  let overrides: any SelectorOverrides

  init(_ overrides: any SelectorOverrides) { self.overrides = overrides }
}
