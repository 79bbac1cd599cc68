/// The storage of one state; copied only if it is shared.
///
/// A snapshot of the state is a reference to its box. The store mutates the value in place while
/// it holds the only reference to the box, and creates a new box otherwise, so a box that is
/// retained elsewhere never changes. The value is at a fixed address behind the object's header: it
/// is copied from box to box without passing through the stack, and a stored property can be read
/// by its offset.
@usableFromInline
@frozen
package struct StateBox<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: only the store writes the value, under its lock, while it holds the only
  // reference to the box.

  @usableFromInline
  final class Storage: ManagedBuffer<Void, State> {
    deinit {
      _ = unsafe withUnsafeMutablePointerToElements { unsafe $0.deinitialize(count: 1) }
    }
  }

  /// Statically of a class that isn't generic, so that checking whether the box is shared, or
  /// passing it on, needs no metadata of the state's type.
  @usableFromInline package var storage: AnyStateBox

  @inlinable
  package init(holding state: State) {
    storage = Self.makeStorage()
    unsafe pointer.initialize(to: state)
  }

  @inlinable
  package init(copying other: StateBox) {
    storage = Self.makeStorage()
    unsafe pointer.initialize(from: other.pointer, count: 1)
  }

  @inlinable
  static func makeStorage() -> AnyStateBox {
    let storage = Storage.create(minimumCapacity: 1) { _ in () }
    return unsafe unsafeBitCast(storage, to: AnyStateBox.self)
  }

  /// Creates a box from the plain reference that a core passed on.
  @inlinable
  @inline(__always)
  package init(_ storage: AnyStateBox) {
    self.storage = storage
  }

  /// The address of the value; valid while the box is retained.
  @inlinable
  @inline(__always)
  package var pointer: UnsafeMutablePointer<State> {
    unsafe unsafeBitCast(storage, to: ManagedBuffer<Void, State>.self)
      .withUnsafeMutablePointerToElements { unsafe $0 }
  }

  /// The state; reading a part of it copies that part only.
  @inlinable
  package var value: State {
    unsafeAddress { unsafe UnsafePointer(pointer) }
  }
}

/// A box with the state's type erased; there are no instances of this class itself.
@usableFromInline
package class AnyStateBox {
  private init() {}
}
