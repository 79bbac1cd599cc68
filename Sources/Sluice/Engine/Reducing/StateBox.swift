/// The place of one state in memory; copied only when it is shared.
///
/// A snapshot of the state is a reference to its box. The store mutates the value in place while
/// it is the only one to hold the box, and makes a new box otherwise, so a box that somebody else
/// holds never changes. The value lies at a fixed address behind the object's header: it is
/// copied from box to box without a detour over the stack, and a stored property can be read by
/// its offset.
@usableFromInline
struct StateBox<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: the value is written only by the store, under its lock, while nobody else holds
  // the box.

  @usableFromInline
  final class Storage: ManagedBuffer<Void, State> {
    deinit {
      _ = unsafe withUnsafeMutablePointerToElements { unsafe $0.deinitialize(count: 1) }
    }
  }

  /// Of a class without parameters, as far as the compiler knows: to see whether the box is shared,
  /// or to hand it on, the state's type and its metadata are not needed then.
  @usableFromInline var storage: AnyStateBox

  @inlinable
  init(holding state: State) {
    storage = Self.makeStorage()
    unsafe pointer.initialize(to: state)
  }

  @inlinable
  init(copying other: StateBox) {
    storage = Self.makeStorage()
    unsafe pointer.initialize(from: other.pointer, count: 1)
  }

  @inlinable
  static func makeStorage() -> AnyStateBox {
    let storage = Storage.create(minimumCapacity: 1) { _ in () }
    return unsafe unsafeBitCast(storage, to: AnyStateBox.self)
  }

  /// The box that a engine handed on as a plain reference.
  @inlinable
  @inline(__always)
  init(_ storage: AnyStateBox) {
    self.storage = storage
  }

  /// Puts a copy of another box's value into this one, whose own was destroyed.
  @inlinable
  func fill(copying other: StateBox) {
    unsafe pointer.initialize(from: other.pointer, count: 1)
  }

  /// Where the value lies, for as long as the box is held.
  @inlinable
  @inline(__always)
  var pointer: UnsafeMutablePointer<State> {
    unsafe unsafeBitCast(storage, to: ManagedBuffer<Void, State>.self)
      .withUnsafeMutablePointerToElements { unsafe $0 }
  }

  /// The state; reading a part of it copies that part only.
  @inlinable
  var value: State {
    unsafeAddress { unsafe UnsafePointer(pointer) }
  }
}

/// The box of a state whose type is not known; there are no objects of this class itself.
@usableFromInline
class AnyStateBox {
  private init() {}
}
