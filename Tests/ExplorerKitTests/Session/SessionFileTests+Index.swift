import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The index that is kept beside a session file.
extension SessionFileTests {
  /// A session file whose index was written, and what it answers.
  private struct Indexed {
    let files: SessionFiles
    let path: String
    let index: String
    let expected: [String]

    init(_ records: [WireRecord] = [.hello("A")] + lines(seed: 3)) throws {
      files = try SessionFiles()
      path = try files.write(records)
      index = path + ".index"
      expected = try answers(of: path)
    }

    /// The bytes of the index.
    var bytes: [UInt8]? { FileManager.default.contents(atPath: index).map { Array($0) } }

    /// Puts other bytes in place of the index.
    func replaceIndex(_ bytes: some Sequence<UInt8>) throws {
      try Data(bytes).write(to: URL(filePath: index))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: index)
    }
  }

  @Test(arguments: [1, 5, 8])
  func `a file that grows is read from its previous end`(seed: UInt64) throws {
    let records = [.hello("A")] + Self.lines(seed: seed)
    let whole = try Indexed(records)
    for parts in [2, 3, 17] {
      let path = try whole.files.write("", to: "growing\(parts)")
      let file = try #require(FileHandle(forWritingAtPath: path))
      let bytes = records.flatMap { $0.line() }
      for part in 0..<parts {
        // Within lines as well.
        let range = (bytes.count * part / parts)..<(bytes.count * (part + 1) / parts)
        try file.write(contentsOf: bytes[range])
        // What is in memory and what was written.
        _ = try Self.open(path)
        _ = try? Self.open(path).past(of: ProgramChoice()).history.why("", at: .max)
      }
      #expect(try Self.answers(of: path) == whole.expected, "\(parts) parts")
      let table = try #require(BlockStore.open(path + ".index"))
      #expect(!table.table.isEmpty)
    }
  }

  @Test func `an index is for its owner only, and is used again`() throws {
    let indexed = try Indexed()
    let attributes = try FileManager.default.attributesOfItem(atPath: indexed.index)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let written = try #require(indexed.bytes)
    #expect(try Self.answers(of: indexed.path) == indexed.expected)
    #expect(indexed.bytes == written)
    // Nothing else is left in the folder.
    #expect(try indexed.files.names() == ["x.session", "x.session.index"])
  }

  @Test func `an index of another file, or a damaged one, is created again`() throws {
    let indexed = try Indexed()
    let written = try #require(indexed.bytes)
    var damaged = [[], Array(written.dropLast(9)), written + [0]]
    for place in [1, 9, 20, 30, 300] {
      damaged.append(written)
      damaged[damaged.count - 1][written.count - place] ^= 0x41
    }
    // Of another version.
    damaged.append(written)
    damaged[damaged.count - 1][BlockStore.head.count - 2] = UInt8(ascii: "9")
    for (number, bytes) in damaged.enumerated() {
      try indexed.replaceIndex(bytes)
      #expect(try Self.answers(of: indexed.path) == indexed.expected, "\(number)")
      #expect(indexed.bytes == written, "\(number)")
    }
    // The recording itself is another.
    let other = try Indexed([.hello("A")] + Self.lines(seed: 6))
    try FileManager.default.removeItem(atPath: indexed.path)
    try FileManager.default.copyItem(atPath: other.path, toPath: indexed.path)
    #expect(try Self.answers(of: indexed.path) == other.expected)
  }

  @Test func `an index whose runs are not in their order is damaged`() throws {
    func take(_ numbers: [Int]) throws {
      var writer = CompactWriter()
      writer.write(array: numbers) { writer, number in
        writer.write(count: number)
        writer.write(byte: 0)
        writer.write("Load")
        writer.write(false)
        writer.write(count: number)
        writer.write(false)
        writer.write(signed: 0)
        for _ in 0..<4 { writer.write(false) }
      }
      var reader = BlockReader(writer.bytes)
      var runs = RunTable.ofFile
      try runs.take(from: &reader)
      #expect(runs.lastNumber == numbers.last)
    }
    try take([3, 5])
    #expect(throws: BlockReader.Damage.self) { try take([5, 3]) }
  }

  @Test func `a damaged state in the index is noticed, and never an answer`() throws {
    let indexed = try Indexed()
    var bytes = try #require(indexed.bytes)
    for place in BlockStore.head.count..<(bytes.count / 4) { bytes[place] ^= 1 }
    try indexed.replaceIndex(bytes)
    let session = try Self.open(indexed.path)
    _ = try Self.answers(of: session)
    #expect(session.fault != nil)
    #expect(try Self.answers(of: Self.open(indexed.path, isNew: true)) == indexed.expected)
  }

  @Test func `lines that change while they are asked about are noticed`() throws {
    let indexed = try Indexed()
    let session = try Self.open(indexed.path)
    let history = try session.past(of: ProgramChoice()).history
    try #require(FileHandle(forWritingAtPath: indexed.path)).truncate(atOffset: 1_000)
    _ = Self.answers(history, seed: 1)
    #expect(session.fault == .changed(name: "“\(indexed.path)”"))
  }

  @Test func `where nothing can be written, the index is in memory`() throws {
    let indexed = try Indexed()
    try FileManager.default.removeItem(atPath: indexed.index)
    // A directory in its place can't be replaced, not even by root.
    try FileManager.default.createDirectory(
      atPath: indexed.index,
      withIntermediateDirectories: false
    )
    for _ in 1...2 { #expect(try Self.answers(of: indexed.path) == indexed.expected) }
  }

  @Test func `a user's own file is not mistaken for an index`() throws {
    let indexed = try Indexed()
    _ = try indexed.files.write("my notes", to: "x.session.index")
    _ = try Self.answers(of: indexed.path)
    #expect(indexed.bytes == Array("my notes".utf8))
    // Nor is what a link leads to.
    try FileManager.default.removeItem(atPath: indexed.index)
    let notes = try indexed.files.write("my notes", to: "notes")
    try FileManager.default.createSymbolicLink(atPath: indexed.index, withDestinationPath: notes)
    _ = try Self.answers(of: indexed.path)
    #expect(try String(contentsOfFile: notes, encoding: .utf8) == "my notes")
    let facts = try FileManager.default.attributesOfItem(atPath: indexed.index)
    #expect(facts[.type] as? FileAttributeType == .typeRegular)
  }
}
