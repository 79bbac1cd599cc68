import Foundation
import Sluice
import SluiceMonitor
import SluiceSocket
import TestSupport
import Testing

@testable import wire_check

extension TemporaryDirectory {
  fileprivate var endpoint: Endpoint { .unix(path: socketPath) }
}

private struct Owner: Encodable, Sendable {
  var name = "Bo"

  static let reducer = Reducer<Owner>(ReduceOn(Rename.self) { $0.name = $1.name })
}

private struct Rename: Action, Codable { let name: String }

/// What `wire-check` says of clients, some of which have a fault.
@Suite(.inTurn)
struct ConformanceTests {
  /// Checks a program.
  ///
  /// - Parameter start: Starts it, and returns what stops it.
  private static func check(
    timeout: Duration = patience,
    commandLength: Int = 1 << 20,
    program start: (Endpoint) throws -> () -> Void
  ) throws -> [CheckReport.Entry] {
    let directory = try TemporaryDirectory()
    var check = ProgramCheck(
      listener: try Listener(at: directory.endpoint),
      timeout: timeout,
      commandLength: commandLength,
      report: CheckReport { _ in }
    )
    let stop = try start(directory.endpoint)
    defer { stop() }
    try check.run()
    return check.report.entries
  }

  private static func check(
    viewer fault: StandInViewer.Fault?,
    timeout: Duration = patience,
    scenes: [ViewerScene] = ViewerScene.all
  ) throws -> [CheckReport.Entry] {
    let directory = try TemporaryDirectory()
    let listener = try Listener(at: directory.endpoint)
    let report = CheckReport { _ in }
    var check = ViewerCheck(listener: listener, timeout: timeout, scenes: scenes, report: report)
    try StandInViewer.start(at: directory.endpoint, fault: fault)
    try check.run()
    return check.report.entries
  }

  @Test func `a program that does as the page says follows every rule`() throws {
    let entries = try Self.check { try StandInProgram(at: $0).stop }
    #expect(entries.filter { $0.outcome != .passed } == [])
    #expect(entries.count == ProgramRule.allCases.count)
  }

  @Test func `a store with an interceptor follows every rule`() throws {
    let entries = try Self.check(commandLength: 1 << 16) { endpoint in
      let stopping = try WakePipe()
      _ = try ServiceThread(name: "store") {
        let store = Store(initialState: Owner(), reducers: [Owner.reducer])
        let interceptor = ExplorerInterceptor<Owner>(name: "Owner", endpoint: "\(endpoint)") {
          $0.isEnabled = true
          $0.acceptedActions = [Rename.self]
          $0.allowsRestore = true
        }
        store.register(interceptor: interceptor)
        var isStopped = false
        var count = 0
        while !isStopped {
          count += 1
          store.dispatch(action: Rename(name: "Ada \(count)"))
          var poller = Poller()
          poller.add(stopping.descriptor, for: .reading)
          isStopped = (try? poller.wait(timeout: .milliseconds(5))) != 0
        }
      }
      return { stopping.wake() }
    }
    #expect(entries.filter(\.outcome.isFailure) == [])
    #expect(entries.count { $0.outcome == .passed } > 20)
  }

  private static let programFaults: [StandInProgram.Fault: ProgramRule] = [
    .helloWithoutProcess: .hello, .laterVersion: .version, .waitsForWelcome: .stateWithoutWelcome,
    .unmarkedBacklog: .backlog, .secondHello: .roles, .milliseconds: .times,
    .repeatsNumber: .order, .skipsNumber: .gaps, .missingPath: .changes, .wrongOld: .changes,
    .wrongState: .states, .fraction: .wholeRecords, .complains: .unknownKeys,
    .endsAtDamage: .damagedLine, .ignoresAction: .refusedAction,
    .answersTwoActions: .acceptedAction, .ignoresRestore: .refusedRestore,
    .forgetsReply: .snapshot, .noPauseReply: .pause, .commitsInPause: .quietPause,
    .silentGap: .gaps, .newInstance: .sameInstance, .longRecords: .longestRecord,
  ]

  /// Where nothing comes, only the end of the wait shows it, which may come too soon for other rules:
  /// the last is long enough for what does come.
  private static func waits(for fault: StandInProgram.Fault) -> [Duration] {
    switch fault {
    case .waitsForWelcome, .fraction, .ignoresAction, .ignoresRestore, .forgetsReply, .noPauseReply:
      [.seconds(1), .seconds(8), .seconds(60)]
    default: [patience]
    }
  }

  @Test(.unsanitized, arguments: StandInProgram.Fault.allCases)
  func `a fault of a program is named`(fault: StandInProgram.Fault) throws {
    let rule = try #require(Self.programFaults[fault]).content.text
    for timeout in Self.waits(for: fault) {
      let entries = try Self.check(timeout: timeout, commandLength: 4_096) {
        try StandInProgram(at: $0, fault: fault).stop
      }
      if entries.contains(where: { $0.rule == rule && $0.outcome.isFailure }) { return }
    }
    Issue.record("“\(rule)” was not found to be broken.")
  }

  @Test func `a viewer that does as the page says follows every rule`() throws {
    let entries = try Self.check(viewer: nil)
    #expect(entries.filter { $0.outcome != .passed } == [])
    #expect(entries.count == ViewerScene.all.count + 6)
  }

  /// All but those of megabytes.
  private static let shortScenes = ViewerScene.all.filter { $0.expected.utf8.count < 1 << 16 }

  @Test(.unsanitized, arguments: StandInViewer.Fault.allCases)
  func `a fault of a viewer is named`(fault: StandInViewer.Fault) throws {
    let isSilent = [.silent, .noInstance, .cutsInstance].contains(fault)
    let timeout = isSilent ? .milliseconds(50) : patience
    let entries = try Self.check(viewer: fault, timeout: timeout, scenes: Self.shortScenes)
    #expect(entries.contains { $0.rule.hasPrefix(fault.rawValue) && $0.outcome.isFailure })
  }

  @Test func `the program prints each rule, and ends with a code of its own`() throws {
    let directory = try TemporaryDirectory()
    let process = Process()
    process.executableURL = try BuiltProgram.url("wire-check")
    process.arguments = ["program", "--endpoint", "\(directory.endpoint)", "--timeout", "60"]
    let (output, remarks) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = remarks
    try process.run()
    let remark = remarks.fileHandleForReading.availableData
    #expect(String(decoding: remark, as: UTF8.self).hasPrefix("Waiting for a program at unix:"))
    let program = try StandInProgram(at: directory.endpoint, fault: .milliseconds)
    defer { program.stop() }
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == ProgramRule.allCases.count + 1)
    #expect(lines.first == "ok    Who speaks when: It connects to the socket.")
    #expect(lines.contains { $0.hasPrefix("FAIL  Lines: Times are microseconds since 1970. ") })
    #expect(lines.last == "28 rules are followed, 1 is not, 0 were not checked.")
    #expect(process.terminationStatus == 76)
  }

  @Test(arguments: WireSection.allCases)
  func `a section that is named is a heading of the page`(section: WireSection) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let page = tests.appending(path: "../../Sources/Sluice/Sluice.docc/TheWire.md").standardized
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let headings = lines.filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" || $0 == " " } }
    #expect(headings.contains { $0 == section.rawValue })
  }
}
