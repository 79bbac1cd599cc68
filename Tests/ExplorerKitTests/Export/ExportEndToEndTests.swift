import Foundation
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `export` as a process.
@Suite(.inTurn, .unsanitized)
struct ExportEndToEndTests {
  private static func withFile(
    _ bytes: [UInt8],
    _ body: (String) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(bytes, to: "x.session")
    try await body(directory.path("x.session"))
  }

  @Test func `a session becomes a test that contains none of the session's values`()
    async throws
  {
    let hello = WireRecord.Hello(name: "); exit(1) //", processID: 1)
    try await Self.withFile(WireRecord.hello(hello).line()) { path in
      let explorer = try ExplorerProcess(["export", path, "--to", "swift-test"])
      let lines = try await explorer.rest()
      #expect(lines.joined(separator: "\n") + "\n" == SwiftTest(session: path).source)
      #expect(!lines.contains { $0.contains("exit(1)") })
      #expect(try await explorer.exitCode() == 0)
    }
  }

  @Test func `what cannot be made into a test is refused`() async throws {
    try await Self.withFile(Array("no session\n".utf8)) { path in
      let cases: [(arguments: [String], code: Int32)] = [
        (["export", path], 64),
        (["export", path, "--to", "pdf"], 64),
        (["export", "-", "--to", "swift-test"], 64),
        (["export", "/no/such/file", "--to", "swift-test"], 66),
        (["export", path, "--to", "swift-test"], 65),
      ]
      for (arguments, code) in cases {
        let explorer = try ExplorerProcess(arguments)
        #expect(try await explorer.exitCode() == code, "\(arguments)")
      }
    }
  }

  @Test func `a commit that is not in the session is the error of state, also in a picture`()
    async throws
  {
    let session = GoldenText.path("demo.session")
    let picture = try ExplorerProcess(["export", session, "--to", "svg", "--screen", "--at", "999"])
    let state = try ExplorerProcess(["state", session, "--at", "999"])
    #expect(try await picture.exitCode() == 64)
    #expect(try await state.exitCode() == 64)
    let complaint = try await picture.complaint()
    #expect(complaint.first?.hasPrefix("sluice-explorer: There is no commit 999.") == true)
    #expect(try await state.complaint() == complaint)
    #expect(try await picture.rest().isEmpty)
  }

  @Test func `types of actions of a session are accepted by its test`() async throws {
    let session = GoldenText.path("demo.session")
    let lines = try await ExplorerProcess(["export", session, "--to", "swift-test"]).rest()
    #expect(lines.contains("      AddGift.self,"))
    #expect(lines.contains("      Reserved.self,"))
  }
}
