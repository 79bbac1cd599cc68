public import Synchronization

/// A reference that the first thread sets, and that is read without a lock from then on.
///
/// Like `AtomicLazyReference` of the standard library, which is neither inlined nor instrumented:
/// thread sanitizer doesn't see that reading the reference acquires what was written to the object
/// before, and reports a race.
@frozen
@usableFromInline
@safe
package struct OnceReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  // Of a type that is the same for all instances: otherwise generic code looks it up with each use.
  @usableFromInline let reference = unsafe Atomic<Unmanaged<any AnyObject & Sendable>?>(nil)

  @inlinable
  package init() {}

  @inlinable
  deinit {
    unsafe reference.load(ordering: .acquiring)?.release()
  }

  @inlinable
  package func load() -> Instance? {
    unsafe reference.load(ordering: .acquiring).map { unsafe Self.instance($0) }
  }

  /// Sets the reference, unless it is set.
  /// - Returns: The reference that is set now.
  @inlinable
  package func storeIfNil(_ new: Instance) -> Instance {
    let retained = unsafe Unmanaged<any AnyObject & Sendable>.passRetained(new)
    let earlier = unsafe reference.compareExchange(
      expected: nil,
      desired: retained,
      ordering: .acquiringAndReleasing
    ).original
    guard let earlier = unsafe earlier else { return new }
    unsafe retained.release()
    return unsafe Self.instance(earlier)
  }

  /// Only instances are stored.
  @inlinable
  static func instance(_ reference: Unmanaged<any AnyObject & Sendable>) -> Instance {
    unsafe unsafeDowncast(reference.takeUnretainedValue(), to: Instance.self)
  }
}
