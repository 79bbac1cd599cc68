import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// `sluice-explorer demo` as a process.
@Suite(.inTurn, .unsanitized)
struct DemoTests {
  @Test(arguments: [1, UInt64.max])
  func `what the demo prints agrees with its totals`(seed: UInt64) async throws {
    let lines = try await Self.demo(seed: seed)
    let check = try await DemoCheck(lines)
    #expect(check.exitCode == 0, "\(check.findings.joined(separator: "\n"))")
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
      let check = try await DemoCheck(lines)
      #expect(check.exitCode == 1)
      #expect(!check.findings.isEmpty)
    }
  }

  @Test func `a seed always gives the same day`() async throws {
    async let one = Self.demo(seed: 11)
    async let other = Self.demo(seed: 11)
    // Effects end beside the actions that they lead to; those come in one order.
    let commits = try await [one, other].map(Self.commits)
    #expect(commits[0] == commits[1])
  }

  /// Recorded again with `sluice-explorer record demo.session` beside `sluice-explorer demo --app`.
  @Test func `the demo's recorded session is what the demo does`() async throws {
    let session = URL(filePath: #filePath).appending(path: "../../Golden/demo.session").standardized
    let replay = try ExplorerProcess(["replay", "--speed=max", session.path])
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

  @Test func `the demo leaves no files, even when it is interrupted`() async throws {
    let demo = try ExplorerProcess(["demo", "--forever"])
    try await demo.line(containing: "Shop   20 ")
    demo.send(signal: SIGINT)
    #expect(try await demo.exitCode() == 0)
    let lines = try await demo.rest()
    #expect(lines.suffix(4).first?.hasPrefix("The shop has closed: ") == true)
    let mine = try FileManager.default.contentsOfDirectory(atPath: "/tmp")
      .filter { $0.hasPrefix("sluice-demo-\(demo.identifier)-") }
    #expect(mine.isEmpty)
  }

  @Test func `the halves of the demo meet at the endpoint`() async throws {
    let socket = try TestSocket()
    let watcher = try ExplorerProcess(["demo", "--watch", "--endpoint", "unix:\(socket.path)"])
    try await watcher.line(containing: "Listening at unix:\(socket.path)")
    let app = try ExplorerProcess(["demo", "--app", "--endpoint", "unix:\(socket.path)"])
    try await app.line(containing: "reports to unix:\(socket.path)")
    try await watcher.line(containing: "1 ShopOpened(")
    app.send(signal: SIGTERM)
    try await app.line(containing: "The shop has closed: ")
    #expect(try await app.exitCode() == 0)
    try await watcher.line(containing: "disconnected")
    #expect(try await watcher.exitCode() == 0)
  }

  @Test func `what a demo that was killed left behind is removed by the next one`() async throws {
    let killed = try ExplorerProcess(["demo", "--forever"])
    try await killed.line(containing: "1 ShopOpened(")
    let leftovers = {
      try FileManager.default.contentsOfDirectory(atPath: "/tmp")
        .filter { $0.hasPrefix("sluice-demo-\(killed.identifier)-") }
    }
    killed.send(signal: SIGKILL)
    #expect(try await killed.exitCode() == 128 + SIGKILL)
    let next = try ExplorerProcess(["demo", "--forever"])
    try await next.line(containing: "1 ShopOpened(")
    #expect(try leftovers().isEmpty)
  }

  private static func demo(seed: UInt64) async throws -> [String] {
    let demo = try ExplorerProcess(["demo", "--seed", "\(seed)"])
    let lines = try await demo.rest()
    #expect(try await demo.exitCode() == 0)
    // On a busy machine, a thread that delivers may be kept from running.
    let complaint = try await demo.complaint().filter { !$0.contains("A dispatch waited") }
    #expect(complaint == [])
    return lines
  }
}

/// The check that continuous integration makes: a script that shares no code with the Explorer.
struct DemoCheck {
  let exitCode: Int32
  let findings: [String]

  /// The script, compiled once: an interpreter would compile it for each check.
  private static let program = Result {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../.ci/check-demo.swift").standardized
    let program = try BuiltProgram.url().deletingLastPathComponent().appending(path: "check-demo")
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: [
        "swiftc", "-module-name", "CheckDemo", script.path, "-o", program.path,
      ]
    )
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return program
  }

  init(_ lines: [String]) async throws {
    let socket = try TestSocket()
    let input = socket.directory + "/demo.txt"
    let text = lines.joined(separator: "\n") + "\n"
    try text.write(toFile: input, atomically: true, encoding: .utf8)
    let process = try ExplorerProcess(
      executable: Self.program.get(),
      [],
      standardInput: FileHandle(forReadingAtPath: input)
    )
    findings = try await process.rest()
    exitCode = try await process.exitCode()
    withExtendedLifetime(socket) {}
  }
}
