import Foundation
import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Session files in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized) struct SessionFaultTests {
  private static func answers(_ path: String, _ calls: SystemCalls = .system) throws -> [String] {
    let file = try SessionFile(at: path, longestLine: .unlimited, pieceBytes: 1_000, calls: calls)
    let history = try file.past(of: ProgramChoice()).history
    var answers = ["\(String(describing: history.numbers))"]
    for number in [0, 3, 8] {
      let question = Question.state(StatePath(), at: number)
      let answer = Result { () throws(QuestionError) in try history.answer(question, file: "x") }
      answers.append("\(answer)")
    }
    if let fault = file.fault { throw fault }
    return answers
  }

  @Test func `with any failing call, an answer is right or none`() throws {
    let records = [.hello("A")] + RandomSession(seed: 2, commits: 10, hasGaps: false).records
    let files = try SessionFiles()
    let path = try files.write(records)
    let expected = try Self.answers(path)
    let failures = try FaultySystem.forEachFault(of: [.open, .read]) { system, fault in
      do {
        let found = try Self.answers(path, system.calls)
        #expect(found == expected, "\(fault)")
      } catch let error as SessionError {
        #expect(!fault.isUnnoticed, "\(fault): \(error)")
        #expect("\(error)".contains(fault.reason), "\(fault): \(error)")
      }
    }
    #expect(failures > 5)
  }
}

/// `record` in systems in which each call that opens or writes fails once, or from then on.
@Suite(.inTurn, .unsanitized) struct RecordFaultTests {
  /// The numbers of the commits in a session file.
  private static func numbers(in path: String) -> [Int] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      try? WireEnvelope(line: Array(line.utf8)[...]).record.asCommit?.number
    }
  }

  @Test func `with any failing call, the file has whole records, and an error says why`() throws {
    let failures = try FaultySystem.forEachFault(of: [.open, .write]) { system, fault in
      let socket = try TestSocket()
      let path = socket.directory + "/x.session"
      var settings = Settings()
      settings.command = .record
      settings.arguments = [path]
      settings.endpoint = "unix:\(socket.path)"
      let interruption = try Interruption()
      let result = Guarded<Result<Void, any Error>?>(nil)
      let isDone = Gate()
      Thread.detachNewThread { [settings] in
        let command = RecordCommand(
          settings: settings,
          interruption: interruption,
          world: World(system.calls)
        )
        let ended = Result<Void, any Error> { try command.run() }
        result.withLock { $0 = ended }
        isDone.open()
      }
      let list = WatchedList(at: socket, backlog: 200)
      func hasEnded() -> Bool { result.withLock { $0 != nil } }
      // What was committed before isn't recorded.
      awaiting("the connection, after \(fault)") {
        while !list.isConnected, !hasEnded() { usleep(1_000) }
      }
      for title in ["1", "2"] { list.add(title) }
      awaiting("the second commit in the file, after \(fault)") {
        while Self.numbers(in: path) != [1, 2], !hasEnded() { usleep(1_000) }
      }
      interruption.request()
      isDone.wait()
      switch result.withLock({ $0 }) {
      case .success?:
        #expect(!system.hasFailed || fault.isUnnoticed, "\(fault) was not noticed.")
        #expect(Self.numbers(in: path) == [1, 2], "\(fault)")
      case .failure(let error as ExplorerError)?:
        #expect(system.hasFailed && !fault.isUnnoticed, "\(fault): \(error)")
        #expect(error.message?.contains("\(fault.code)") == true, "\(fault): \(error)")
        #expect(Self.numbers(in: path) == Array([1, 2].prefix(Self.numbers(in: path).count)))
      case let other: Issue.record("\(fault): \(String(describing: other))")
      }
    }
    #expect(failures > 5)
  }
}
