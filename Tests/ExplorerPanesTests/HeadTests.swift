import Testing

@testable import ExplorerKit

/// The head, as its numbers grow.
@Suite struct HeadTests {
  private static func head(
    _ change: (inout HeadLines.Content) -> Void = { _ in }
  ) -> HeadLines.Content {
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
    return content
  }

  private static func line(_ content: HeadLines.Content, _ width: Int) -> String {
    HeadLines.lines(of: content, width: width)[0].text
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
    let before = Self.line(Self.head(), width)
    for step in [1, 2, 9, 41, 99] {
      let after = Self.line(
        Self.head { content in
          content.commits += step * 9
          content.rate += step
          content.effectsAlive = step
          content.diagnostics += step
          content.dropped += step
          content.isFollowing = false
        },
        width
      )
      var places = Self.frame(after)
      places["following"] = Self.frame(before)["following"]
      #expect(places == Self.frame(before), "\(before)\n\(after)")
    }
  }

  @Test func `a program that has disconnected has no rate`() {
    let line = Self.line(Self.head { $0.isConnected = false }, 120)
    #expect(line.contains("disconnected"))
    #expect(!line.contains("/s"))
    #expect(!line.contains("▁"))
  }

  @Test func `a filter's head says how many commits it admits`() {
    let content = Self.head { content in
      content.commits = 1_048
      content.admitted = 46
    }
    #expect(Self.line(content, 120).contains("46 of 1,048 commits"))
  }
}
