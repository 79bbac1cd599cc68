import Foundation
import TestSupport
import Testing

@testable import SluiceEntities

@Suite(.inTurn) struct EntitiesTests {
  @Test func `an id occurs once`() {
    var songs = Entities([Song(id: 1, title: "a"), Song(id: 2), Song(id: 1, title: "b")])
    #expect(songs.elements == [Song(id: 1, title: "b"), Song(id: 2)])
    #expect(songs.append(Song(id: 2, title: "x")) == false)
    #expect(songs.insert(Song(id: 2, title: "x"), at: 0) == false)
    #expect(songs.upsert(Song(id: 2, title: "x")) == Song(id: 2))
    #expect(songs.elements == [Song(id: 1, title: "b"), Song(id: 2, title: "x")])
  }

  enum Misuse: String, Codable, CaseIterable {
    case reading, changing, removing, moving

    func perform() {
      var all: Entities = [Song(id: 1)]
      switch self {
      case .reading: _ = all[1]
      case .changing: all[1].id = 1
      case .removing: all.remove(atOffsets: [0, 1])
      case .moving: all.move(fromOffsets: IndexSet(integer: 1), toOffset: 0)
      }
    }
  }

  @Test(arguments: Misuse.allCases)
  func `a position outside is stopped with a message`(misuse: Misuse) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [misuse] in
      misuse.perform()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("There is no position 1 in 1 Entities."))
  }

  @Test(arguments: [
    ([], 2, [1, 2, 3, 4, 5]), ([0], 0, [1, 2, 3, 4, 5]), ([0], 1, [1, 2, 3, 4, 5]),
    ([0], 2, [2, 1, 3, 4, 5]), ([0], 5, [2, 3, 4, 5, 1]), ([4], 0, [5, 1, 2, 3, 4]),
    ([3, 1], 3, [1, 3, 2, 4, 5]), ([0, 4, 0], 2, [2, 1, 5, 3, 4]),
    ([0, 1, 2, 3, 4], 3, [1, 2, 3, 4, 5]),
  ])
  func `elements are moved as a list in SwiftUI does it`(
    offsets: [Int],
    destination: Int,
    expected: [Int]
  ) {
    var songs = Entities((1...5).map { Song(id: $0) })
    songs.move(fromOffsets: offsets, toOffset: destination)
    #expect(songs.ids == expected)
    for (position, id) in expected.enumerated() { #expect(songs.index(id: id) == position) }
  }

  @Test func `ids whose hashes are equal are distinguished`() {
    struct Clashing: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
    }
    struct Element: Identifiable {
      let id: Clashing
      var value = 0
    }
    var all = Entities((0..<200).map { Element(id: Clashing(number: $0)) })
    for number in 0..<200 { all[id: Clashing(number: number)]?.value = number }
    #expect(all.map(\.value) == Array(0..<200))
    for number in stride(from: 0, to: 200, by: 2) { all.remove(id: Clashing(number: number)) }
    #expect(all[id: Clashing(number: 4)] == nil)
    for number in stride(from: 1, to: 200, by: 2) {
      #expect(all[id: Clashing(number: number)]?.value == number)
    }
    #expect(all.count == 100)
  }

  @Test
  func `another id renames an element in place, and replaces the one that has it`() {
    var songs: Entities = [Song(id: 1, title: "a"), Song(id: 2), Song(id: 3), Song(id: 4)]
    let before = songs
    songs.update(id: 1) { $0.id = 9 }
    #expect(songs.ids == [9, 2, 3, 4])
    #expect(songs[id: 9]?.title == "a")
    #expect(songs[id: 1] == nil && !songs.contains(id: 1))
    songs[id: 3]?.id = 2
    #expect(songs.ids == [9, 2, 4])
    songs[id: 4] = Song(id: 9, title: "d")
    #expect(songs.elements == [Song(id: 2), Song(id: 9, title: "d")])
    songs[1].id = 5
    #expect(songs.ids == [2, 5] && songs.index(id: 5) == 1)
    // There is no element to rename.
    songs[id: 7] = Song(id: 2, title: "b")
    songs[id: 7] = Song(id: 8)
    #expect(songs.elements == [Song(id: 2, title: "b"), Song(id: 5, title: "d"), Song(id: 8)])
    #expect(before.ids == [1, 2, 3, 4] && before[id: 1]?.title == "a")
  }

  @Test func `all may get the id of the next one`() {
    var songs = Entities((0..<100).map { Song(id: $0, title: "\($0)") })
    songs.updateAll { id, song in song.id = id + 1 }
    #expect(songs.elements == (0..<100).map { Song(id: $0 + 1, title: "\($0)") })
    songs.updateAll { id, song in song.id = id / 50 }
    #expect(songs.elements.map(\.title) == ["48", "98", "99"])
  }

  @Test func `what throws in between changes nothing`() {
    struct Interruption: Error {}
    let songs = (0..<100).map { Song(id: $0) }
    var all = Entities(songs)
    #expect(throws: Interruption.self) {
      try all.removeAll { song in
        if song.id == 50 { throw Interruption() }
        return true
      }
    }
    #expect(throws: Interruption.self) {
      try all.sort { one, other in
        if one.id == 50 { throw Interruption() }
        return one.id > other.id
      }
    }
    #expect(all.elements == songs)
    #expect(all.ids == songs.map(\.id))
  }

  @Test func `entities are encoded as an array, and decoded from one without an id twice`() throws {
    let songs: Entities = [Song(id: 2, title: "b"), Song(id: 1, title: "a")]
    let data = try JSONEncoder().encode(songs)
    #expect(try JSONDecoder().decode([Song].self, from: data) == songs.elements)
    #expect(try JSONDecoder().decode(Entities<Song>.self, from: data) == songs)
    let twice = try JSONEncoder().encode([Song(id: 2), Song(id: 2)])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Entities<Song>.self, from: twice)
    }
  }
}
