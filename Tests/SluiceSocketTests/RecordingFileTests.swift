import Foundation
import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn)
struct RecordingFileTests {
  @Test func `a recording is for its owner only and holds what was written`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/session"
    let file = try RecordingFile(at: path)
    try file.write([1, 2])
    try file.write([3])
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == [1, 2, 3])
    #expect(try PathFacts(at: path)?.permissions == 0o600)
  }

  @Test func `one file has one identity, whatever it is called`() throws {
    let directory = try TemporaryDirectory()
    let one = try RecordingFile(at: directory.path + "/one")
    let same = try RecordingFile(at: directory.path + "/./one", replacing: true)
    let other = try RecordingFile(at: directory.path + "/other", replacing: true)
    #expect(one.identity == same.identity && one.identity != other.identity)
  }

  @Test func `a directory is not readable as a recording`() throws {
    let directory = try TemporaryDirectory()
    _ = try RecordingFile(at: directory.path + "/session")
    #expect(RecordingInput.isReadable(at: directory.path + "/session"))
    #expect(!RecordingInput.isReadable(at: directory.path))
    #expect(!RecordingInput.isReadable(at: directory.path + "/none"))
  }

  @Test func `an existing file is written over only when asked`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/session"
    try Data("precious".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: SocketError.self) { try RecordingFile(at: path) }
    #expect(
      error?.description
        == "The file “\(path)” exists already and is not written over. Choose another name, or move "
        + "it away."
    )
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
    try RecordingFile(at: path, replacing: true).write([7])
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == [7])
    #expect(try PathFacts(at: path)?.permissions == 0o600)
  }

  @Test(arguments: [false, true])
  func `links are not followed`(replacing: Bool) throws {
    let directory = try TemporaryDirectory()
    let target = directory.path + "/target"
    try Data("precious".utf8).write(to: URL(filePath: target))
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/link",
      withDestinationPath: target
    )
    #expect(throws: SocketError.self) {
      try RecordingFile(at: directory.path + "/link", replacing: replacing)
    }
    #expect(try Data(contentsOf: URL(filePath: target)) == Data("precious".utf8))
  }

  #if os(Linux)
    @Test func `a device is no place for a recording`() {
      #expect(throws: SocketError.notAFile(path: "/dev/full")) {
        try RecordingFile(at: "/dev/full", replacing: true)
      }
    }
  #endif
}
