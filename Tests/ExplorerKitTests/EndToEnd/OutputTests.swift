import Foundation
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What becomes of output that nobody takes.
@Suite(.inTurn)
struct OutputTests {
  @Test func `it ends without an error when its reader ends, even if nothing is printed`()
    async throws
  {
    let socket = try TestSocket()
    let pipe = Pipe()
    let explorer = try ExplorerProcess(
      ["--endpoint", "unix:\(socket.path)", "--verbose"],
      standardOutput: pipe.fileHandleForWriting
    )
    try pipe.fileHandleForWriting.close()
    try await explorer.complaint(containing: "Listening at")
    try pipe.fileHandleForReading.close()
    #expect(try await explorer.exitCode() == 0)
    #expect(try await explorer.complaint().isEmpty)
  }

  @Test(arguments: [["--help"], ["demo"]])
  func `output to a pipe that is closed ends quietly`(arguments: [String]) async throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let explorer = try ExplorerProcess(arguments, standardOutput: pipe.fileHandleForWriting)
    #expect(try await explorer.exitCode() == 0)
    #expect(try await explorer.complaint().isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is an error and not silence`() async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let explorer = try ExplorerProcess(["--help"], standardOutput: full)
    #expect(try await explorer.exitCode() == 74)
    let complaint = try await explorer.complaint()
    #expect(complaint.first?.hasPrefix("sluice-explorer: The output cannot be written: ") == true)
  }
}
