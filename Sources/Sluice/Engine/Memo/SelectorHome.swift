import Synchronization

/// What selectors remember things for: a store, or a projection of one.
@usableFromInline
class SelectorHome: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; the fields are constant or atomic.

  /// Tells the selector cells of this home from those of others.
  @usableFromInline final let id = UniqueNumbers.stores.next()
  private final let lazyMemory = OnceReference<SelectorMemory>()
  private final let lazyWatch = OnceReference<ProjectorWatch>()
  private final let lazyOverrides = OnceReference<SelectorOverrides>()

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

  /// What selectors answer here and in the homes that share it, because a test says so.
  final var overrides: SelectorOverrides {
    lazyOverrides.load() ?? lazyOverrides.storeIfNil(SelectorOverrides(self))
  }

  /// The same, where there may be any.
  final var knownOverrides: SelectorOverrides? { lazyOverrides.load() }

  /// Lets projectors be checked here when they are in another home, and selectors be overridden
  /// here when they are there.
  final func share(with other: SelectorHome) {
    _ = lazyWatch.storeIfNil(other.projectorWatch)
    lazyOverrides.storeIfNil(other.overrides).add(self)
  }

  /// Ends what selectors remember, when it is freed.
  final func closeMemory() {
    lazyMemory.load()?.close()
    lazyOverrides.load()?.remove(self)
  }
}
