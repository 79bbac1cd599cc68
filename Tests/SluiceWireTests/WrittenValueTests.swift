import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn) struct WrittenValueTests {
  @Test func `random values of many types come back from the text of their trees`() throws {
    var values = RandomValues(seed: 60)
    for round in 0..<40 {
      let value = values.medley()
      let text = try JSONText.bytes(of: TreeEncoder().encode(value))
      let copy = try TreeDecoder().decode(Medley.self, from: JSONText.tree(of: text[...]))
      #expect(copy == value, "round \(round)")
    }
  }
}
