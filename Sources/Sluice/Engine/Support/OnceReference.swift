public import Synchronization

/// A reference that is set once, by whoever is first, and from then on found without a lock.
///
/// What `AtomicLazyReference` is in the standard library. That one is neither inlined nor
/// instrumented: thread sanitizer does not see that who finds an object sees what was written to it
/// before, and reports a race.
@usableFromInline
@safe
struct OnceReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let reference = unsafe Atomic<Unmanaged<Instance>?>(nil)

  @usableFromInline
  init() {}

  deinit {
    unsafe reference.load(ordering: .acquiring)?.release()
  }

  @inlinable
  func load() -> Instance? {
    unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Sets the reference unless it is set.
  /// - Returns: What it is set to now.
  func storeIfNil(_ new: Instance) -> Instance {
    let retained = unsafe Unmanaged.passRetained(new)
    if seeded(.storesTwice) { unsafe reference.store(retained, ordering: .releasing) }
    let (isStored, earlier) = unsafe reference.compareExchange(
      expected: nil,
      desired: retained,
      ordering: .acquiringAndReleasing
    )
    guard !isStored, !seeded(.storesTwice), let earlier = unsafe earlier else { return new }
    unsafe retained.release()
    return unsafe earlier.takeUnretainedValue()
  }
}
