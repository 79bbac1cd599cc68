import Testing

@testable import ExplorerKit

/// The head, as its numbers grow.
@Suite struct HeadTests {
  private static func line(
    _ width: Int = 120,
    _ change: (inout HeadLines.Content) -> Void = { _ in }
  ) -> String {
    var content = HeadLines.Content(program: "Shop")
    content.commits = 9
    content.rates = (0..<60).map { .integer(Int128($0 % 7)) }
    content.rate = 1
    content.effectsAlive = 0
    content.diagnostics = 1
    content.dropped = 1
    content.filter = "type:Add*"
    content.isFollowing = true
    change(&content)
    return HeadLines.lines(of: content, width: width)[0].text
  }

  /// Where each word begins, whether it is about one thing or several.
  private static func frame(_ line: String) -> [String: Int] {
    var places: [String: Int] = [:]
    for word in line.split(separator: " ") where !word.contains(where: \.isNumber) {
      places[word.hasSuffix("s") ? String(word.dropLast()) : String(word)] =
        line.distance(from: line.startIndex, to: word.startIndex)
    }
    return places
  }

  @Test(arguments: [40, 60, 80, 120, 200])
  func `nothing moves while numbers grow`(width: Int) {
    let before = Self.line(width)
    for step in [1, 2, 9, 41, 99] {
      let after = Self.line(width) { content in
        content.commits += step * 9
        content.rate += step
        content.effectsAlive = step
        content.diagnostics += step
        content.dropped += step
        content.isFollowing = false
      }
      var places = Self.frame(after)
      places["following"] = Self.frame(before)["following"]
      #expect(places == Self.frame(before), "\(before)\n\(after)")
    }
  }

  @Test func `a program that has disconnected has no rate`() {
    let line = Self.line { $0.isConnected = false }
    #expect(["disconnected", "/s", "▁"].map(line.contains) == [true, false, false])
  }

  @Test func `a filter's head says how many commits it admits`() {
    let line = Self.line { ($0.commits, $0.admitted) = (1_048, 46) }
    #expect(line.contains("46 of 1,048 commits"))
  }
}
