/// What two texts have in common and what differs, word by word.
///
/// The pieces that ``Piece/common(_:)`` and ``Piece/removed(_:)`` hold are the old text, those that
/// `common` and `added` hold the new one, scalar by scalar.
struct WordDifference: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case common(String)
    case removed(String)
    case added(String)
  }

  /// The most words that differ and are still aligned; of more, all are replaced by all.
  private static let maximalDistance = 400
  /// The bytes of both texts above which words are not compared.
  private static let maximalBytes = 1 << 18

  private(set) var pieces: [Piece] = []

  init(from old: String, to new: String) {
    guard old.utf8.count + new.utf8.count <= Self.maximalBytes else {
      append([old[...]]) { .removed($0) }
      append([new[...]]) { .added($0) }
      return
    }
    // Numbers are compared faster than words, and words by their bytes: equal letters in two forms are
    // a difference.
    var numbers: [[UInt8]: Int] = [:]
    func numbered(_ words: [Substring]) -> [Int] {
      words.map { word in
        let bytes = Array(word.utf8)
        if let number = numbers[bytes] { return number }
        numbers[bytes] = numbers.count
        return numbers.count - 1
      }
    }
    let (oldWords, newWords) = (Self.words(old), Self.words(new))
    let (left, right) = (numbered(oldWords), numbered(newWords))
    var start = 0
    while start < left.count, start < right.count, left[start] == right[start] { start += 1 }
    var end = 0
    while end < left.count - start, end < right.count - start,
      left[left.count - 1 - end] == right[right.count - 1 - end]
    {
      end += 1
    }
    let inner = left[start..<(left.count - end)]
    let otherInner = right[start..<(right.count - end)]
    append(oldWords[..<start]) { .common($0) }
    var (place, otherPlace) = (start, start)
    for match in Self.matches(inner, otherInner, Self.maximalDistance) + [
      (old: inner.endIndex, new: otherInner.endIndex)
    ] {
      append(oldWords[place..<match.old]) { .removed($0) }
      append(newWords[otherPlace..<match.new]) { .added($0) }
      guard match.old < inner.endIndex else { break }
      append(oldWords[match.old...match.old]) { .common($0) }
      (place, otherPlace) = (match.old + 1, match.new + 1)
    }
    append(oldWords[(left.count - end)...]) { .common($0) }
  }

  /// Adds words to the last piece if that is one of theirs, otherwise as a new piece.
  private mutating func append(_ words: ArraySlice<Substring>, _ piece: (String) -> Piece) {
    let text = words.joined()
    guard !text.isEmpty else { return }
    switch (pieces.last, piece(text)) {
    case (.common(let before), .common): pieces[pieces.count - 1] = .common(before + text)
    case (.removed(let before), .removed): pieces[pieces.count - 1] = .removed(before + text)
    case (.added(let before), .added): pieces[pieces.count - 1] = .added(before + text)
    default: pieces.append(piece(text))
    }
  }

  /// Returns words, the spaces between them, and each other character by itself.
  private static func words(_ text: String) -> [Substring] {
    enum Kind {
      case word
      case space
      case other
    }
    func kind(_ character: Character) -> Kind {
      if character.isLetter || character.isNumber || character == "_" { return .word }
      return character == " " ? .space : .other
    }
    var words: [Substring] = []
    var start = text.startIndex
    var last: Kind?
    for index in text.indices {
      let next = kind(text[index])
      if let last, last != next || next == .other {
        words.append(text[start..<index])
        start = index
      }
      last = next
    }
    if start < text.endIndex { words.append(text[start...]) }
    return words
  }

  /// Returns the places of a longest common subsequence, by Myers' algorithm; none if more than
  /// `limit` elements differ.
  private static func matches(
    _ old: ArraySlice<Int>,
    _ new: ArraySlice<Int>,
    _ limit: Int
  ) -> [(old: Int, new: Int)] {
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let (oldCount, newCount) = (old.count, new.count)
    let most = min(oldCount + newCount, limit)
    // The furthest place in the old text on each diagonal, for each number of differences.
    var furthest = [Int](repeating: 0, count: 2 * most + 3)
    var trace: [[Int]] = []
    let middle = most + 1
    func isDown(_ diagonal: Int, _ distance: Int, _ furthest: [Int]) -> Bool {
      diagonal == -distance
        || diagonal != distance
          && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]
    }
    for distance in 0...most {
      trace.append(furthest)
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        var x =
          isDown(diagonal, distance, furthest)
          ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        while x < oldCount, x - diagonal < newCount, x >= diagonal,
          old[old.startIndex + x] == new[new.startIndex + x - diagonal]
        {
          x += 1
        }
        furthest[middle + diagonal] = x
        guard x >= oldCount, x - diagonal >= newCount else { continue }
        return backtracked(trace, oldCount, newCount, middle, isDown).map { match in
          (old.startIndex + match.old, new.startIndex + match.new)
        }
      }
    }
    return []
  }

  private static func backtracked(
    _ trace: [[Int]],
    _ oldCount: Int,
    _ newCount: Int,
    _ middle: Int,
    _ isDown: (Int, Int, [Int]) -> Bool
  ) -> [(old: Int, new: Int)] {
    var matches: [(old: Int, new: Int)] = []
    var (x, y) = (oldCount, newCount)
    for distance in trace.indices.reversed() {
      let diagonal = x - y
      let before = isDown(diagonal, distance, trace[distance]) ? diagonal + 1 : diagonal - 1
      let startX = distance == 0 ? 0 : trace[distance][middle + before]
      let startY = distance == 0 ? 0 : startX - before
      while x > startX, y > startY, x > 0, y > 0 {
        (x, y) = (x - 1, y - 1)
        matches.append((x, y))
      }
      (x, y) = (startX, startY)
    }
    return matches.reversed()
  }
}
