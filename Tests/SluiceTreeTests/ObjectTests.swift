import SluiceTree
import TestSupport
import Testing

@Suite(.inTurn) struct ObjectTests {
  @Test(arguments: [1, 2, 15, 16, 17, 18, 100])
  func `a repeated key keeps its first place and its last value`(count: Int) {
    let keys = (0..<count).map { "key \($0)" }
    var builder = Tree.Object.Builder()
    for round in 0..<3 {
      for key in keys {
        builder.set(key, to: .integer(Int64(round)))
      }
    }
    #expect(builder.object.members == keys.map { .init(key: $0, value: 2) })
    #expect(builder.index(of: keys[count - 1]) == count - 1)
    #expect(builder.index(of: "none") == nil)
  }

  @Test func `the order of members counts`() {
    #expect(Tree(dictionaryLiteral: ("a", 1), ("b", 2)) != ["b": 2, "a": 1])
  }

  @Test(arguments: [-1, 0, 1, 2, 3])
  func `a key is found from any hint on`(hint: Int) {
    let object = Tree.Object(["a", "b", "c"].map { .init(key: $0, value: true) })
    for (index, key) in ["a", "b", "c"].enumerated() {
      #expect(object.index(of: key, near: hint) == index)
    }
    #expect(object.index(of: "d", near: hint) == nil)
  }
}
