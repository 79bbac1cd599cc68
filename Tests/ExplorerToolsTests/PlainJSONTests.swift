import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// JSON of other protocols, in which `$` has no meaning.
@Suite(.inTurn) struct PlainJSONTests {
  private func plain(_ text: String) throws -> Tree {
    try JSONText.treeWithoutTags(of: Array(text.utf8)[...])
  }

  private func readingTags(of plain: Tree) throws -> Tree {
    try JSONText.tree(of: JSONText.bytes(of: plain, doublesDollars: false)[...])
  }

  @Test func `keys with a dollar sign are like others`() throws {
    #expect(
      try plain(#"{"$":"date","$x":1,"$$y":{"a":1,"$":2}}"#) == [
        "$": "date", "$x": 1, "$$y": ["a": 1, "$": 2],
      ]
    )
    #expect(throws: WireError.self) { try plain(#"{"$a":1,"$a":2}"#) }
  }

  static let values: [Tree] = [
    1, "a", .null, [1, [.date(.init(secondsSince1970: 5))]], ["a": .redacted, "$b": 1],
    .enumCase(name: "x", payload: .init()),
    .cut(.elements(3)), ["list": [.double(.infinity), .data([1, 2])]],
  ]

  @Test(arguments: values)
  func `tags that are read later mean the same`(value: Tree) throws {
    let text = JSONText.bytes(of: value)[...]
    let plain = try JSONText.treeWithoutTags(of: text)
    #expect(try readingTags(of: plain) == value)
  }

  static let wrong = [
    #"{"$x":1}"#, #"{"a":1,"$":"date"}"#, #"{"$":1}"#, #"{"$":"date"}"#, #"[{"a":{"$":"data"}}]"#,
  ]

  @Test(arguments: wrong)
  func `invalid tags stay invalid when read later`(text: String) throws {
    let tree = try plain(text)
    #expect(throws: WireError.self) { try readingTags(of: tree) }
  }
}
