public import Synchronization

/// A reference that the first thread sets, and that is read without a lock from then on.
///
/// Like `AtomicLazyReference` of the standard library, which is neither inlined nor instrumented:
/// thread sanitizer doesn't see that reading the reference acquires what was written to the object
/// before, and reports a race.
@usableFromInline
@safe
package struct OnceReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let reference = unsafe Atomic<Unmanaged<Instance>?>(nil)

  @inlinable
  package init() {}

  // Inlined, as the rest: otherwise each looks up the type of the reference.
  @inlinable
  deinit {
    unsafe reference.load(ordering: .acquiring)?.release()
  }

  @inlinable
  package func load() -> Instance? {
    unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Sets the reference, unless it is set.
  /// - Returns: The reference that is set now.
  @inlinable
  package func storeIfNil(_ new: Instance) -> Instance {
    let retained = unsafe Unmanaged.passRetained(new)
    let earlier = unsafe reference.compareExchange(
      expected: nil,
      desired: retained,
      ordering: .acquiringAndReleasing
    ).original
    guard let earlier = unsafe earlier else { return new }
    unsafe retained.release()
    return unsafe earlier.takeUnretainedValue()
  }
}
