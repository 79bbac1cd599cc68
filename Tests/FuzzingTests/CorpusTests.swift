import Foundation
import TestSupport
import Testing

@testable import Fuzzing

/// Inputs that found something once, or make some code run that others don't.
@Suite(.inTurn, .unsanitized)
struct CorpusTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fuzzing/Corpus").standardized

  private static func inputs(of target: FuzzTarget) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: corpus.appending(path: target.rawValue),
      includingPropertiesForKeys: nil
    )
  }

  @Test(arguments: FuzzTarget.allCases)
  func `the corpus of a target holds nothing that breaks it`(target: FuzzTarget) throws {
    let inputs = try Self.inputs(of: target)
    #expect(!inputs.isEmpty)
    for input in inputs {
      #expect(throws: Never.self, "\(target.rawValue)/\(input.lastPathComponent)") {
        try target.run(Array(Data(contentsOf: input)))
      }
    }
  }

  @Test func `the corpus is small`() throws {
    var bytes = 0
    for target in FuzzTarget.allCases {
      for input in try Self.inputs(of: target) { bytes += try Data(contentsOf: input).count }
    }
    #expect(bytes < 1 << 20)
  }
}
