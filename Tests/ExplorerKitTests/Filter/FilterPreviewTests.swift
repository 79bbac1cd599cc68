import TestSupport
import Testing

@testable import ExplorerKit

/// What a filter is while it is typed.
@Suite(.inTurn) struct FilterPreviewTests {
  private static let vocabulary = FilterCompletion.Vocabulary(
    types: ["Add", "AddTodo", "Cart.looksAt", "AnonymousAction<(Int, Int)>"],
    paths: [
      "cart", "cart.items[0]", "cart.total", "cart.tokens", #"settings["a b"]"#, "user.name",
    ],
    effects: ["Todos.search", "Todos.save"],
    files: ["Timer.swift"],
    apps: ["Shop", "My Shop"]
  )

  /// What is typed, and the filter that is previewed; `nil` for none.
  static let cases: [(typed: String, filter: String?)] = [
    ("", nil), (" ", nil), ("t", nil), ("type", nil), ("type:", nil), ("type:A", "type:A*"),
    ("type:Ad", "type:Ad*"), ("type:ad", "type:ad*"), ("type:Add", "type:Add"),
    ("type:AddT", "type:AddT*"), ("type:AddTodo", "type:AddTodo"), ("type:Ad*", "type:Ad*"),
    ("type:looks", "type:looks*"), ("type:Nothing", "type:Nothing"), ("type:tod", "type:tod"),
    (#"type:"Anon"#, #"type:"Anon*""#), (#"type:"Ad""#, #"type:"Ad""#),
    ("effect:sea", "effect:sea*"), ("effect:search", "effect:search"), ("from:Tim", "from:Tim*"),
    ("from:Timer.swift:4", "from:Timer.swift:4"), ("app:Sh", "app:Sh*"),
    ("changed:ca", "(changed:cart)"), ("changed:cart", "changed:cart"),
    ("changed:cart.", "(changed:cart.items or changed:cart.tokens or changed:cart.total)"),
    ("changed:cart.to", "(changed:cart.tokens or changed:cart.total)"),
    ("changed:cart.items", "changed:cart.items"), ("changed:nothing", "changed:nothing"),
    ("payload:mi", "payload:mi"), (#"payload:"oat mi"#, #"payload:"oat mi""#),
    ("failed a", "failed"), ("failed and", "failed"), ("failed and type:A", "failed and type:A*"),
    ("failed and not", "failed"), ("failed or (type:Ad", "failed or (type:Ad*)"),
    ("(failed or (not effect:sea", "(failed or (not effect:sea*))"), ("(", nil),
    ("failed or (", "failed"), ("failed slow:>", "failed"), ("failed slow:>2", "failed"),
    ("failed state:cart.total", "failed"), ("failed state:cart.total >", "failed"),
    ("failed state:cart.total>3", "failed state:cart.total>3"), ("cause:12", "cause:12"),
  ]

  @Test(arguments: cases)
  func `the beginning of a filter admits what may be meant`(typed: String, filter: String?) {
    #expect(Filter.preview(of: typed, from: Self.vocabulary)?.text == filter)
  }
}
