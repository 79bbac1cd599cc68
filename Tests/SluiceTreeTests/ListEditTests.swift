import SluiceTree
import TestSupport
import Testing

@Suite(.inTurn)
struct ListEditTests {
  /// Within the reach of the search for what follows, at its end, and beyond.
  @Test(arguments: [1, 32, 33, 40])
  func `what stands between the same elements is one edit`(count: Int) {
    let old = ContiguousArray(0..<100)
    let new = old[..<50] + (1_000..<(1_000 + count)) + old[50...]
    let places = 50..<(50 + count)
    #expect(ListEdit.edits(from: old, to: ContiguousArray(new)) == [ListEdit(50..<50, places)])
    #expect(ListEdit.edits(from: ContiguousArray(new), to: old) == [ListEdit(places, 50..<50)])
  }
}
