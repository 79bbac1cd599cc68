import Foundation
import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Session files and their index, in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized)
struct SessionFaultTests {
  private static func answers(_ path: String, _ calls: SystemCalls = .system) throws -> [String] {
    let file = try SessionFile(
      at: path,
      longestLine: .unlimited,
      segmentBytes: 1_000,
      calls: calls
    )
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

  /// - Parameters:
  ///   - indexed: The number of records that the index has before the system fails.
  ///   - seed: Of the session: with 2, what is new needs a state that only the index has.
  @Test(arguments: [0, 5], [2, 4])
  func `with any failing call, an answer is right or none, and the index is whole or absent`(
    indexed: Int,
    seed: UInt64
  ) throws {
    let records =
      [.hello(.init(instance: "A", name: "A", processID: 1))]
      + RandomSession(seed: seed, commits: 10, hasGaps: false).records
    let whole = try SessionFiles()
    let expected = try Self.answers(whole.write(records))
    let failures = try FaultySystem.forEachFault(of: [.open, .read, .write, .rename]) {
      (system, fault) in
      let files = try SessionFiles()
      let path = try files.write(Array(records.prefix(indexed)))
      if indexed > 0 { _ = try Self.answers(path) }
      let before = FileManager.default.contents(atPath: path + ".index")
      _ = try files.write(records)
      do {
        let found = try Self.answers(path, system.calls)
        #expect(found == expected, "\(fault)")
      } catch let error as SessionError {
        #expect(!fault.isUnnoticed, "\(fault): \(error)")
        // The reason is the system's, and not that others changed the file.
        #expect("\(error)".contains(fault.reason), "\(fault): \(error)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: files.path(""))
        .filter { $0.hasPrefix("x.session") }
      #expect(Set(names).isSubset(of: ["x.session", "x.session.index"]), "\(fault): \(names)")
      if let index = FileManager.default.contents(atPath: path + ".index"), index != before {
        #expect(BlockStore.open(path + ".index") != nil, "\(fault)")
      }
      #expect(try Self.answers(path) == expected, "\(fault)")
    }
    #expect(failures > 20)
  }
}
