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
  /// The rules that a client did not follow, and what else was reported.
  private struct Verdict {
    var failed: [String: String] = [:]
    var passed: [String] = []
    var unchecked: [String] = []

    init(_ entries: [CheckReport.Entry]) {
      for entry in entries {
        switch entry.outcome {
        case .passed: passed.append(entry.rule)
        case .failed(let fault): failed[entry.rule] = fault
        case .unchecked: unchecked.append(entry.rule)
        }
      }
    }
  }

  private static func check(
    program start: (Endpoint) throws -> () -> Void,
    timeout: Duration,
    commandLength: Int = 1 << 20
  ) throws -> Verdict {
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
    return Verdict(check.report.entries)
  }

  private static func check(
    viewer fault: StandInViewer.Fault?,
    timeout: Duration,
    scenes: [ViewerScene] = ViewerScene.all
  ) throws -> Verdict {
    let directory = try TemporaryDirectory()
    var check = ViewerCheck(
      listener: try Listener(at: directory.endpoint),
      timeout: timeout,
      scenes: scenes,
      report: CheckReport { _ in }
    )
    try StandInViewer.start(at: directory.endpoint, fault: fault)
    try check.run()
    return Verdict(check.report.entries)
  }

  @Test func `a program that does as the page says follows every rule`() throws {
    let verdict = try Self.check(
      program: { endpoint in
        let program = try StandInProgram(at: endpoint)
        return program.stop
      },
      timeout: patience
    )
    #expect(verdict.failed.isEmpty)
    #expect(verdict.unchecked.isEmpty)
    #expect(verdict.passed.count == ProgramRule.allCases.count)
  }

  @Test func `a store with an interceptor follows every rule`() throws {
    let verdict = try Self.check(
      program: { endpoint in
        let stopping = try WakePipe()
        _ = try ServiceThread(name: "store") {
          let store = Store(initialState: Owner(), reducers: [Owner.reducer])
          let interceptor = ExplorerInterceptor<Owner>(
            name: "Owner",
            endpoint: endpoint.description
          ) {
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
      },
      timeout: patience,
      commandLength: 1 << 16
    )
    #expect(verdict.failed.isEmpty)
    #expect(verdict.passed.count > 20)
  }

  /// Times to wait for what doesn't come, the last of which is long enough for what does.
  private static let growing: [Duration] = [.seconds(1), .seconds(8), .seconds(60)]

  private static let programFaults: [(StandInProgram.Fault, ProgramRule, isSilent: Bool)] = [
    (.helloWithoutProcess, .hello, false), (.laterVersion, .version, false),
    (.waitsForWelcome, .stateWithoutWelcome, true), (.unmarkedBacklog, .stream(.backlog), false),
    (.secondHello, .stream(.roles), false), (.milliseconds, .stream(.times), false),
    (.repeatsNumber, .stream(.order), false), (.skipsNumber, .stream(.gaps), false),
    (.missingPath, .stream(.changes), false), (.wrongOld, .stream(.changes), false),
    (.wrongState, .stream(.states), false), (.fraction, .wholeRecords, true),
    (.complains, .unknownKeys, false), (.endsAtDamage, .damagedLine, false),
    (.ignoresAction, .refusedAction, true), (.answersTwoActions, .acceptedAction, false),
    (.ignoresRestore, .refusedRestore, true), (.forgetsReply, .snapshot, true),
    (.noPauseReply, .pause, true), (.commitsInPause, .quietPause, false),
    (.silentGap, .stream(.gaps), false), (.newInstance, .sameInstance, false),
    (.longRecords, .longestRecord, false),
  ]

  @Test(.unsanitized, arguments: programFaults.indices)
  func `a fault of a program is named`(index: Int) throws {
    let (fault, rule, isSilent) = Self.programFaults[index]
    // Where nothing comes, only the end of the wait shows it, which may come too soon for other rules.
    for timeout in isSilent ? Self.growing : [patience] {
      let verdict = try Self.check(
        program: { endpoint in
          let program = try StandInProgram(at: endpoint, fault: fault)
          return program.stop
        },
        timeout: timeout,
        commandLength: 4_096
      )
      if verdict.failed[rule.text] != nil { return }
    }
    Issue.record("“\(rule.text)” was not found to be broken.")
  }

  @Test func `every fault of the stand-ins is tried`() {
    #expect(Set(Self.programFaults.map(\.0)) == Set(StandInProgram.Fault.allCases))
    #expect(Set(Self.viewerFaults.map(\.0)) == Set(StandInViewer.Fault.allCases))
  }

  @Test func `a viewer that does as the page says follows every rule`() throws {
    let verdict = try Self.check(viewer: nil, timeout: patience)
    #expect(verdict.failed.isEmpty)
    #expect(verdict.unchecked.isEmpty)
    #expect(verdict.passed.count == ViewerScene.all.count + 6)
  }

  private static let viewerFaults: [(StandInViewer.Fault, String)] = [
    (.programRole, "The first record is hello, from a viewer"),
    (.singleDollar, "A key that begins with $ is written with one more."),
    (.dollarInPath, "A key in a path is the user's own"),
    (.movesTooFar, "move counts its target"),
    (.stopsAtUnknown, "Unknown records, unknown keys"),
    (.losesFractions, "Integers and floating-point numbers"),
    (.exactKeys, "Canonically equivalent keys"),
    (.dropsOrder, "The order of keys is kept."),
    (.cutsInstance, "Programs are distinguished"),
    (.sameRequest, "Each command has a request of its own"),
    (.noInstance, "Each command has a request of its own"),
    (.asksUnoffered, "Every line is a record that viewers send."),
    (.silent, "Plain JSON is reported as it was sent."),
  ]

  /// All but those of megabytes.
  private static let shortScenes = ViewerScene.all.filter { $0.expected.utf8.count < 1 << 16 }

  @Test(.unsanitized, arguments: viewerFaults.indices)
  func `a fault of a viewer is named`(index: Int) throws {
    let (fault, rule) = Self.viewerFaults[index]
    let isSilent = [.silent, .noInstance, .cutsInstance].contains(fault)
    let verdict = try Self.check(
      viewer: fault,
      timeout: isSilent ? .milliseconds(50) : patience,
      scenes: Self.shortScenes
    )
    #expect(verdict.failed.keys.contains { $0.hasPrefix(rule) })
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
