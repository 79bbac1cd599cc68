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
    content.rate = 1
    content.runs = 0
    content.longest = "Shop.pay"
    content.diagnostics = 1
    content.failed = 1
    content.dropped = 1
    content.filter = "type:Add*"
    content.isFollowing = true
    change(&content)
    return HeadLines.line(of: content, width: width).text
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
        content.runs = step
        content.failed += step
        content.diagnostics += step
        content.dropped += step
        content.isFollowing = false
      }
      var places = Self.frame(after)
      places["following"] = Self.frame(before)["following"]
      #expect(places == Self.frame(before), "\(before)\n\(after)")
    }
  }

  @Test(arguments: [
    (HeadLines.Life.ended(at: "10:00:00"), "○ ended 10:00:00"),
    (.crashed(at: "10:00:00", running: "Shop.pay 2 s"), "✗ crashed 10:00:00, Shop.pay 2 s ran"),
    (.crashed(at: "10:00:00", running: ""), "✗ crashed 10:00:00"),
    (.recorded("a.session", length: "8.2 s"), "a.session, 8.2 s"),
  ])
  func `words of live programs are only for them`(life: HeadLines.Life, text: String) {
    let line = Self.line(200) { $0.life = life }
    #expect(line.contains(text))
    for word in ["live", "/s", "following", "run "] { #expect(!line.contains(word), "\(line)") }
    #expect(Self.line(200).contains("● live") && Self.line(200).contains("/s"))
  }

  @Test func `other programs are named, and one that was started again before them`() {
    #expect(Self.line(160) { $0.programs = 3 }.contains("P 3 programs"))
    let line = Self.line(160) { ($0.programs, $0.isStartedAgain) = (3, true) }
    #expect(line.contains("P started again") && !line.contains("programs"))
  }

  @Test func `a filter's head says how many commits it admits`() {
    let line = Self.line { ($0.commits, $0.admitted) = (1_048, 46) }
    #expect(line.contains("46 of 1,048 commits"))
  }
}
