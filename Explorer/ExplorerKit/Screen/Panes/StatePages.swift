/// The pages of a long container: each has at most a hundred parts, or pages in turn.
struct StatePages: Sequence {
  /// The most parts that are shown at once.
  static let size = 100

  /// None if all of the range is shown at once.
  private let range: Range<Int>
  private let step: Int

  init(_ range: Range<Int>) {
    self.range = range.count > Self.size ? range : range.lowerBound..<range.lowerBound
    var step = Self.size
    while (range.count + step - 1) / step > Self.size { step *= Self.size }
    self.step = step
  }

  func makeIterator() -> AnyIterator<Range<Int>> {
    var starts = stride(from: range.lowerBound, to: range.upperBound, by: step).makeIterator()
    return AnyIterator {
      starts.next().map { $0..<Swift.min($0 + step, range.upperBound) }
    }
  }
}
