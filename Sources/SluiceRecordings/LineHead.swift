/// What a line of a recording begins with, found without reading the rest.
package struct LineHead {
  /// The kind of record; `nil` if the line has to be read to know it.
  package private(set) var type: Range<Int>?
  /// The program as JSON, without its quotation marks; `nil` if it doesn't stand in front.
  package private(set) var instance: Range<Int>?
  package let line: ArraySlice<UInt8>

  package init(_ line: ArraySlice<UInt8>) {
    self.line = line
    var place = line.startIndex
    guard take("{\"", &place) else { return }
    for _ in 1...2 {
      if type == nil, take("type\":\"", &place) {
        type = text(&place)
      } else if instance == nil, take("instance\":\"", &place) {
        instance = text(&place)
      } else {
        return
      }
      guard take(",\"", &place) else { return }
    }
  }

  /// Whether the record may be of one of these kinds.
  package func mayBe(_ types: [StaticString]) -> Bool {
    guard let type else { return true }
    return types.contains { name in
      var place = type.lowerBound
      return name.utf8CodeUnitCount == type.count && take(name, &place)
    }
  }

  /// Whether the record may be of a program.
  ///
  /// - Parameter name: Its instance as JSON, without quotation marks.
  package func mayBe(ofProgram name: [UInt8]) -> Bool {
    guard let instance else { return true }
    return line[instance].elementsEqual(name) || line[instance].contains(UInt8(ascii: "\\"))
  }

  /// Returns what a program's commit has to do with a member of the state.
  ///
  /// - Parameters:
  ///   - name: The program's instance as JSON, without quotation marks.
  ///   - member: The member's name likewise.
  package func commit(ofProgram name: [UInt8], about member: [UInt8]) -> CommitSkim? {
    guard type != nil, mayBe(["commit"]), instance.map({ line[$0].elementsEqual(name) }) ?? true
    else { return nil }
    return CommitSkim(line, about: member)
  }

  private func take(_ word: StaticString, _ place: inout Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard line.endIndex - place >= count else { return false }
    let isThere = word.withUTF8Buffer { word in
      for offset in 0..<count where unsafe word[offset] != line[place + offset] { return false }
      return true
    }
    if isThere { place += count }
    return isThere
  }

  /// Takes a text up to its end; one with a quotation mark ends early, and then nothing follows that is known.
  private func text(_ place: inout Int) -> Range<Int>? {
    let start = place
    while place < line.endIndex, line[place] != UInt8(ascii: "\"") {
      place += line[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < line.endIndex else { return nil }
    place += 1
    return start..<(place - 1)
  }
}
