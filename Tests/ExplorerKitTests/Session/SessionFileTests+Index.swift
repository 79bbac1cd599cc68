import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The index that is kept beside a session file.
extension SessionFileTests {
  static func indexPath(_ path: String) -> String { path + ".index" }

  static func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  static func answers(of path: String) throws -> [String] {
    let session = try open(path)
    let answers = try answers(session.past(of: ProgramChoice()).history, seed: 1)
    #expect(session.fault == nil)
    return answers
  }

  @Test(arguments: [1, 5, 8])
  func `a file that grows is read from its previous end`(seed: Int) throws {
    let records = [Self.hello("A")] + Self.lines(seed: UInt64(seed))
    let files = try SessionFiles()
    let whole = try files.write(records, to: "whole")
    let expected = try Self.answers(of: whole)
    for parts in [2, 3, 17] {
      let path = try files.write("", to: "growing\(parts)")
      let file = try #require(FileHandle(forWritingAtPath: path))
      let bytes = records.flatMap { $0.line() }
      for part in 0..<parts {
        // Within lines as well.
        let range = (bytes.count * part / parts)..<(bytes.count * (part + 1) / parts)
        try file.write(contentsOf: bytes[range])
        // What is in memory and what was written.
        _ = try Self.open(path)
        _ = try? Self.open(path).past(of: ProgramChoice()).history.why(StatePath(), at: .max)
      }
      #expect(try Self.answers(of: path) == expected, "\(parts) parts")
      let table = try #require(BlockStore.open(Self.indexPath(path)))
      #expect(!table.table.isEmpty)
    }
  }

  @Test
  func `an index is for its owner only, and is used again`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    let expected = try Self.answers(of: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: Self.indexPath(path))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let written = try #require(Self.bytes(Self.indexPath(path)))
    #expect(try Self.answers(of: path) == expected)
    #expect(Self.bytes(Self.indexPath(path)) == written)
    // Nothing else is left in the folder.
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path(""))
    #expect(
      names.filter { $0.hasPrefix("x.session") }.sorted() == ["x.session", "x.session.index"]
    )
  }

  @Test
  func `an index of another file, or a damaged one, is created again`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    let expected = try Self.answers(of: path)
    let written = try #require(Self.bytes(Self.indexPath(path)))
    func expectNewIndex(_ bytes: some Sequence<UInt8>, _ what: String) throws {
      let data = Data(bytes)
      try data.write(to: URL(filePath: Self.indexPath(path)))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600],
        ofItemAtPath: Self.indexPath(path)
      )
      #expect(try Self.answers(of: path) == expected, "\(what)")
      #expect(Self.bytes(Self.indexPath(path)) == written, "\(what)")
    }
    try expectNewIndex([], "empty")
    try expectNewIndex(written.dropLast(9), "cut")
    try expectNewIndex(written + [0], "longer")
    let end = written.count
    for place in [end - 1, end - 9, end - 20, end - 30, end - 300] {
      var changed = written
      changed[place] ^= 0x41
      try expectNewIndex(changed, "changed at \(place)")
    }
    var later = written
    later[BlockStore.head.count - 2] = UInt8(ascii: "9")
    try expectNewIndex(later, "of another version")
    // The recording itself is another.
    let other = try files.write([Self.hello("A")] + Self.lines(seed: 6), to: "other")
    let otherAnswers = try Self.answers(of: other)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
    #expect(try Self.answers(of: path) == otherAnswers)
  }

  @Test func `an index whose runs are not in their order is damaged`() throws {
    func take(_ numbers: [Int]) throws {
      var writer = CompactWriter()
      writer.write(array: numbers) { writer, number in
        writer.write(count: number)
        writer.write(byte: 0)
        writer.write("Load")
        writer.write(count: number)
        writer.write(false)
        writer.write(signed: 0)
        writer.write(false)
        writer.write(false)
      }
      var reader = BlockReader(writer.bytes)
      var runs = RunTable.ofFile
      try runs.take(from: &reader)
      #expect(runs.lastNumber == numbers.last)
    }
    try take([3, 5])
    #expect(throws: BlockReader.Damage.self) { try take([5, 3]) }
  }

  @Test
  func `a damaged state in the index is noticed, and never an answer`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    let expected = try Self.answers(of: path)
    var bytes = try #require(Self.bytes(Self.indexPath(path)))
    for place in BlockStore.head.count..<(bytes.count / 2) { bytes[place] ^= 1 }
    try Data(bytes).write(to: URL(filePath: Self.indexPath(path)))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600],
      ofItemAtPath: Self.indexPath(path)
    )
    let session = try Self.open(path)
    _ = Self.answers(try session.past(of: ProgramChoice()).history, seed: 1)
    #expect(session.fault != nil)
    let reopened = try SessionFile(
      at: path,
      longestLine: .unlimited,
      isNew: true,
      segmentBytes: 4_000
    )
    #expect(Self.answers(try reopened.past(of: ProgramChoice()).history, seed: 1) == expected)
  }

  @Test
  func `lines that change while they are asked about are noticed`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    _ = try Self.open(path)
    let session = try Self.open(path)
    let history = try session.past(of: ProgramChoice()).history
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 1_000)
    _ = Self.answers(history, seed: 1)
    #expect(session.fault == .changed(name: "“\(path)”"))
  }

  @Test
  func `where nothing can be written, the index is in memory`() throws {
    let files = try SessionFiles()
    let records = [Self.hello("A")] + Self.lines(seed: 3)
    let expected = try Self.answers(of: files.write(records, to: "other"))
    let path = try files.write(records)
    // A directory in its place can't be replaced, not even by root.
    try FileManager.default.createDirectory(
      atPath: Self.indexPath(path),
      withIntermediateDirectories: false
    )
    #expect(try Self.answers(of: path) == expected)
    #expect(try Self.answers(of: path) == expected)
  }

  @Test
  func `a user's own file is not mistaken for an index`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    _ = try files.write("my notes", to: "x.session.index")
    _ = try Self.answers(of: path)
    #expect(Self.bytes(Self.indexPath(path)) == Array("my notes".utf8))
    // Nor is what a link leads to.
    try FileManager.default.removeItem(atPath: Self.indexPath(path))
    let notes = try files.write("my notes", to: "notes")
    try FileManager.default.createSymbolicLink(
      atPath: Self.indexPath(path),
      withDestinationPath: notes
    )
    _ = try Self.answers(of: path)
    #expect(Self.bytes(notes) == Array("my notes".utf8))
    let facts = try FileManager.default.attributesOfItem(atPath: Self.indexPath(path))
    #expect(facts[.type] as? FileAttributeType == .typeRegular)
  }
}
