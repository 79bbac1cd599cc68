import Foundation
import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn)
struct RecordingFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("session")
  }

  @Test func `a recording is for its owner only and holds what was written`() throws {
    let file = try RecordingFile(at: path)
    try file.write([1, 2])
    try file.write([3])
    #expect(try directory.text("session") == "\u{1}\u{2}\u{3}")
    #expect(try PathFacts(at: path)?.permissions == 0o600)
  }

  @Test func `one file has one identity, whatever it is called`() throws {
    let one = try RecordingFile(at: directory.path("one"))
    let same = try RecordingFile(at: directory.path("./one"), replacing: true)
    let other = try RecordingFile(at: directory.path("other"), replacing: true)
    #expect(one.identity == same.identity && one.identity != other.identity)
  }

  @Test func `a directory is not readable as a recording`() throws {
    _ = try RecordingFile(at: path)
    let paths = [path, directory.path, directory.path("none")]
    #expect(paths.map { RecordingInput.isReadable(at: $0) } == [true, false, false])
  }

  @Test func `an existing file is written over only when asked`() throws {
    try directory.write("precious".utf8, to: "session")
    let error = #expect(throws: SocketError.self) { try RecordingFile(at: path) }
    #expect(
      error?.description
        == "The file “\(path)” already exists and is not overwritten. Choose another name, or move "
        + "it away."
    )
    #expect(try directory.text("session") == "precious")
    try RecordingFile(at: path, replacing: true).write([7])
    #expect(try directory.text("session") == "\u{7}")
    #expect(try PathFacts(at: path)?.permissions == 0o600)
  }

  @Test(arguments: [false, true])
  func `links are not followed`(replacing: Bool) throws {
    try directory.write("precious".utf8, to: "target")
    let target = directory.path("target")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(throws: SocketError.self) { try RecordingFile(at: path, replacing: replacing) }
    #expect(try directory.text("target") == "precious")
  }

  #if os(Linux)
    @Test func `a device is no place for a recording`() {
      #expect(throws: SocketError.notAFile(path: "/dev/full")) {
        try RecordingFile(at: "/dev/full", replacing: true)
      }
    }
  #endif
}
