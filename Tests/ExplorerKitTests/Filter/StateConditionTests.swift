import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct StateConditionTests {
  private static let state: Tree = [
    "cart": [
      "total": 120,
      "discount": 0.25,
      "items": [
        ["id": 4, "name": "Spoon", "price": 3.5, "isGift": true],
        ["id": "b-7", "name": "Fork", "price": 12, "isGift": false],
        ["id": 9, "name": "Oat Milk (1 l)", "note": .null],
      ],
    ],
    "user": ["name": "Ada", "token": .redacted, "count": 5, "é": 1],
    "screen": .enumCase(name: "detail", payload: .init([.init(key: "_0", value: 9)])),
    "since": .date(.init(secondsSince1970: 0)),
    "large": .integer(9_007_199_254_740_993),
    "wide": Tree(UInt64.max),
    "nothing": .null,
    "empty": [],
    "log": ["a", "b", .cut(.elements(40))],
    "long": .cut(.characters(kept: "abc", omitted: 5)),
    "odd": .double(.nan),
    "rows": [
      ["id": "a.b", "n": 9], ["id": "", "n": 8], ["id": "4", "n": 7], ["id": "id:4", "n": 6],
    ],
    "settings": ["api.host": "example.org", "a b": 1],
    "quote": #"say "hi" \d"#,
  ]

  static let held = [
    "cart.total==120", "cart.total>100", "cart.total>=120", "cart.total<=120", "cart.total<120.5",
    "cart.total!=121", "cart.total == 120", "cart.total >  1e2", "cart.total==120.0",
    "cart.discount==0.25", "cart.discount<1", "cart.discount>-1",
    #"user.name=="Ada""#, "user.name==Ada", #"user.name != "ada""#, #"user.name<"B""#,
    #"cart.items[2].name=="Oat Milk (1 l)""#, "cart.items[id:4].name==Spoon",
    "cart.items[id:b-7].price>10", #"cart.items[id:"b-7"].price>10"#,
    #"rows[id:"a.b"].n==9"#, #"rows[id:""].n==8"#, #"rows[id:"4"].n==7"#,
    "rows[id:4].n==7", "cart.items.0.name==Spoon", "cart.items.*.price>10",
    "cart.items.*.isGift==false", "**.price==3.5", "**.name==Fork", "cart.**.id==9",
    "cart.items.count==3", "cart.items.count>=3", "user.count==5", "cart.count==3",
    "user.name.count==3", "empty.count==0", "log.count==42",
    "user.name exists", "user.token exists", "nothing exists", "cart.items[2].note exists",
    "nothing==null", "absent==null", "user.absent.deeper==null", "user.name!=null",
    "cart.items.*.note==null", "cart.items[0].note==null",
    "cart.items[0].isGift==true", "cart.items[0].isGift!=false",
    "screen==detail", "screen!=list", "screen.detail==9", #"since=="1970-01-01T00:00:00Z""#,
    #"since<"1970-01-02""#, "large==9007199254740993", "large>9007199254740992",
    "wide==18446744073709551615", "odd!=1", "odd exists", #"settings["api.host"]==example.org"#,
    #"settings["a b"] == 1"#, "long exists", "user.é==1", "**>120", "cart.*==120",
    "cart.items != 3", #"cart.total!="120""#, #"quote=="say \"hi\" \\d""#,
    #"quote=="say \"hi\" \d""#,
  ]

  static let refuted = [
    "cart.total!=120", "cart.total>120", "cart.total<120", "cart.total==121", "cart.totals>1",
    #"cart.total=="120""#, "cart.total==true", "cart.total==null", "user.name==ada",
    "user.name>100", "cart.items.*.price>12", "cart.items[3].name==Spoon",
    "cart.items[id:5].name exists", #"rows[id:"a"].n exists"#, #"cart.items[id:"4"].name exists"#,
    #"rows["id:4"].n exists"#, "cart.items.count>3", "user.absent exists",
    "user.absent!=null", "user.absent!=1", "nothing!=null", "nothing!=null", "user.token==null",
    "user.token!=x", #"user.token=="""#, "long==abc", "long!=abc", "large==9007199254740992",
    "odd==1", "odd<1", "odd>=1", "screen==list", "cart==1", "cart>1", "since>1",
    "cart.items[0].isGift==1", "nothing.count==0", "count==0", "user.count==4", "**.price>12",
  ]

  @Test(arguments: [(held, true), (refuted, false)])
  func `a condition holds where it is true`(texts: [String], holds: Bool) throws {
    for text in texts {
      #expect(try StateCondition(parsing: text).holds(in: Self.state) == holds, "\(text)")
    }
  }

  @Test func `a condition keeps its text`() throws {
    #expect(try StateCondition(parsing: "cart.total > 100 ").text == "cart.total > 100")
  }

  static let mistakes: [(condition: String, reason: String, caret: String)] = [
    ("", "a path is missing. Write cart.total>100.", "^"),
    (">100", "a path is missing.", "^"),
    (
      "cart.total", "a comparison is missing. Write ==, !=, <=, >=, <, > and a value, or exists.",
      "          ^"
    ),
    ("cart.total exist", "a comparison is missing.", "          ^"),
    ("cart.total=100", "“=” is not a comparison. Write ==.", "          ^"),
    ("cart.total => 100", "“=>” is not a comparison. Write >=.", "           ^^"),
    ("cart.total<>100", "“<>” is not a comparison. Write !=.", "          ^^"),
    ("cart.total>>1", "“>>” is not a comparison. Write one of ==, !=", "          ^^"),
    ("cart.total>", "a value is missing. Write cart.total>100.", "           ^"),
    ("cart.total>true", "true has no order. Compare it with == or !=.", "           ^^^^"),
    ("cart.total<= null", "null has no order.", "             ^^^^"),
    (
      "cart.total==nil", "“nil” is not a value. Write null, or \"nil\" for a text.",
      "            ^^^"
    ),
    (
      "cart.total>1x", "“1x” is not a number. Put it in quotes for a text: \"1x\".",
      "           ^^"
    ),
    ("cart.total>1e999", "“1e999” is not a number.", "           ^^^^^"),
    ("cart[0>1", "“cart[0” is not a path. Write cart.total>100.", "^^^^^^"),
    ("a.*.]>1", "“a.*.]” is not a path.", "^^^^^"),
    (#"name=="Ada"#, "this quotation mark is not closed.", "      ^"),
    (#"["name>1"#, "this quotation mark is not closed.", " ^"),
    (#"name=="Ada"x"#, "a space is missing after the quotation mark.", "           ^"),
    (#"name==A"da""#, "“A\"da\"” contains a quotation mark.", "      ^^^^^"),
  ]

  @Test func `a mistake in a condition is shown with a caret under its place`() throws {
    for (text, reason, caret) in Self.mistakes {
      let error = #expect(throws: FilterError.self) { try StateCondition(parsing: text) }
      try FilterTests.expect(error, reason, caret)
    }
  }

  @Test func `many wildcards take time that is linear in the state`() throws {
    let text = Array(repeating: "**.*", count: 31).joined(separator: ".") + "==1"
    let condition = try StateCondition(parsing: text)
    var deep: Tree = 0
    for _ in 0..<60 { deep = ["a": deep, "b": [deep.isLeaf ? 0 : 2]] }
    #expect(!condition.holds(in: deep))
  }
}

extension StateCondition {
  /// Reads the condition at the beginning of a text.
  fileprivate init(parsing text: String) throws(FilterError) {
    var reader = StateConditionReader(text, Array(text.unicodeScalars), at: 0)
    self = try reader.read()
  }
}
