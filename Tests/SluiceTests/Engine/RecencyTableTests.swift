import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn) struct RecencyTableTests {
  private final class Key {
    let name: String
    let hash: Int

    init(_ name: String, hash: Int) {
      self.name = name
      self.hash = hash
    }
  }

  /// Asks for a key, as a cache does.
  private static func ask(_ key: Key, in table: inout RecencyTable<Key>) -> Key? {
    let found = table.find(key.hash)
    if let known = found.first(where: { $0.name == key.name }) {
      table.use(known.entry, in: known.slot)
      return nil
    }
    let (isAdded, evicted) = table.add(key, hash: key.hash, unlessChangedSince: found)
    #expect(isAdded)
    return evicted
  }

  @Test func `an entry is not added if another was since the look-up`() {
    var table = RecencyTable<Key>(capacity: 3)
    let found = table.find(7)
    let isAdded = (0..<2).map { _ in
      table.add(Key("a", hash: 7), hash: 7, unlessChangedSince: found).0
    }
    #expect(isAdded == [true, false])
    #expect(table.find(7).others.isEmpty)
  }

  @Test func `using an entry that was removed meanwhile changes nothing`() throws {
    var table = RecencyTable<Key>(capacity: 1)
    let old = Key("old", hash: 1)
    _ = Self.ask(old, in: &table)
    let known = try #require(table.find(1).first)
    _ = Self.ask(Key("new", hash: 2), in: &table)
    table.use(known.entry, in: known.slot)
    #expect(table.find(1).first == nil)
    #expect(table.find(2).first?.entry.name == "new")
  }

  /// With few hashes, so that many keys share one; compared with a list in order of use.
  @Test(arguments: [1, 2, 3, 7, 20])
  func `a table keeps what a plain list keeps, whatever is requested`(capacity: Int) {
    var random = SplitMix64(seed: 1)
    var table = RecencyTable<Key>(capacity: capacity)
    var list: [String] = []
    for _ in 0..<5_000 {
      let number = Int.random(in: 0..<25, using: &random)
      let key = Key("\(number)", hash: number % 4)
      let evicted = Self.ask(key, in: &table)
      list.removeAll { $0 == key.name }
      list.insert(key.name, at: 0)
      let expected = list.count > capacity ? list.removeLast() : nil
      guard evicted?.name == expected, table.count == list.count else {
        Issue.record("after \(number): \(evicted?.name ?? "none") went, not \(expected ?? "none")")
        return
      }
    }
  }
}
