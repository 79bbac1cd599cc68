import ExplorerTerminal
import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn, .unsanitized) struct VisibleTextTests {
  @Test(arguments: [
    ("", ""), ("a: 1", "a: 1"),
    ("\u{1B}[1;32m+\u{1B}[0m a", "\u{1B}[1;32m+\u{1B}[0m a"),
    ("\u{1B}[m\u{1B}[2J\u{1B}[31m", "\u{1B}[m" + #"\u{1B}[2J"# + "\u{1B}[31m"),
    ("\u{1B}[31\u{1B}[1m\u{7}", #"\u{1B}[31"# + "\u{1B}[1m" + #"\u{7}"#),
    ("\u{1B}[?1049hm\u{202E}", #"\u{1B}[?1049hm\u{202E}"#),
    (
      "\u{1B}[" + String(repeating: "1;", count: 40) + "m",
      #"\u{1B}["# + String(repeating: "1;", count: 40) + "m"
    ),
  ])
  func `escape sequences of a foreign line act only as colours`(raw: String, shown: String) {
    #expect(VisibleText.painted(raw) == shown)
  }

  /// Texts of which each character is shown as an escape.
  private static let hidden = [
    "\u{0}\u{7}\u{8}", "\u{7F}", "\u{202A}\u{202B}\u{202C}\u{202D}",
    "\u{2066}\u{2067}\u{2068}\u{2069}", "\u{200E}\u{200F}\u{61C}",
    "\u{FEFF}\u{2060}\u{AD}\u{180E}", "\u{115F}\u{3164}\u{FFA0}\u{34F}",
    "\u{E0001}\u{E0041}\u{E007F}", "\u{E0100}", "\u{FFF9}",
    String(decoding: [0xEF, 0xBF, 0xBE], as: UTF8.self),
  ]

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }.joined()
  }

  static let table: [(raw: String, visible: String)] =
    hidden.map { ($0, escaped($0)) } + [
      ("", ""), ("plain text, 100 % ~", "plain text, 100 % ~"), ("żółć 茶 🙂", "żółć 茶 🙂"),
      (#"C:\temp"#, #"C:\temp"#), ("a\nb\rc\td", #"a\nb\rc\td"#),
      ("\u{1B}[2J\u{1B}]0;owned\u{7}", #"\u{1B}[2J\u{1B}]0;owned\u{7}"#),
      ("\u{80}\u{9B}31m\u{9F}", #"\u{80}\u{9B}31m\u{9F}"#),
      ("line\u{2028}paragraph\u{2029}", #"line\u{2028}paragraph\u{2029}"#),
      ("\u{202E}drowssap", #"\u{202E}drowssap"#),
      ("a\u{200B}b\u{200C}c\u{200D}d", #"a\u{200B}b\u{200C}c\u{200D}d"#),
      // Emoji of several, and joiners that join none.
      ("👩‍👩‍👧 🏳️‍🌈 🧑🏽‍🚀", "👩‍👩‍👧 🏳️‍🌈 🧑🏽‍🚀"),
      ("👩\u{200D} 👩\u{200D}\u{200D}👧", #"👩\u{200D} 👩\u{200D}\u{200D}👧"#),
      ("\u{200D}👩 1\u{200D}👩 👩\u{200D}a", #"\u{200D}👩 1\u{200D}👩 👩\u{200D}a"#),
      (
        "👩" + String(repeating: "\u{200D}👩", count: 9),
        "👩" + String(repeating: "\u{200D}👩", count: 8) + #"\u{200D}👩"#
      ),
      // An emoji in colour, and an accent of its own.
      ("❤\u{FE0F} e\u{301}", "❤\u{FE0F} e\u{301}"),
      (
        "a" + String(repeating: "\u{301}", count: 10),
        "a" + String(repeating: "\u{301}", count: 8) + #"\u{301}\u{301}"#
      ),
      // Each character may carry its own.
      (
        "a" + String(repeating: "\u{20DD}", count: 8) + "b\u{301}",
        "a" + String(repeating: "\u{20DD}", count: 8) + "b\u{301}"
      ),
    ]

  @Test func `what hides or acts on a terminal is shown as an escape`() {
    for (raw, visible) in Self.table {
      #expect(Array(VisibleText(raw).description.unicodeScalars) == Array(visible.unicodeScalars))
    }
  }

  @Test func `no bytes that act on a terminal are left`() {
    var random = SplitMix64(seed: 20)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let scalars = (0..<30).map { _ in Self.nastyScalar(using: &random) }
      for raw in [String(decoding: bytes, as: UTF8.self), String(scalars)] {
        let visible = VisibleText(raw).description
        #expect(!visible.unicodeScalars.contains(where: Self.isDangerous), "\(bytes) \(scalars)")
        #expect(Self.longestRunOfMarks(in: visible) <= 8)
        #expect(VisibleText(visible).description == visible)
      }
    }
  }

  @Test func `a JSON text keeps its strings, and nothing in it acts on a terminal`() throws {
    for (raw, visible) in Self.table {
      let json = JSONString(raw)
      var made: [UInt8] = []
      VisibleText.append(json: json.wire[...], to: &made)
      // Compared by scalars: canonically equal texts are different ones here.
      #expect(
        Array(try JSONString(reading: made).text.unicodeScalars) == Array(raw.unicodeScalars),
        "\(raw)"
      )
      let text = String(decoding: made, as: UTF8.self)
      let joined = visible.unicodeScalars.count { $0.value == 0x200D }
      #expect(text.unicodeScalars.count(where: Self.isDangerous) == joined, "\(raw)")
      #expect(Self.longestRunOfMarks(in: text) <= 8, "\(raw)")
    }
  }

  @Test func `a line feed and the characters that escape one are distinguished`() {
    let made = ["\n", #"\n"#].map { text in
      var bytes: [UInt8] = []
      VisibleText.append(json: JSONString(text).wire[...], to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(made == [#""\n""#, #""\\n""#])
  }

  @Test func `the escapes of other writers of JSON are kept`() {
    let text = #""\u001b\u202e\"\\ \/ \u00e9 "#
    var made: [UInt8] = []
    VisibleText.append(json: Array((text + "\u{202E}\u{E0041}\"").utf8)[...], to: &made)
    #expect(String(decoding: made, as: UTF8.self) == text + #"\u202e\udb40\udc41""#)
  }

  private static func nastyScalar(using random: inout SplitMix64) -> Character {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x9F, 0x2000...0x206F, 0x300...0x320, 0x61...0x7A, 0xE0000...0xE01EF,
    ]
    let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
    return Character(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "x")
  }

  /// Written down again, so that it does not share the code's mistakes.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xE0000...0xE01EF:
      true
    default: false
    }
  }

  private static func longestRunOfMarks(in text: String) -> Int {
    var longest = 0
    var run = 0
    for scalar in text.unicodeScalars {
      run = (0x300...0x36F).contains(scalar.value) ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}

/// A string as the wire writes it, and as Foundation, who was not asked before, reads it.
private struct JSONString {
  let text: String
  let wire: [UInt8]

  init(_ text: String) {
    self.text = text
    wire = JSONText.bytes(of: .string(text))
  }

  init(reading json: [UInt8]) throws {
    wire = json
    let object = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
    text = object as? String ?? "not a string"
  }
}
