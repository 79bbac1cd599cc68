import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn) struct RegistrationTableTests {
  /// An id that counts how often it is compared and hashed.
  private struct CountedID: Hashable {
    let number: Int
    let steps: Shared<Int>

    static func == (one: Self, other: Self) -> Bool {
      one.steps.change { $0 += 1 }
      return one.number == other.number
    }

    func hash(into hasher: inout Hasher) {
      steps.change { $0 += 1 }
      hasher.combine(number)
    }
  }

  /// Twelve elements, four of each id, two of each registration.
  private var twelve: RegistrationTable<String, Int, Int> {
    var table = RegistrationTable<String, Int, Int>()
    for element in 0..<12 {
      table.add(element, id: "\(element / 4)", registration: element / 2)
    }
    return table
  }

  @Test func `elements keep their order, whatever is removed`() {
    var table = twelve
    #expect(table.elements == ContiguousArray(0..<12))
    let first = [table.remove(.registration(1)), table.remove(.registration(1))]
    #expect(first == [[2, 3], []])
    #expect(table.contains("0"))
    let second = [table.remove(.id("1")), table.remove(.registration(2))]
    #expect(second == [[4, 5, 6, 7], []])
    #expect(!table.contains("1"))
    table.add(12, id: "0", registration: 0)
    #expect(table.elements == [0, 1, 8, 9, 10, 11, 12])
    let rest = [table.remove(.id("0")), table.remove(.id("2"))]
    #expect(rest == [[0, 1, 12], [8, 9, 10, 11]])
    #expect(table.isEmpty)
  }

  @Test func `elements that satisfy a predicate leave the rest of their registration`() {
    var table = twelve
    let removed = table.removeAll { $0 % 3 == 0 || $0 == 1 }
    #expect(removed == [0, 1, 3, 6, 9])
    #expect(table.elements == [2, 4, 5, 7, 8, 10, 11])
    #expect(!table.contains(registration: 0))
    #expect(table.contains(registration: 1))
    let rest = table.remove(.id("0"))
    #expect(rest == [2])
    #expect(!table.contains("0"))
  }

  @Test(arguments: [false, true])
  func `unregistering each of n takes time linear in n`(byID: Bool) {
    func steps(_ count: Int) -> Int {
      let steps = Shared(0)
      var table = RegistrationTable<CountedID, CountedID, Int>()
      for number in 0..<count {
        let key = CountedID(number: number, steps: steps)
        table.add(number, id: key, registration: key)
      }
      for number in 0..<count {
        let key = CountedID(number: number, steps: steps)
        let removed = table.remove(byID ? .id(key) : .registration(key))
        #expect(removed == [number])
      }
      return steps.value
    }
    // A quadratic one would take twice as many steps for each of twice as many.
    #expect(Double(steps(2_000)) < 2.5 * Double(steps(1_000)))
  }
}
