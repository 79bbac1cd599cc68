import Foundation
import TestSupport
import Testing

/// The page of examples shows code that is compiled and tested here, word for word.
@Suite(.inTurn)
struct ExamplesPageTests {
  @Test func `every Swift block of the page stands in a file of this folder`() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let root = here.appending(path: "../../../..").standardized
    let page = try String(
      contentsOf: root.appending(path: "Sources/Sluice/Sluice.docc/EffectExamples.md"),
      encoding: .utf8
    )
    let sources = try FileManager.default
      .contentsOfDirectory(at: here, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 7)
    for block in blocks {
      #expect(sources.contains { $0.contains(block) }, "not compiled here:\n\(block)")
    }
  }
}
