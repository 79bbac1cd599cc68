import Foundation
import TestSupport
import Testing

@testable import SluiceEntities

/// Random operations, on `Entities` and on a plain array that is searched from front to back.
@Suite(.inTurn, .unsanitized) struct EntitiesModelTests {
  /// A collection, what it should be without any cleverness, and the steps that last changed each
  /// element.
  private struct Version {
    var entities = Entities<Song>()
    var songs: [Song] = []
    var changes: [Int: Int] = [:]

    func index(_ id: Int) -> Int? { songs.firstIndex { $0.id == id } }

    func expectAgreement() {
      #expect(entities.elements == songs)
      #expect((entities.ids, entities.count) == (songs.map(\.id), songs.count))
      for id in 0..<24 { #expect(entities.index(id: id) == index(id)) }
    }

    func expectDifference(since other: Version) {
      var found: [Int] = []
      entities.index.forEachChange(since: other.entities.index) { found.append($0.id) }
      let ids = Set(changes.keys).union(other.changes.keys)
      #expect(found.sorted() == ids.filter { changes[$0] != other.changes[$0] }.sorted())
    }

    mutating func remove(atOffsets offsets: IndexSet) {
      songs = songs.indices.filter { !offsets.contains($0) }.map { songs[$0] }
    }

    mutating func move(fromOffsets offsets: IndexSet, toOffset destination: Int) {
      func remaining(_ range: Range<Int>) -> [Song] {
        range.filter { !offsets.contains($0) }.map { songs[$0] }
      }
      let moved = offsets.map { songs[$0] }
      songs = remaining(0..<destination) + moved + remaining(destination..<songs.count)
    }

    /// A few offsets, or many, as SwiftUI gives them.
    func offsets(using random: inout SplitMix64) -> IndexSet {
      let density = Bool.random(using: &random) ? 2 : 20
      return IndexSet(
        songs.indices.filter { _ in Int.random(in: 0..<density, using: &random) == 0 }
      )
    }

    mutating func perform(_ step: Int, ids: Int, using random: inout SplitMix64) {
      let changed = Set(operate(step, ids: ids, using: &random))
      let old = changes
      changes = [:]
      for song in songs {
        changes[song.id] = changed.contains(song.id) ? step : old[song.id] ?? step
      }
    }

    /// Performs an operation; returns which elements it changed, of those that were there before.
    private mutating func operate(
      _ step: Int,
      ids: Int,
      using random: inout SplitMix64
    ) -> [Int] {
      let id = Int.random(in: 0..<ids, using: &random)
      let song = Song(id: id, title: "\(step % 7)")
      let place = Int.random(in: 0...songs.count, using: &random)
      let before = songs
      let old = index(id)
      if Int.random(in: 0..<12, using: &random) == 0 {
        return rename(id, to: Int.random(in: 0..<ids, using: &random), step)
      }
      switch Int.random(in: 0..<(ids > 24 ? 35 : 19), using: &random) {
      case 0, 19..<24:
        #expect(entities.append(song) == (old == nil))
        if old == nil { songs.append(song) }
        return []
      case 1, 24..<30:
        #expect(entities.insert(song, at: place) == (old == nil))
        if old == nil { songs.insert(song, at: place) }
        return []
      case 2:
        #expect(entities.upsert(song) == old.map { songs[$0] })
        if let old { songs[old] = song } else { songs.append(song) }
      case 3:
        #expect(entities.update(id: id) { $0.title += "!" } == (old != nil))
        if let old { songs[old].title += "!" }
      case 4:
        entities[id: id]?.title = "in place"
        if let old { songs[old].title = "in place" }
      case 5:
        entities[id: id] = song
        if let old { songs[old] = song } else { songs.append(song) }
      case 6:
        entities[id: id] = nil
        if let old { songs.remove(at: old) }
      case 8:
        #expect(entities.move(id: id, to: place) == (old != nil))
        if let old {
          let moved = songs.remove(at: old)
          songs.insert(moved, at: min(place, songs.count))
        }
      case 9:
        entities.sort { $0.id < $1.id }
        songs.sort { $0.id < $1.id }
        return songs == before ? [] : songs.map(\.id)
      case 10:
        entities.reverse()
        songs.reverse()
        return songs.map(\.id)
      case 11:
        let kept = entities.filter { $0.id != id }
        #expect(kept.elements == songs.filter { $0.id != id })
        #expect(kept.index(id: id) == nil)
        return []
      case 12 where !songs.isEmpty, 30..<34 where !songs.isEmpty:
        // Another order, and the same elements.
        entities.swapAt(place % songs.count, id % songs.count)
        songs.swapAt(place % songs.count, id % songs.count)
        return []
      case 13 where !songs.isEmpty:
        entities[place % songs.count].title = "by position"
        songs[place % songs.count].title = "by position"
        return [songs[place % songs.count].id]
      case 14:
        let offsets = offsets(using: &random)
        entities.remove(atOffsets: offsets)
        remove(atOffsets: offsets)
        return madeAgain(if: offsets.count > 32 && offsets.count >= before.count / 2)
      case 15:
        let offsets = offsets(using: &random)
        entities.move(fromOffsets: offsets, toOffset: place)
        move(fromOffsets: offsets, toOffset: place)
        if songs == before { return [] }
        return offsets.count > 32 ? songs.map(\.id) : offsets.map { before[$0].id }
      case 16 where step.isMultiple(of: 4):
        // Another collection, whose elements happen to be equal.
        entities = Entities(entities.elements)
        return songs.map(\.id)
      case 17 where step.isMultiple(of: 4):
        entities.removeAll()
        songs = []
      case 7, 16, 17:
        #expect(entities.remove(id: id) == old.map { songs.remove(at: $0) })
      default:
        // Few of them, or most.
        let few = step.isMultiple(of: 8) ? 2 : 12
        entities.removeAll { $0.id % few == id % few }
        songs.removeAll { $0.id % few == id % few }
        let removed = before.count - songs.count
        return madeAgain(if: removed > 0 && removed >= before.count / 2)
      }
      return [id]
    }

    /// Gives an element another id, which may be taken; or many of them.
    private mutating func rename(_ id: Int, to new: Int, _ step: Int) -> [Int] {
      let old = index(id)
      switch step % 5 {
      case 0: #expect(entities.update(id: id) { $0.id = new } == (old != nil))
      case 1: entities[id: id]?.id = new
      case 2: if let old { entities[old].id = new }
      case 3:
        let song = Song(id: new, title: "renamed")
        entities[id: id] = song
        if let old {
          songs[old] = song
        } else if let taken = index(new) {
          songs[taken] = song
        } else {
          songs.append(song)
        }
      default:
        entities.updateAll { if $0 % 3 == id % 3 { $1.id = ($0 + new) % 24 } }
        let all = songs.map { song in
          song.id % 3 == id % 3 ? Song(id: (song.id + new) % 24, title: song.title) : song
        }
        songs = all.indices.filter { index in all[..<index].allSatisfy { $0.id != all[index].id } }
          .compactMap { index in all.last { $0.id == all[index].id } }
        return songs.map(\.id)
      }
      guard let old else { return step % 5 == 3 ? [new] : [] }
      songs[old].id = new
      songs = songs.indices.filter { $0 == old || songs[$0].id != new }.map { songs[$0] }
      return [new]
    }

    /// Where few elements remain, all are made again.
    private func madeAgain(if isRebuilt: Bool) -> [Int] { isRebuilt ? songs.map(\.id) : [] }
  }

  @Test(arguments: 1...volume(2, nightly: 12) as ClosedRange<UInt64>)
  func `random operations agree with an array, and any versions differ in what they changed`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var versions = [Version()]
    // Few ids, so that most are found; or enough for several chunks.
    let ids = seed.isMultiple(of: 2) ? 24 : 150
    var step = 0
    for _ in 0..<80 {
      // Of any age: some histories go back, and some diverge.
      let isNewest = Bool.random(using: &random)
      var version = try #require(versions.suffix(isNewest ? 1 : 6).randomElement(using: &random))
      for _ in 0..<(1 << Int.random(in: 0..<8, using: &random)) {
        step += 1
        version.perform(step, ids: ids, using: &random)
        version.expectAgreement()
      }
      versions = versions.suffix(5) + [version]
      for other in versions {
        // What was retained meanwhile did not change.
        #expect(other.entities.elements == other.songs)
        for song in other.songs { #expect(other.entities[id: song.id] == song) }
        version.expectDifference(since: other)
        other.expectDifference(since: version)
      }
    }
  }

  @Test func `few elements that move to the following chunk come before its own`() {
    var songs = Entities((0..<96).map { Song(id: $0) })
    // Of the second chunk, as many remain as have a place beside the last ones of the first.
    let removed = Array(32..<47) + Array(0..<25)
    for id in removed { songs.remove(id: id) }
    #expect(songs.elements.map(\.id) == (0..<96).filter { !removed.contains($0) })
  }
}
