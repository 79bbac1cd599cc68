import SluiceTree
import SluiceWire

/// The numbers of a commit that has nothing to do with a member of the state, found without making values.
package struct CommitSkim: Equatable {
  package private(set) var number = 0
  /// The number of commits that it stands for.
  package private(set) var count = 1

  /// - Parameters:
  ///   - line: The line of a commit.
  ///   - member: A member's name, as JSON has it between quotes.
  /// - Returns: `nil` if the line must be read: it is damaged, not all of its changes are known, or one is at the member
  ///   or at the whole state.
  package init?(_ line: ArraySlice<UInt8>, besides member: [UInt8]) {
    guard let skim = try? Self(line.span, member) else { return nil }
    self = skim
  }

  private init?(_ text: Span<UInt8>, _ member: [UInt8]) throws(WireError) {
    var reader = JSONReader()
    reader.maximumDepth = JSONText.maximumDepthOfFiles
    guard reader.take("{", text) else { return nil }
    var isFirst = true
    while let key = try reader.skipKey(text, &isFirst) {
      // Another key may be written with escapes.
      if key.isEmpty { return nil }
      if text.has("number", at: key) {
        number = try reader.readCount(text)
      } else if text.has("count", at: key) {
        count = try reader.readCount(text)
      } else if text.has("changesUnknown", at: key) || text.has("omittedChanges", at: key) {
        return nil
      } else if text.has("changes", at: key) {
        guard try reader.skipChanges(text, besides: member) else { return nil }
      } else {
        try reader.skipValue(text)
      }
    }
    reader.skipSpace(text)
    guard reader.index == text.count, number > 0, count > 0 else { return nil }
  }
}

extension JSONReader {
  /// Reads a number from 0; returns -1 for anything else.
  fileprivate mutating func readCount(_ text: Span<UInt8>) throws(WireError) -> Int {
    guard case .integer(let number) = try readValue(text) else { return -1 }
    return Int(number)
  }

  /// Skips a list of changes; returns false at one that is at a member, or at the whole state.
  fileprivate mutating func skipChanges(
    _ text: Span<UInt8>,
    besides member: [UInt8]
  ) throws(WireError) -> Bool {
    try require("[", text)
    var isFirstChange = true
    while try begins(text, before: "]", &isFirstChange) {
      try require("{", text)
      var isFirst = true
      while let key = try skipKey(text, &isFirst) {
        guard text.has("path", at: key) else {
          if key.isEmpty { return false }
          try skipValue(text)
          continue
        }
        try require("[", text)
        skipSpace(text)
        let (step, isPlain) = try skipString(text)
        if !isPlain || text.has(member, at: step) { return false }
        try skipElements(text, isFirst: false)
      }
    }
    return true
  }
}

extension Span<UInt8> {
  fileprivate func has(_ word: StaticString, at range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      for offset in 0..<range.count
      where unsafe word[offset] != self[range.lowerBound + offset] { return false }
      return true
    }
  }

  fileprivate func has(_ bytes: [UInt8], at range: Range<Int>) -> Bool {
    guard range.count == bytes.count else { return false }
    for offset in 0..<range.count where bytes[offset] != self[range.lowerBound + offset] {
      return false
    }
    return true
  }
}
