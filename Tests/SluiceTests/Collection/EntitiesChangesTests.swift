import TestSupport
import Testing

@testable import Sluice

/// What differs between two versions of a collection, however they came from one another.
@Suite(.inTurn, .unsanitized) struct EntitiesChangesTests {
  /// A version, and what last changed each of its elements.
  private struct Version {
    var entities = Entities<Song>()
    var changes: [Int: Int] = [:]

    /// Returns the ids of the elements that aren't those of another version, with repeats.
    func found(since other: Version) -> [Int] {
      var ids: [Int] = []
      entities.index.forEachChange(since: other.entities.index) { ids.append($0.id) }
      return ids.sorted()
    }

    func expected(since other: Version) -> [Int] {
      Set(changes.keys).union(other.changes.keys)
        .filter { changes[$0] != other.changes[$0] }.sorted()
    }

    mutating func perform(_ step: Int, ids: Int, using random: inout SplitMix64) {
      let id = Int.random(in: 0..<ids, using: &random)
      let isThere = changes[id] != nil
      let position = Int.random(in: 0...entities.count, using: &random)
      let song = Song(id: id, title: "\(step % 3)")
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<8:
        entities.insert(song, at: position)
        if !isThere { changes[id] = step }
      case 8..<14:
        entities.update(id: id) { $0.title = song.title }
        if isThere { changes[id] = step }
      case 14..<18:
        entities[id: id] = song
        changes[id] = step
      case 18..<22:
        entities[id: id]?.title = song.title
        if isThere { changes[id] = step }
      case 22..<28:
        entities.remove(id: id)
        changes[id] = nil
      case 28..<30:
        entities[id: id] = nil
        changes[id] = nil
      case 30..<32:
        entities.upsert(song)
        changes[id] = step
      case 32..<34:
        entities.move(id: id, to: position)
        if isThere { changes[id] = step }
      case 34..<37:
        // Another order, and the same elements.
        if !changes.isEmpty { entities.swapAt(0, Swift.min(position, entities.count - 1)) }
      case 37:
        let count = changes.count
        entities.removeAll { $0.id % 5 == id % 5 }
        changes = changes.filter { $0.key % 5 != id % 5 }
        // Made again, where few remain.
        if changes.count < count, count - changes.count >= count / 2 {
          changes = changes.mapValues { _ in step }
        }
      case 38:
        // Another collection, whose elements happen to be equal.
        if id % 4 > 0 { return }
        entities = Entities(entities.elements)
        changes = changes.mapValues { _ in step }
      default:
        if id % 4 > 0 { return }
        entities.removeAll()
        changes = [:]
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the difference of any two versions is that of their elements`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var versions = [Version()]
    let ids = seed.isMultiple(of: 2) ? 60 : 2_000
    var step = 0
    for _ in 0..<120 {
      // Of any age: some histories go back, and some diverge.
      guard var version = versions.suffix(6).randomElement(using: &random) else { return }
      for _ in 0..<(1 << Int.random(in: 0..<8, using: &random)) {
        step += 1
        version.perform(step, ids: ids, using: &random)
      }
      for other in versions.suffix(6) {
        #expect(version.found(since: other) == version.expected(since: other))
        #expect(other.found(since: version) == other.expected(since: version))
      }
      #expect(version.found(since: version).isEmpty)
      versions.append(version)
    }
  }

  @Test func `copies that diverge by the same change differ`() {
    let old = Entities((0..<100).map { Song(id: $0) })
    var one = old
    var other = old
    one[id: 7]?.title = "one"
    other[id: 7]?.title = "other"
    for (new, old) in [(one, old), (other, old), (one, other), (other, one)] {
      var ids: [Int] = []
      new.index.forEachChange(since: old.index) { ids.append($0.id) }
      #expect(ids == [7])
    }
  }
}
