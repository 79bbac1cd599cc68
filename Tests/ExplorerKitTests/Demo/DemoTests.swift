import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// `sluice-explorer demo` as a process.
@Suite(.inTurn, .unsanitized) struct DemoTests {
  @Test(arguments: [1, UInt64.max])
  func `what the demo prints agrees with its totals`(seed: UInt64) async throws {
    let lines = try await Self.demo(seed: seed)
    let (findings, exitCode) = try await Self.check(lines)
    #expect(exitCode == 0, "\(findings.joined(separator: "\n"))")
    for sign in ["+", "-", "~"] {
      #expect(lines.contains { $0.drop { $0 == " " }.hasPrefix(sign + " ") }, "no \(sign) line")
    }
    #expect(lines.contains { $0.contains("← ") && $0.contains(" Shop.ship") })
    #expect(lines.contains { $0.contains("token: <redacted>") })
  }

  @Test func `the check of the demo finds disagreements`() async throws {
    let lines = try await Self.demo(seed: 5)
    let stock = try #require(lines.firstIndex { $0.contains("~ products[") })
    let paid = try #require(lines.firstIndex { $0.contains("~ revenue") })
    let commit = try #require(lines.firstIndex { $0.contains(" Ask(") })
    let falsifications: [(index: Int, line: String?)] = [
      (stock, nil), (paid, nil), (commit, nil),
      (lines.count - 3, lines[lines.count - 3].replacing("assam ", with: "assam 1")),
      (lines.count - 4, lines[lines.count - 4].replacing("revenue ", with: "revenue 1")),
      (lines.count - 4, nil), (lines.count - 1, nil), (lines.count - 2, nil),
    ]
    for (index, line) in falsifications {
      var lines = lines
      lines[index] = line ?? ""
      let (findings, exitCode) = try await Self.check(lines)
      #expect(exitCode == 1 && !findings.isEmpty, "\(index)")
    }
  }

  /// Recorded again with `sluice-explorer record demo.session` beside `sluice-explorer demo --app`.
  @Test func `the demo's recorded session is what the demo does`() async throws {
    let session = GoldenText.path("demo.session")
    let replay = try ExplorerProcess(["replay", "--speed=max", session])
    async let recorded = replay.rest()
    async let demo = Self.demo(seed: 1)
    let lines = try await [recorded, demo].map { lines in
      let first = lines.firstIndex { $0.contains("1 ShopOpened(") } ?? 0
      return Self.commits(lines[first...].prefix { !$0.isEmpty })
        .map { $0.replacing(#/\.swift:\d+/#, with: ".swift:1") }
    }
    #expect(lines[0] == lines[1])
    #expect(lines[0].count > 100)
  }

  private static func commits(_ lines: some Sequence<String>) -> [String] {
    lines.filter { !$0.contains(" #") && !$0.contains("connected") }
      .map { GoldenText.normalized($0).replacing(#/, reduced in .*/#, with: "") }
  }

  @Test func `the demo leaves no files, and removes those of one that was killed`() async throws {
    let killed = try ExplorerProcess(["demo", "--forever"])
    try await killed.line(containing: "1 ShopOpened(")
    killed.send(signal: SIGKILL)
    #expect(try await killed.exitCode() == 128 + SIGKILL)

    let demo = try ExplorerProcess(["demo", "--forever"])
    try await demo.line(containing: "Shop   20 ")
    #expect(try Self.files(of: killed).isEmpty)
    demo.send(signal: SIGINT)
    #expect(try await demo.exitCode() == 0)
    let lines = try await demo.rest()
    #expect(lines.suffix(4).first?.hasPrefix("The shop has closed: ") == true)
    #expect(try Self.files(of: demo).isEmpty)
  }

  private static func files(of demo: ExplorerProcess) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/tmp")
      .filter { $0.hasPrefix("sluice-demo-\(demo.identifier)-") }
  }

  @Test func `the halves of the demo meet at the endpoint`() async throws {
    let socket = try TestSocket()
    let watcher = try ExplorerProcess(["demo", "--watch"], at: socket)
    try await watcher.line(containing: "Listening at unix:\(socket.path)")
    let app = try ExplorerProcess(["demo", "--app"], at: socket)
    try await app.line(containing: "reports to unix:\(socket.path)")
    try await watcher.line(containing: "1 ShopOpened(")
    app.send(signal: SIGTERM)
    try await app.line(containing: "The shop has closed: ")
    #expect(try await app.exitCode() == 0)
    try await watcher.line(containing: "disconnected")
    #expect(try await watcher.exitCode() == 0)
  }

  private static func demo(seed: UInt64) async throws -> [String] {
    var outcome = try await ExplorerProcess(["demo", "--seed", "\(seed)"]).outcome()
    // On a busy machine, a thread that delivers may be kept from running.
    outcome.complaint.removeAll { $0.contains("A dispatch waited") }
    #expect(outcome.complaint == [] && outcome.code == 0)
    return outcome.output
  }

  /// The check that continuous integration makes: a script that shares no code with the Explorer,
  /// compiled once.
  private static let checker = Result {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../.ci/check-demo.swift").standardized
    let program = try BuiltProgram.url().deletingLastPathComponent().appending(path: "check-demo")
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: ["swiftc", "-module-name", "CheckDemo", script.path, "-o", program.path]
    )
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return program
  }

  private static func check(_ lines: [String]) async throws -> (findings: [String], exitCode: Int32)
  {
    let directory = try TemporaryDirectory()
    try directory.write((lines.joined(separator: "\n") + "\n").utf8, to: "demo.txt")
    let process = try ExplorerProcess(
      executable: checker.get(),
      [],
      standardInput: FileHandle(forReadingAtPath: directory.path("demo.txt"))
    )
    let outcome = try await process.outcome()
    return (outcome.output, outcome.code)
  }
}
