import Foundation
import SluiceTree
import TestSupport
import Testing

/// What a version of a value doesn't share with the one before it.
@Suite(.inTurn) struct UnsharedBytesTests {
  struct Shelf: Sendable {
    enum Label: Sendable {
      case none
      case text(String)
    }

    var number = 0
    var numbers = Array(0..<1_000)
    var names = (0..<100).map { "a name that is long enough \($0)" }
    var table = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ($0, $0) })
    var members = Set(0..<500)
    var data: Data? = Data(count: 5_000)
    var label = Label.text("")
    var inner: [Inner] = [Inner(), Inner()]

    struct Inner: Sendable {
      var numbers = ContiguousArray(0..<200)
    }
  }

  static let changes: [(@Sendable (inout Shelf) -> Void, ClosedRange<Int>)] = [
    ({ _ in }, 0...0),
    ({ $0.number += 1 }, 0...0),
    ({ $0.numbers[0] = -1 }, 8_000...8_100),
    ({ $0.numbers.append(1) }, 8_000...8_200),
    // The other names are shared.
    ({ $0.names[3] = "another" }, 1_600...1_700),
    ({ $0.table[3] = 9 }, 20_000...25_000),
    ({ $0.members.remove(3) }, 5_000...7_000),
    ({ $0.data?[3] = 9 }, 5_000...5_000),
    ({ $0.label = .text(String(repeating: "x", count: 3_000)) }, 3_000...3_000),
    ({ $0.inner[1].numbers[7] = 0 }, 1_600...1_800),
    ({ $0.inner = [] }, 0...64),
  ]

  @Test(arguments: changes.indices)
  func `what is copied counts, and what is shared does not`(index: Int) {
    let (change, bytes) = Self.changes[index]
    let old = Shelf()
    var new = old
    change(&new)
    let count = UnsharedBytes.count(in: new, since: old)
    #expect(bytes.contains(count), "\(count)")
  }
}
