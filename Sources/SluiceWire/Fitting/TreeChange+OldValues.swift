package import SluiceTree

extension TreeChange {
  /// Bytes of text up to which an old value is sent along.
  package static let maximumOldValueLength = 4 << 10

  /// The change without an old value that is longer than is sent: the receiver has it.
  ///
  /// Cost is bounded by the limit, not by the value.
  package func withoutLongOld(limit: Int = maximumOldValueLength) -> TreeChange {
    guard let old, JSONText.length(of: old, countingTo: limit) > limit else { return self }
    return withoutOld
  }
}
