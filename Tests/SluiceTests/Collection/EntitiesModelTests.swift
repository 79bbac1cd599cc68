import Foundation
import Sluice
import TestSupport
import Testing

/// Random operations, on `Entities` and on a plain array that is searched from front to back.
@Suite(.inTurn, .unsanitized) struct EntitiesModelTests {
  /// What `Entities` should be, without any cleverness.
  private struct Model {
    var songs: [Song] = []

    func index(_ id: Int) -> Int? { songs.firstIndex { $0.id == id } }

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
  }

  @Test(arguments: [1, 2, 3, 8] as [UInt64])
  func `random operations agree with an array`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var model = Model()
    var entities = Entities<Song>()
    var held: [(Entities<Song>, [Song])] = []
    // Few ids, so that most are found; or enough for several chunks.
    let ids = seed.isMultiple(of: 2) ? 24 : 150
    for step in 0..<2_000 {
      perform(&random, &model, &entities, ids: ids, step)
      #expect(entities.elements == model.songs)
      #expect(entities.ids == model.songs.map(\.id))
      #expect(entities.count == model.songs.count)
      for id in 0..<24 { #expect(entities.index(id: id) == model.index(id)) }
      if Int.random(in: 0..<8, using: &random) == 0 { held.append((entities, model.songs)) }
      if Int.random(in: 0..<60, using: &random) == 0 { expectUnchanged(&held) }
    }
    expectUnchanged(&held)
  }

  /// A few offsets, or many, as SwiftUI gives them.
  private func offsets(_ random: inout SplitMix64, in songs: [Song]) -> IndexSet {
    let density = Bool.random(using: &random) ? 2 : 20
    return IndexSet(songs.indices.filter { _ in Int.random(in: 0..<density, using: &random) == 0 })
  }

  /// What was retained meanwhile did not change.
  private func expectUnchanged(_ held: inout [(Entities<Song>, [Song])]) {
    for (entities, songs) in held {
      #expect(entities.elements == songs)
      for song in songs { #expect(entities[id: song.id] == song) }
    }
    held = []
  }

  private func perform(
    _ random: inout SplitMix64,
    _ model: inout Model,
    _ entities: inout Entities<Song>,
    ids: Int,
    _ step: Int
  ) {
    let id = Int.random(in: 0..<ids, using: &random)
    let song = Song(id: id, title: "\(step % 7)")
    let place = Int.random(in: 0...model.songs.count, using: &random)
    let old = model.index(id)
    switch Int.random(in: 0..<(ids > 24 ? 33 : 17), using: &random) {
    case 1, 17..<23:
      #expect(entities.insert(song, at: place) == (old == nil))
      if old == nil { model.songs.insert(song, at: place) }
    case 0, 23..<28:
      #expect(entities.append(song) == (old == nil))
      if old == nil { model.songs.append(song) }
    case 2:
      #expect(entities.upsert(song) == old.map { model.songs[$0] })
      if let old { model.songs[old] = song } else { model.songs.append(song) }
    case 3:
      #expect(entities.update(id: id) { $0.title += "!" } == (old != nil))
      if let old { model.songs[old].title += "!" }
    case 4:
      entities[id: id]?.title = "in place"
      if let old { model.songs[old].title = "in place" }
    case 5:
      entities[id: id] = song
      if let old { model.songs[old] = song } else { model.songs.append(song) }
    case 6:
      entities[id: id] = nil
      if let old { model.songs.remove(at: old) }
    case 7:
      #expect(entities.remove(id: id) == old.map { model.songs.remove(at: $0) })
    case 8:
      #expect(entities.move(id: id, to: place) == (old != nil))
      if let old {
        let moved = model.songs.remove(at: old)
        model.songs.insert(moved, at: min(place, model.songs.count))
      }
    case 9:
      entities.sort { $0.id < $1.id }
      model.songs.sort { $0.id < $1.id }
    case 10:
      entities.reverse()
      model.songs.reverse()
    case 11:
      let kept = entities.filter { $0.id != id }
      #expect(kept.elements == model.songs.filter { $0.id != id })
      #expect(kept.index(id: id) == nil)
    case 12 where !model.songs.isEmpty, 28..<32 where !model.songs.isEmpty:
      let one = place % model.songs.count
      let other = id % model.songs.count
      entities.swapAt(one, other)
      model.songs.swapAt(one, other)
    case 13 where !model.songs.isEmpty:
      entities[place % model.songs.count].title = "by position"
      model.songs[place % model.songs.count].title = "by position"
    case 14:
      let offsets = offsets(&random, in: model.songs)
      entities.remove(atOffsets: offsets)
      model.remove(atOffsets: offsets)
    case 15:
      let offsets = offsets(&random, in: model.songs)
      entities.move(fromOffsets: offsets, toOffset: place)
      model.move(fromOffsets: offsets, toOffset: place)
    default:
      // Few of them, or most.
      let few = step.isMultiple(of: 8) ? 2 : 12
      entities.removeAll { $0.id % few == id % few }
      model.songs.removeAll { $0.id % few == id % few }
    }
  }
}
