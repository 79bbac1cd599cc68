import ExplorerTerminal
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PromptTests {
  static let edits: [(text: String, cursor: Int, key: KeyPress, edited: (String, Int)?)] = [
    ("ab", 1, "x", ("axb", 2)), ("ab", 1, KeyPress(.backspace), ("b", 0)),
    ("ab", 1, KeyPress(.delete), ("a", 1)),
    ("a bc", 4, KeyPress(.character("w"), .control), ("a ", 2)),
    ("a bc", 3, KeyPress(.character("u"), .control), ("c", 0)),
    ("a bc", 1, KeyPress(.character("k"), .control), ("a", 1)),
    ("a bc", 2, KeyPress(.character("a"), .control), ("a bc", 0)),
    ("a bc", 2, KeyPress(.character("e"), .control), ("a bc", 4)),
    ("ab", 0, KeyPress(.left), ("ab", 0)), ("ab", 2, KeyPress(.right), ("ab", 2)),
    ("e", 1, "\u{301}", ("e\u{301}", 1)), ("ab", 2, KeyPress(.character("x"), .alt), nil),
    ("ab", 2, KeyPress(.function(1)), nil),
  ]

  @Test(arguments: edits.indices)
  func `a key edits the line`(_ index: Int) {
    let (text, cursor, key, edited) = Self.edits[index]
    let line = EditableLine(text: text, cursor: cursor).edited(by: key)
    #expect(line == edited.map { EditableLine(text: $0.0, cursor: $0.1) })
  }

  @Test func `what is pasted stays on one line`() {
    var desk = Desk(to: 2)
    desk.type("/a")
    desk.take(InputReceived(input: .paste("b\nc")))
    #expect(desk.state.prompt?.line == EditableLine(text: "ab c", cursor: 4))
  }

  @Test func `candidates go around, and what was typed decides them`() {
    var desk = Desk(to: 6)
    desk.type("ftype:")
    for (key, text) in [
      ("\t", "type:Add"), ("\t", "type:Third"), ("\t", "type:Add"), ("⇤", "type:Third"),
    ] {
      desk.type(key)
      #expect(desk.state.prompt?.text == text)
    }
  }

  @Test(arguments: [
    ("", 41, "products[*].package.dimensions.height"), ("", 30, "…package.dimensions.height"),
    ("Some height.", 40, "…e.dimensions.height  Some height."),
  ])
  func `a candidate has room beside its meaning`(meaning: String, width: Int, line: String) {
    let name = "products[*].package.dimensions.height"
    let candidate = PromptCandidates.Candidate(name, meaning: meaning)
    let lines = PromptLines(Prompt(.filter), [candidate], width: width)
    #expect(lines.above.map { $0.text.replacing(#/ +$/#, with: "") } == [line])
  }

  @Test func `candidates are for the word at the cursor, whatever stands behind it`() {
    var prompt = Prompt(.filter)
    // Of several scalars each.
    prompt.text = "typ 🇩🇪🇩🇪"
    prompt.cursor = 3
    let candidates = PromptCandidates(for: prompt, ScreenState())
    #expect(candidates.all.map(\.text) == ["type: 🇩🇪🇩🇪"] && candidates.all.map(\.cursor) == [5])
  }
}
