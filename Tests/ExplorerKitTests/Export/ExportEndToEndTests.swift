import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `export` as a process.
@Suite(.inTurn, .unsanitized) struct ExportEndToEndTests {
  private static let demo = GoldenText.path("demo.session")

  private static func export(_ arguments: String...) async throws -> ExplorerProcess.Outcome {
    try await ExplorerProcess(["export"] + arguments).outcome()
  }

  @Test func `a session becomes a test that has none of its values`() async throws {
    let files = try SessionFiles()
    let path = try files.write([.hello("); exit(1) //")])
    let outcome = try await Self.export(path, "--to", "swift-test")
    #expect(outcome.output.joined(separator: "\n") + "\n" == SwiftTest(session: path).source)
    #expect(!outcome.output.contains { $0.contains("exit(1)") })
    #expect(outcome.code == 0)
  }

  @Test func `what cannot be made into a test is refused`() async throws {
    let files = try SessionFiles()
    let path = try files.write("no session\n")
    #expect(try await Self.export("-", "--to", "swift-test").code == 64)
    #expect(try await Self.export("/no/such/file", "--to", "swift-test").code == 66)
    #expect(try await Self.export(path, "--to", "swift-test").code == 65)
  }

  @Test func `a picture of a missing commit has the error of state`() async throws {
    let picture = try await Self.export(Self.demo, "--to", "svg", "--screen", "--at", "999")
    let state = try await ExplorerProcess(["state", Self.demo, "--at", "999"]).outcome()
    #expect(picture == state && state.code == 64)
    #expect(state.complaint[0].hasPrefix("sluice-explorer: There is no commit 999."))
  }

  @Test func `types of actions of a session are accepted by its test`() async throws {
    let lines = try await Self.export(Self.demo, "--to", "swift-test").output
    #expect(Set(lines).isSuperset(of: ["      AddGift.self,", "      Reserved.self,"]))
  }
}
