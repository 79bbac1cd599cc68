import Sluice
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite struct InOrderTests {
  @Test(arguments: [
    "", "1a", "1a 2b", "2a 1b", "3a 1b 3c 2d 1e 3f", "-1a 0b -5c 9d", "1a 1b 1c",
  ])
  func `elements come in the order of their numbers, and equal ones keep theirs`(list: String) {
    let words = list.split(separator: " ").map(String.init)
    let numbers = Dictionary(uniqueKeysWithValues: words.map { ($0, Int($0.dropLast()) ?? 0) })
    // A sort by insertion, which keeps equal ones in order.
    var expected: [String] = []
    for word in words {
      let later = expected.firstIndex { numbers[$0, default: 0] > numbers[word, default: 0] }
      expected.insert(word, at: later ?? expected.count)
    }
    #expect(words.inOrder { numbers[$0, default: 0] } == expected)
    #expect(words.lazy.inOrder { numbers[$0, default: 0] } == expected)
  }
}
