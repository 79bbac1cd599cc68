/// Proof that the calling thread holds a core's lock.
///
/// Returned by ``Core/enter(_:)``. A function that needs the lock borrows it; one that releases
/// the lock consumes it; one that releases and acquires it again takes it `inout`.
@usableFromInline
@frozen
package struct Held: ~Copyable {
  @usableFromInline package let thread: UInt

  @inlinable
  @inline(__always)
  init(_ thread: UInt) { self.thread = thread }
}
