import Foundation
import TestSupport
import Testing

/// The pages about testing show code that is compiled and run here.
@Suite(.inTurn)
struct TestingPagesTests {
  static let pages = [
    "TestingReducers", "TestingSelectors", "TestingEffects", "TestingAWholeFeature",
    "FromABugReportToATest", "AStateAtScale",
  ]

  @Test(arguments: pages)
  func `every Swift block of the page stands in its test`(page: String) throws {
    try expectBlocks(of: "Sluice/Sluice.docc/\(page).md", in: "\(page).swift", atLeast: 2)
  }

  @Test func `the Swift block of the catalog's first page stands in a test`() throws {
    try expectBlocks(
      of: "SluiceTesting/SluiceTesting.docc/SluiceTesting.md",
      in: "TestingAWholeFeature.swift",
      atLeast: 1
    )
  }

  private func expectBlocks(of page: String, in test: String, atLeast count: Int) throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let sources = here.appending(path: "../../../Sources").standardized
    let text = try String(contentsOf: sources.appending(path: page), encoding: .utf8)
    let source = withoutIndentation(
      try String(contentsOf: here.appending(path: test), encoding: .utf8)
    )
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count >= count)
    for block in blocks {
      #expect(source.contains(withoutIndentation(block)), "not compiled:\n\(block)")
    }
  }

  private func withoutIndentation(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}
