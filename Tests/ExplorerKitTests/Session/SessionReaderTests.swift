import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct SessionReaderTests {
  static let records: [WireRecord] = [
    .hello("Todo"), .state(0, ["a": 0]), .commit(1, .set(["a"], old: 0, new: 1)),
    .commit(2, .set(["a"], old: nil, new: 2)), .bye(WireRecord.Bye()),
  ]

  private let files: SessionFiles

  init() throws {
    files = try SessionFiles()
  }

  private static let text = SessionFiles.text(records)

  @Test func `a program's own recording is read as if it came over the socket`() throws {
    // The last line may lack its break.
    for text in [Self.text, String(Self.text.dropLast())] {
      let (events, error) = try SessionFiles.events(files.write(text))
      #expect(error == nil)
      #expect(events.map(\.label) == Array(repeating: "Todo", count: 6))
      // The old value that was left out is filled in.
      #expect(events.commits.last?.changes == [.set(["a"], old: 1, new: 2)])
      #expect(events.last == .disconnected(label: "Todo", instance: "a", .goodbye))
    }
  }

  @Test func `damaged lines are named, and the rest is read`() throws {
    var lines = Self.records.map(SessionFiles.line)
    lines.insert("garbage\n", at: 2)
    lines.insert("\n{\"type\":\"commit\"}\n\n", at: 4)
    lines.insert("{\"type\":\"later\",\"new\":1}\n", at: 6)
    let path = try files.write(lines.joined())
    let (events, error) = try SessionFiles.events(path)
    #expect(error == .damaged(name: "“\(path)”", lines: [3, 6], count: 2))
    #expect(error?.description == "2 lines of “\(path)” are damaged: 3, 6. The rest was read.")
    #expect(events.problems.map { $0.prefix(8) } == ["Line 3: ", "Line 6: "])
    #expect(events.commits.map(\.number) == [1, 2])
  }

  @Test
  func `a session with a damaged first or last line stays a session`() throws {
    let half = String(Self.text.dropLast(6))
    for (text, line) in [("\u{0}\u{1}\n" + Self.text, 1), (half, 5)] {
      let path = try files.write(text)
      let (events, error) = try SessionFiles.events(path)
      #expect(error == .damaged(name: "“\(path)”", lines: [line], count: 1))
      #expect(events.commits.count == 2)
      let isCut = events.problems.first?.contains("The stream ends within a record")
      #expect(isCut == (line == 5))
    }
  }

  @Test func `every cut of a session is read up to the cut`() throws {
    let bytes = Array(Self.text.utf8)
    let whole = try SessionFiles.events(files.write(Self.text)).events
    for end in stride(from: 1, to: bytes.count, by: 7) {
      let path = try files.write(String(decoding: bytes[..<end], as: UTF8.self), to: "\(end)")
      guard let read = try? SessionFiles.events(path) else { continue }
      let received = read.events.filter { ([$0] as [HubEvent]).problems.isEmpty }
      #expect(Array(whole.prefix(received.count)) == received)
    }
  }

  @Test func `a session of a later version is reported once`() throws {
    let hello = SessionFiles.line(.hello("New")).replacing("[1,1]", with: "[2,3]")
    let new = hello + SessionFiles.text(Array(Self.records.dropFirst()))
    let (events, error) = try SessionFiles.events(files.write(new))
    #expect(events.isEmpty)
    #expect(
      error?.description.hasSuffix(
        "speaks version 2 of the wire, and this sluice-explorer reads version 1. Use a later"
          + " sluice-explorer."
      ) == true
    )
    // A program of this version in the same file is shown.
    let old = SessionFiles.text([.hello("Old", instance: "o"), .commit(1)])
    let both = try SessionFiles.events(files.write(new + old))
    #expect(both.events.count == 2)
    #expect(both.error == error)
  }

  @Test func `a session's lines have the length that the user allows, or any`() throws {
    #expect(Settings().longestLine == .unlimited && Settings().longestRecord == 16 << 20)
    let text = Tree.string(String(repeating: "x", count: 2 << 20))
    let path = try files.write([.hello("Long"), .state(0, ["text": text])])
    let all = try SessionFiles.events(path, longestLine: .unlimited)
    #expect(all.events.count == 2 && all.error == nil)
    #expect(try SessionFiles.events(path, longestLine: .record(1 << 20)).error != nil)
  }

  static let foreign: [(text: String, message: String)] = [
    ("", "is empty: nothing was recorded."), ("\n\n\n", "is empty: nothing was recorded."),
    ("\u{7F}ELF\n\u{0}\n", "is not a session. In line 1: The line is damaged at byte 0"),
    ("{\"a\":1}\n{\"b\":2}\n", "is not a session. In line 1: The nameless record lacks"),
    ("{\"type\":\"event\"}\n", "is not a session. Its lines are JSON, but not records."),
    (
      String(repeating: "x", count: 9_000_000),
      "is not a session. Its first line is longer than a record may be."
    ),
    (String(repeating: "no\n", count: 100), "is not a session. In line 1"),
  ]

  @Test(arguments: foreign)
  func `a file that holds something else is refused`(text: String, message: String) throws {
    let path = try files.write(text)
    let error = #expect(throws: ExplorerError.self) { try SessionFiles.events(path) }
    #expect(error?.message?.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.exitCode == .damagedFile)
  }

  @Test func `a missing file and a directory are no damage`() throws {
    for path in [files.path("missing"), files.path("")] {
      let error = #expect(throws: (any Error).self) { try SessionFiles.events(path) }
      let failure = (error as? SessionError).map(ExplorerError.session) ?? error as? ExplorerError
      #expect(failure?.exitCode == .noInput)
    }
  }

  @Test(arguments: ["Is a directory", "Is a directory."])
  func `the obstacle is a sentence of the message`(reason: String) {
    let error = SessionError.cannotOpen(name: "“a”", reason: reason)
    #expect(error.description.hasPrefix("“a” cannot be read: Is a directory. Pass a file"))
    let failure = CommandFailure.unreadablePayload(name: "“a”", reason: reason)
    #expect(failure.description.hasPrefix("The payload in “a” can't be read: Is a directory. Pass"))
  }

  @Test func `records of a program that has not said hello are damage`() throws {
    let (events, error) = try SessionFiles.events(files.write(Array(Self.records.dropFirst())))
    #expect(error != nil)
    #expect(events.commits.isEmpty)
    #expect(events.problems.count == 4)
  }

  @Test func `several programs in one session are distinguished`() throws {
    var lines = SessionFiles.text([
      .hello("Shop", pid: 1, instance: "a"), .hello("Shop", pid: 2, instance: "b"),
    ])
    for (instance, number) in [("a", 1), ("b", 7), ("a", 2)] {
      lines += SessionFiles.text([.commit(number)], of: instance)
    }
    let (events, error) = try SessionFiles.events(files.write(lines))
    #expect(error == nil)
    #expect(events.map(\.label) == ["Shop", "Shop#2", "Shop", "Shop#2", "Shop"])
  }
}
