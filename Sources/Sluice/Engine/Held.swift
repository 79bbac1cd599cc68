/// Shows that the calling thread holds an engine's lock.
///
/// Made by ``Engine/enter(_:)``. A function that needs the lock borrows it; one that gives the lock
/// back consumes it; one that gives it back and takes it again meanwhile has it `inout`.
@usableFromInline
struct Held: ~Copyable {
  @usableFromInline let thread: UInt

  @inlinable
  @inline(__always)
  init(_ thread: UInt) { self.thread = thread }
}
