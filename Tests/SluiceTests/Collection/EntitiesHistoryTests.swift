import Sluice
import TestSupport
import Testing

/// Long histories of thousands of elements, whose versions are held and compared.
@Suite(.inTurn, .unsanitized) struct EntitiesHistoryTests {
  private struct Version {
    let entities: Entities<Song>
    let songs: [Song]
  }

  /// A collection, and the array that it should be like.
  private struct History {
    var random: SplitMix64
    var entities = Entities<Song>()
    var songs: [Song] = []
    var nextID = 0
    var held: [Version] = []

    /// - Parameter growth: How many of ten operations add an element.
    mutating func perform(growth: Int) {
      let place = Int.random(in: 0...songs.count, using: &random)
      if Int.random(in: 0..<10, using: &random) < growth || songs.isEmpty {
        insert(at: place)
      } else {
        change(at: place % songs.count, to: Int.random(in: 0..<songs.count, using: &random))
      }
      if Int.random(in: 0..<100, using: &random) == 0 {
        held.append(Version(entities: entities, songs: songs))
        if held.count > 5 { held.removeFirst() }
      }
    }

    private mutating func insert(at place: Int) {
      let song = Song(id: nextID, title: "new")
      nextID += 1
      // At the ends, too, where most programs insert.
      let place = [place, 0, 1, songs.count].randomElement(using: &random).map {
        min($0, songs.count)
      }
      guard let place else { return }
      entities.insert(song, at: place)
      songs.insert(song, at: place)
    }

    private mutating func change(at place: Int, to other: Int) {
      let id = songs[place].id
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        entities.update(id: id) { $0.title += "!" }
        songs[place].title += "!"
      case 1:
        entities.move(id: id, to: other)
        songs.insert(songs.remove(at: place), at: other)
      case 2:
        entities.swapAt(place, other)
        songs.swapAt(place, other)
      case 3:
        entities.remove(id: id)
        songs.remove(at: place)
      default:
        // Many next to each other, so that chunks become empty.
        for index in (place..<min(place + 5, songs.count)).reversed() {
          entities.remove(at: index)
          songs.remove(at: index)
        }
      }
    }

    func check() {
      #expect(entities.elements == songs)
      #expect(entities.ids == songs.map(\.id))
      for (index, song) in songs.enumerated() {
        guard entities.index(id: song.id) == index, entities[index] == song else {
          Issue.record("\(song) should be at \(index).")
          return
        }
      }
      for version in held {
        #expect(version.entities.elements == version.songs)
        #expect((entities == version.entities) == (songs == version.songs))
      }
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `what grows, shrinks and grows again agrees with an array`(seed: UInt64) {
    var history = History(random: SplitMix64(seed: seed))
    for (growth, steps) in [(9, 6_000), (1, 4_000), (6, 3_000)] {
      for step in 1...steps {
        history.perform(growth: growth)
        if step.isMultiple(of: 1_000) { history.check() }
      }
    }
  }
}
