import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct FilterCompletionTests {
  private static let vocabulary = FilterCompletion.Vocabulary(
    types: ["AddTodo", "AnonymousAction<(Int, Int)>", "Tick"],
    paths: ["cart", "cart.items[0]", "cart.total", #"settings["a b"]"#, "user.name"],
    effects: ["Todos.search", "Todos.save"],
    files: ["Shop/Timer.swift"],
    apps: ["Shop", "My Shop"]
  )

  private static let terms =
    "type: changed: state: became: payload: from: app: slow: effect: cause: failed"
  private static let comparisons = "== != <= >= < >"

  /// The cursor is at the bar.
  static let cases: [(filter: String, candidates: String)] = [
    ("|", terms + " not"),
    ("t|", "type:"),
    ("T|", "type:"),
    ("typ|x:A", "type:"),
    ("fail|", "failed"),
    ("failed|", ""),
    ("failed |", terms + " and or not"),
    ("failed a|", "app: and"),
    ("failed and |", terms + " not"),
    ("not |", terms + " not"),
    ("(|", terms + " not"),
    ("(failed)|", terms + " and or not"),
    ("(failed) o|", "or"),
    ("type:|", #"AddTodo "AnonymousAction<(Int, Int)>" Tick"#),
    ("type:a|", "AddTodo"),
    ("type:AddTodo|", ""),
    (#"type:"An|"#, #""AnonymousAction<(Int, Int)>""#),
    ("app:|", #"Shop "My Shop""#),
    ("app:Shop effect:Todos.s|", "Todos.search Todos.save"),
    ("from:|", "Shop/Timer.swift"),
    ("changed:cart.|", "cart.items[0] cart.total"),
    ("slow:|", ">= <= > <"),
    ("slow:>|", ">="),
    ("payload:|", ""),
    ("cause:1|", ""),
    ("xyz:|", ""),
    ("state:|", #"cart cart.items[0] cart.total settings["a b"] user.name"#),
    ("state:cart|", "cart.items[0] cart.total " + comparisons),
    ("state:cart.t|", "cart.total " + comparisons),
    ("became:cart.total|", comparisons),
    (#"state:settings["a b|"#, #"settings["a b"] "# + comparisons),
    ("state:cart.total |", comparisons + " exists"),
    ("state:cart.total ex|", "exists"),
    ("state:cart.total>|", ">="),
    ("state:cart.total=|", "=="),
    ("state:cart.total> |", ""),
    ("state:cart.total==|", "true false null"),
    ("state:cart.total== t|", "true"),
    ("state:cart.total==true |", terms + " and or not"),
    ("state:user.name exists |", terms + " and or not"),
    (#"state:user.name=="a |"#, ""),
    ("state:cart.total type:T|", "Tick"),
    ("(state:cart.total>1)|", terms + " and or not"),
    ("type:AddTodo and state:user.|", "user.name " + comparisons),
  ]

  @Test func `what may follow is offered`() {
    for (marked, expected) in Self.cases {
      let count = marked.unicodeScalars.prefix { $0 != "|" }.count
      let text = marked.replacing("|", with: "")
      let completion = FilterCompletion(of: text, at: count, from: Self.vocabulary)
      #expect(completion.candidates.map(\.text).joined(separator: " ") == expected, "\(marked)")
      #expect(completion.candidates.allSatisfy { $0.place.upperBound == count }, "\(marked)")
    }
  }

  @Test func `a candidate replaces what was typed`() throws {
    let text = "failed or state:cart.t and type:Tick"
    let completion = FilterCompletion(of: text, at: 22, from: Self.vocabulary)
    let completed = completion.candidates.map { candidate in
      String(text.prefix(candidate.place.lowerBound)) + candidate.text
        + String(text.dropFirst(candidate.place.upperBound))
    }
    #expect(completed.first == "failed or state:cart.total and type:Tick")
    #expect(completed.contains("failed or state:cart.t== and type:Tick"))
  }

  @Test func `a position outside of the text is one of its ends`() {
    let ends = [-4, 0, 5, 99].map {
      FilterCompletion(of: "state", at: $0, from: Self.vocabulary).candidates.count
    }
    #expect(ends == [12, 12, 1, 1])
  }
}
