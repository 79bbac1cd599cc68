import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct WordDifferenceTests {
  private static func old(_ difference: WordDifference) -> String {
    difference.pieces.map { piece in
      switch piece {
      case .common(let text), .removed(let text): text
      case .added: ""
      }
    }.joined()
  }

  private static func new(_ difference: WordDifference) -> String {
    difference.pieces.map { piece in
      switch piece {
      case .common(let text), .added(let text): text
      case .removed: ""
      }
    }.joined()
  }

  private static let words = [
    "milk", "eggs", "bread", " ", "  ", "\n", ",", ".", "é", "e\u{301}", "牛乳", "👩‍👩‍👧", "\u{1B}[2J",
    "\u{202E}", "a\u{300}\u{301}", "🇩🇪", "-", "",
  ]

  @Test func `the pieces are both texts, scalar by scalar`() {
    var random = SplitMix64(seed: 16)
    for _ in 0..<400 {
      let old = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        Self.words.randomElement(using: &random) ?? ""
      }
      var new = old
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let word = Self.words.randomElement(using: &random) ?? ""
        let place = Int.random(in: 0...new.count, using: &random)
        if place < new.count, Bool.random(using: &random) {
          new.remove(at: place)
        } else {
          new.insert(word, at: place)
        }
      }
      let (oldText, newText) = (old.joined(), new.joined())
      let difference = WordDifference(from: oldText, to: newText)
      #expect(Self.old(difference).unicodeScalars.elementsEqual(oldText.unicodeScalars))
      #expect(Self.new(difference).unicodeScalars.elementsEqual(newText.unicodeScalars))
    }
  }

  @Test func `the common part is as long as possible`() {
    let difference = WordDifference(from: "the quick brown fox", to: "the slow brown dog")
    #expect(
      difference.pieces == [
        .common("the "), .removed("quick"), .added("slow"), .common(" brown "), .removed("fox"),
        .added("dog"),
      ]
    )
    #expect(WordDifference(from: "same", to: "same").pieces == [.common("same")])
    #expect(WordDifference(from: "", to: "").pieces.isEmpty)
    #expect(WordDifference(from: "", to: "new").pieces == [.added("new")])
    #expect(
      WordDifference(from: "a b c", to: "b c d").pieces == [
        .removed("a "), .common("b c"), .added(" d"),
      ]
    )
  }

  @Test func `a letter in another form is another letter`() {
    let difference = WordDifference(from: "caf\u{E9}", to: "cafe\u{301}")
    #expect(difference.pieces.count == 2)
  }

  @Test func `long texts that have little in common are both shown`() {
    let old = (0..<3_000).map { "a\($0)" }.joined(separator: " ")
    let new = (0..<3_000).map { "b\($0)" }.joined(separator: " ")
    let difference = WordDifference(from: old, to: new)
    #expect(Self.old(difference) == old)
    #expect(Self.new(difference) == new)
  }
}
