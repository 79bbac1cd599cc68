import Foundation
import Sluice
import TestSupport
import Testing

@testable import SluiceStorage

/// A process that is killed while it writes.
@Suite(.inTurn) struct KillingTests {
  /// As in `StorageProbe`.
  struct Counted: Codable, Equatable, Sendable {
    var number = 0
    var text = ""
  }

  @Test(.unsanitized) func `a killed process leaves the old part or the new one`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("counted.json")
    var generator = SplitMix64(seed: 7)
    var last = 0
    for round in 0..<volume(30, nightly: 2_000) {
      let process = try PipedProcess([path], program: "StorageProbe")
      let begun = try #require(try process.output.read(upToCount: 1))
      #expect(!begun.isEmpty, "round \(round)")
      // Some live long enough to write, also where both processors are busy.
      let longest: UInt32 = round.isMultiple(of: 5) ? 300_000 : 12_000
      usleep(UInt32.random(in: 0..<longest, using: &generator))
      process.kill()
      let said = String(decoding: begun + process.output.readDataToEndOfFile(), as: UTF8.self)
      _ = process.end()
      // A number is printed whole when the disk has it; the last line may be cut.
      let whole = said.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let flushed = whole.last.flatMap { Int($0) } ?? last
      #expect(flushed >= last, "round \(round)")
      do {
        let saved = SavedState(of: \Counted.self, in: .file(path), version: 1)
        let found = try saved.restored(into: Counted())
        #expect(found.number == flushed || found.number == flushed + 1, "round \(round)")
        #expect(found.text == String(repeating: "\(found.number) ", count: found.number % 9_000))
        last = found.number
      }
      #expect(
        Set(folder.names).isSubset(of: [
          "counted.json", "counted.json.lock", "counted.json.unfinished",
        ])
      )
    }
    #expect(last > 0)
  }
}
