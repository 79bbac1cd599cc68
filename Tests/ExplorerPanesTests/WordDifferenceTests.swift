import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct WordDifferenceTests {
  /// Compares both texts of a difference with what they were, scalar by scalar.
  private static func expectBoth(_ old: String, _ new: String) {
    var (before, after) = ("", "")
    for piece in WordDifference(from: old, to: new).pieces {
      switch piece {
      case .removed(let text): before += text
      case .added(let text): after += text
      case .common(let text):
        before += text
        after += text
      }
    }
    #expect(before.unicodeScalars.elementsEqual(old.unicodeScalars))
    #expect(after.unicodeScalars.elementsEqual(new.unicodeScalars))
  }

  private static let words = [
    "milk", "eggs", "bread", " ", "  ", "\n", ",", ".", "é", "e\u{301}", "牛乳", "👩‍👩‍👧", "\u{1B}[2J",
    "\u{202E}", "a\u{300}\u{301}", "🇩🇪", "-", "",
  ]

  @Test func `the pieces are both texts, scalar by scalar`() {
    var random = SplitMix64(seed: 16)
    for _ in 0..<400 {
      let old = (0..<random.pick(0..<31)).map { _ in Self.words[random.pick(Self.words.indices)] }
      var new = old
      for _ in 0..<random.pick(0..<7) {
        let word = Self.words[random.pick(Self.words.indices)]
        let place = random.pick(0..<new.count + 1)
        if place < new.count, random.pick(0..<2) == 0 {
          new.remove(at: place)
        } else {
          new.insert(word, at: place)
        }
      }
      Self.expectBoth(old.joined(), new.joined())
    }
  }

  @Test func `the common part is as long as possible`() {
    let rows: [(old: String, new: String, pieces: [WordDifference.Piece])] = [
      (
        "the quick brown fox", "the slow brown dog",
        [
          .common("the "), .removed("quick"), .added("slow"), .common(" brown "), .removed("fox"),
          .added("dog"),
        ]
      ),
      ("same", "same", [.common("same")]), ("", "", []), ("", "new", [.added("new")]),
      ("a b c", "b c d", [.removed("a "), .common("b c"), .added(" d")]),
    ]
    for row in rows { #expect(WordDifference(from: row.old, to: row.new).pieces == row.pieces) }
    // A letter in another form is another letter.
    #expect(WordDifference(from: "caf\u{E9}", to: "cafe\u{301}").pieces.count == 2)
  }

  @Test func `long texts that have little in common are both shown`() {
    func words(_ letter: String) -> String {
      (0..<3_000).map { "\(letter)\($0)" }.joined(separator: " ")
    }
    Self.expectBoth(words("a"), words("b"))
  }
}
