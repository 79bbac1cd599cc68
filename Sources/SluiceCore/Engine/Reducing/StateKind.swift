/// What the core must know of the state's type: where a box has its value, and how to copy a box.
///
/// Inlined where the type is known, so that neither looks up metadata.
@usableFromInline
@frozen
@safe
package struct StateKind: Sendable {
  @usableFromInline package let type: any Any.Type
  /// The distance from a box's address to that of its value.
  @usableFromInline let offset: Int
  /// Copies a box, which the caller retains.
  @usableFromInline let copy: @Sendable (Unmanaged<AnyStateBox>) -> AnyStateBox

  /// - Parameter box: Any box of the type.
  @inlinable
  init<State>(_ box: StateBox<State>) {
    type = State.self
    let address = unsafe UnsafeMutableRawPointer(Unmanaged.passUnretained(box.storage).toOpaque())
    offset = unsafe UnsafeMutableRawPointer(box.pointer) - address
    assert(offset > 0)
    unsafe copy = { box in
      unsafe box._withUnsafeGuaranteedRef { StateBox<State>(copying: StateBox($0)).storage }
    }
  }

  /// The address of the value in a box; valid while the box is retained.
  @inlinable
  @inline(__always)
  func address(in box: AnyStateBox) -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(box).toOpaque() + offset
  }
}
