import SluiceTree
import SluiceWire

/// What a commit has to do with a member of the state, found without making values.
package struct CommitSkim: Equatable {
  package private(set) var number = 0
  /// The number of commits that it stands for.
  package private(set) var count = 1
  /// The line without what other members changed, what led to the commit, and a payload that doesn't name a case; empty
  /// if nothing is about the member.
  package private(set) var part: [UInt8] = []

  /// - Parameters:
  ///   - line: The line of a commit.
  ///   - member: A member's name, as JSON has it between quotes.
  /// - Returns: `nil` if the line must be read whole: it is damaged, not all of its changes are known, or one is at the
  ///   whole state.
  package init?(_ line: ArraySlice<UInt8>, about member: [UInt8]) {
    guard let skim = try? Self(line.span, member) else { return nil }
    self = skim
  }

  private init?(_ text: Span<UInt8>, _ member: [UInt8]) throws(WireError) {
    var reader = JSONReader()
    var copy = PartialCopy()
    var isAbout = false
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
        guard let isOne = try reader.copyChanges(text, of: member, to: &copy) else { return nil }
        isAbout = isAbout || isOne
      } else if text.has("action", at: key) {
        try reader.skipAction(text, &copy)
      } else if text.has("cause", at: key) || text.has("reducers", at: key) {
        try reader.leaveOut(text, of: &copy)
      } else {
        try reader.skipValue(text)
      }
    }
    reader.skipSpace(text)
    guard reader.index == text.count, number > 0, count > 0 else { return nil }
    guard isAbout else { return }
    copy.append(text, to: text.count)
    part = copy.bytes
  }
}

/// A text that is copied in part, from its beginning on.
private struct PartialCopy {
  private(set) var bytes: [UInt8] = []
  /// Where the next part begins.
  var place = 0

  mutating func append(_ text: Span<UInt8>, to end: Int) {
    unsafe text.extracting(place..<end).withUnsafeBufferPointer { part in
      unsafe bytes.append(contentsOf: part)
    }
    place = end
  }

  mutating func append(_ word: StaticString) {
    word.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }
}

extension JSONReader {
  /// Reads a number from 0; returns -1 for anything else.
  fileprivate mutating func readCount(_ text: Span<UInt8>) throws(WireError) -> Int {
    guard case .integer(let number) = try readValue(text) else { return -1 }
    return Int(number)
  }

  /// Skips an action, and leaves out its payload unless that is tagged, as a case is.
  fileprivate mutating func skipAction(
    _ text: Span<UInt8>,
    _ copy: inout PartialCopy
  ) throws(WireError) {
    try require("{", text)
    var isFirst = true
    while let key = try skipKey(text, &isFirst) {
      let isTagged = text.has("{\"$\"", at: index..<min(index + 4, text.count))
      if isTagged || !text.has("payload", at: key) {
        try skipValue(text)
      } else {
        try leaveOut(text, of: &copy)
      }
    }
  }

  /// Skips a value, in whose place the copy has none.
  fileprivate mutating func leaveOut(
    _ text: Span<UInt8>,
    of copy: inout PartialCopy
  ) throws(WireError) {
    copy.append(text, to: index)
    copy.append("null")
    try skipValue(text)
    copy.place = index
  }

  /// Copies those changes of a list whose path begins with a member.
  ///
  /// - Returns: Whether there are any; `nil` if a name has an escape.
  /// - Throws: An error at a change of the whole state, too, whose path is empty.
  fileprivate mutating func copyChanges(
    _ text: Span<UInt8>,
    of member: [UInt8],
    to copy: inout PartialCopy
  ) throws(WireError) -> Bool? {
    try require("[", text)
    copy.append(text, to: index)
    var isAny = false
    var isFirstChange = true
    while try begins(text, before: "]", &isFirstChange) {
      let start = index
      guard let isOne = try skipChange(text, of: member) else { return nil }
      guard isOne else { continue }
      if isAny { copy.append(",") }
      isAny = true
      copy.place = start
      copy.append(text, to: index)
    }
    copy.place = index - 1
    return isAny
  }

  /// Skips a change.
  ///
  /// - Returns: Whether its path begins with the member; `nil` if a name has an escape.
  private mutating func skipChange(
    _ text: Span<UInt8>,
    of member: [UInt8]
  ) throws(WireError) -> Bool? {
    try require("{", text)
    var isOne = false
    var isFirst = true
    while let key = try skipKey(text, &isFirst) {
      guard text.has("path", at: key) else {
        if key.isEmpty { return nil }
        try skipValue(text)
        continue
      }
      try require("[", text)
      skipSpace(text)
      let (step, isPlain) = try skipString(text)
      if !isPlain { return nil }
      isOne = isOne || text.has(member, at: step)
      try skipElements(text, isFirst: false)
    }
    return isOne
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
