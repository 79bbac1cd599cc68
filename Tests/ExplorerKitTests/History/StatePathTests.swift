import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct StatePathTests {
  static let read: [(text: String, steps: [StatePath.Step], description: String)] = [
    ("", [], ""), (".", [], ""), ("cart", [.key("cart")], "cart"),
    ("cart[0].price", [.key("cart"), .index(0), .key("price")], "cart[0].price"),
    ("[2]", [.index(2)], "[2]"),
    ("todos[id:4].done", [.key("todos"), .id(ElementID("4")), .key("done")], "todos[id:4].done"),
    ("a[id:oat-milk]", [.key("a"), .id(ElementID("oat-milk"))], "a[id:oat-milk]"),
    (#"a[id:"x y"]"#, [.key("a"), .id(ElementID("x y", isQuoted: true))], #"a[id:"x y"]"#),
    (#"a[id:"4"]"#, [.key("a"), .id(ElementID("4", isQuoted: true))], #"a[id:"4"]"#),
    ("a[id:b.c:d]", [.key("a"), .id(ElementID("b.c:d"))], #"a[id:"b.c:d"]"#),
    (#"a["b.c"].d"#, [.key("a"), .key("b.c"), .key("d")], #"a["b.c"].d"#),
    (#"a."b c""#, [.key("a"), .key("b c")], #"a["b c"]"#),
    (#"["\"\n\u{1B}"]"#, [.key("\"\n\u{1B}")], #"["\"\n\u{1B}"]"#),
  ]

  @Test func `a path is read as it is written`() throws {
    for (text, steps, description) in Self.read {
      let path = try StatePath(parsing: text)
      #expect(path.steps == steps, "\(text)")
      #expect(path.description == description, "\(text)")
    }
  }

  static let refused: [(text: String, reason: String, place: Int)] = [
    (".a", "it begins with a dot", 0), ("a.", "a name is missing", 2),
    ("a..b", "a name is missing", 2),
    ("a[", "an index, id: or a key in quotation marks is missing", 2),
    ("a[x]", "an index, id: or a key in quotation marks is missing", 2),
    ("a[-1]", "an index, id: or a key in quotation marks is missing", 2),
    ("a[0", "a closing bracket is missing", 3), ("a[0]b", "a dot or a bracket is missing", 4),
    (#"a["b]"#, "a quotation mark is missing", 5), ("a[id:]", "an id is missing", 5),
    ("a]", "a dot or a bracket is missing", 1),
    (#"["\u{110000}"]"#, "an escape is no character", 11),
  ]

  @Test func `a mistake is named with its place`() {
    for (text, reason, place) in Self.refused {
      let error = #expect(throws: StatePathError.self) { try StatePath(parsing: text) }
      #expect(error?.reason == reason, "\(text)")
      #expect(error?.place == place, "\(text)")
    }
  }

  private static let state: Tree = [
    "cart": [["id": "spoon", "quantity": 1, "price": 0], ["id": 4, "quantity": 2, "price": 9]],
    "empty": [], "user": ["name": "Ada"], "filter": .enumCase(name: "all", payload: .init()),
    "one": [["a": 1]],
  ]

  static let nearest: [(path: String, sentence: String)] = [
    ("cart[0].qty", "There is `cart[0].quantity`."), ("crat[0].price", "There is `cart[0].price`."),
    ("cart[id:spon].price", "There is `cart[id:spoon].price`."),
    ("cart[7]", "There are `cart[0]` to `cart[1]`."), ("one[3].a", "There is `one[0]`."),
    ("cart[id:9]", "There are `cart[0]` to `cart[1]`."), ("empty[0]", "`empty` is empty."),
    ("user.name.first", "`user.name` is \"Ada\"."), ("filter._0", "`filter` is .all."),
    ("user.zip", "There is `user.name`."), ("cart.price", "There is `cart[0].price`."),
    ("zzz", "There is `cart`, `empty`, `user`, `filter`, `one`."),
  ]

  @Test func `the nearest path is named`() throws {
    for (path, sentence) in Self.nearest {
      #expect(Self.state.nearest(to: try StatePath(parsing: path)) == sentence, "\(path)")
    }
  }

  @Test func `an id names the element that has it`() {
    func value(_ path: StatePath) -> Tree? {
      let resolution = Self.state.resolve(path.steps)
      return resolution.isComplete ? resolution.tree : nil
    }
    #expect(value("cart[id:4].quantity") == 2)
    #expect(value("cart[id:spoon].quantity") == 1)
    #expect(value(#"cart[id:"4"]"#) == nil)
    #expect(value("cart.1.price") == 9)
  }
}
