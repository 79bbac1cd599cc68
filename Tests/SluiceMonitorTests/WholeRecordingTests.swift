import Foundation
import Sluice
import SluiceMonitor
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// What no limit for connections may cut.
private struct Library: Codable, Equatable, Sendable {
  struct Folder: Codable, Equatable, Sendable {
    var name: String
    var folders: [Folder] = []
  }

  indirect enum Sum: Codable, Equatable, Sendable {
    case number(Int)
    case sum(Sum, Sum)
  }

  struct Comment: Codable, Equatable, Sendable {
    var replies: [String: Comment] = [:]
  }

  var count = 0
  var text = ""
  var data = Data()
  var list: [Int] = []
  var texts: [Int: String] = [:]
  var folder: Folder?
  var sum: Sum?
  var comment: Comment?
}

private struct Fill: Action, Codable {
  var text = ""
}

/// A recording keeps all of a state and of its actions, whatever their size.
@Suite(.inTurn, .serialized)
struct WholeRecordingTests {
  /// Records a change of the library, and requires that a restart begins with the result.
  ///
  /// - Parameter starts: Whether the first state has the change already.
  private func expectWhole(
    starts: [Bool] = [false, true],
    _ change: @escaping @Sendable (inout Library) -> Void
  ) throws {
    // Walking so deep a value is more than the stack of a test's thread, in the test too.
    try ServiceThread.call(name: "test") {
      let fill = ReduceOn(Fill.self) { (state: inout Library, _) in
        state.count += 1
        change(&state)
      }
      var initial = Library()
      for hasBegun in starts {
        if hasBegun { change(&initial) }
        let recording = RecordedStore(Store(initialState: initial, reducers: [Reducer(fill)]))
        for _ in 0..<2 { recording.store.dispatch(action: Fill()) }
        recording.flush()
        let last = try ExplorerRecording(at: recording.file.path).lastState(Library.self)
        let isSame = last == recording.store.state
        #expect(isSame)
      }
    }
  }

  @Test func `texts, data and lists of any size`() throws {
    try expectWhole { library in
      library.text = String(repeating: "é", count: 40_000 + library.count)
      library.data = Data(repeating: 7, count: 70_000 + library.count)
    }
    try expectWhole(starts: [true]) { library in
      library.list = Array(0..<(200_001 + library.count))
    }
  }

  @Test(.nightly, .unsanitized) func `more than two million values, and maps of any size`() throws {
    try expectWhole { library in
      if library.list.isEmpty { library.list = Array(0..<2_100_000) }
      library.list[library.count] = -1
      if library.texts.isEmpty {
        library.texts = Dictionary(uniqueKeysWithValues: (0...200_000).map { ($0, "") })
      }
      library.texts[library.count] = "changed"
    }
  }

  @Test func `folders, sums and comments a thousand levels deep`() throws {
    try expectWhole { library in
      library.folder = (1..<1_000).reduce(Library.Folder(name: "\(library.count)")) {
        Library.Folder(name: "\($1)", folders: [$0])
      }
      library.sum = (1..<1_000 + library.count).reduce(Library.Sum.number(0)) {
        .sum($0, .number($1))
      }
      library.comment = (1..<1_000).reduce(Library.Comment()) { inner, _ in
        Library.Comment(replies: ["a": inner])
      }
    }
  }

  /// Longer than a record of a connection.
  @Test(.nightly, .unsanitized) func `an action of any size`() throws {
    let recording = RecordedStore(Store(initialState: Library()))
    let text = String(repeating: "x", count: 20 << 20)
    recording.store.dispatch(action: Fill(text: text))
    recording.flush()
    let commit = try #require(try recording.file.records.commits.last)
    let isWhole = commit.action.payload == ["text": .string(text)]
    #expect(isWhole)
  }
}
