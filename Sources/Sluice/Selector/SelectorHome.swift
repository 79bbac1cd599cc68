import Synchronization

/// What selectors remember things for: a store, or a projection of one.
@usableFromInline
class SelectorHome: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; the fields are constant or atomic.

  /// Tells the selector cells of this home from those of others.
  @usableFromInline final let id = UniqueNumbers.stores.next()
  private final let lazyMemory = AtomicLazyReference<SelectorMemory>()

  @usableFromInline
  init() {}

  /// What selectors remember for it.
  final var memory: SelectorMemory {
    lazyMemory.load() ?? lazyMemory.storeIfNil(SelectorMemory())
  }

  /// Ends what selectors remember, when it is freed.
  final func closeMemory() {
    lazyMemory.load()?.close()
  }
}
