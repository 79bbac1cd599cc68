/// A version of the wire's grammar; both sides use the highest that both know.
package struct WireVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }

  package static let one = WireVersion(1)

  /// The versions that this code reads and writes.
  package static let supported = one...one

  package var description: String { "\(number)" }

  package static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }

  /// The highest version that both sides speak.
  package static func agreed(
    theirs: ClosedRange<WireVersion>,
    ours: ClosedRange<WireVersion> = supported
  ) throws(WireError) -> WireVersion {
    guard theirs.overlaps(ours) else { throw .noCommonVersion(theirs: theirs, ours: ours) }
    return min(theirs.upperBound, ours.upperBound)
  }
}
