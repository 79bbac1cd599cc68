import Synchronization

/// What selectors remember things for: a store, or a projection of one.
@usableFromInline
class SelectorHome: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; the fields are constant or atomic.

  /// Tells the selector cells of this home from those of others.
  @usableFromInline final let id = UniqueNumbers.stores.next()
  private final let lazyMemory = AtomicLazyReference<SelectorMemory>()
  private final let lazyWatch = AtomicLazyReference<ProjectorWatch>()

  @usableFromInline
  init() {}

  /// What selectors remember for it.
  final var memory: SelectorMemory {
    lazyMemory.load() ?? lazyMemory.storeIfNil(SelectorMemory())
  }

  /// Whether projectors are checked.
  final var projectorWatch: ProjectorWatch {
    lazyWatch.load() ?? lazyWatch.storeIfNil(ProjectorWatch())
  }

  /// Lets projectors be checked here when they are in another home.
  final func shareWatch(of other: SelectorHome) {
    _ = lazyWatch.storeIfNil(other.projectorWatch)
  }

  /// Ends what selectors remember, when it is freed.
  final func closeMemory() {
    lazyMemory.load()?.close()
  }
}
