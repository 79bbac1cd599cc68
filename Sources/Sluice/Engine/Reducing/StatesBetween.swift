/// The states that the reducers of one action left to each other, in order: one less than reducers.
///
/// An object, so that a commit without them has one word more.
@usableFromInline
final class StatesBetween: @unchecked Sendable {
  // `@unchecked`: the boxes are those of `Sendable` states, and never change while retained.

  /// Where a reducer changed nothing, the box is that of the reducer before it.
  let boxes: [AnyStateBox]

  init(_ boxes: [AnyStateBox]) { self.boxes = boxes }
}
