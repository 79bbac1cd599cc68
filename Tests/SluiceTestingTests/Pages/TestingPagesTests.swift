import Foundation
import TestSupport
import Testing

/// The pages about testing show code that is compiled and run here.
@Suite(.inTurn)
struct TestingPagesTests {
  static let pages = [
    "TestingReducers", "TestingSelectors", "TestingEffects", "TestingAWholeFeature",
    "FromABugReportToATest",
  ]

  @Test(arguments: pages)
  func `every Swift block of the page stands in its test`(page: String) throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let root = here.appending(path: "../../..").standardized
    let text = try String(
      contentsOf: root.appending(path: "Sources/Sluice/Sluice.docc/\(page).md"),
      encoding: .utf8
    )
    let source = withoutIndentation(
      try String(contentsOf: here.appending(path: "\(page).swift"), encoding: .utf8)
    )
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count >= 2)
    for block in blocks {
      #expect(source.contains(withoutIndentation(block)), "not compiled:\n\(block)")
    }
  }

  private func withoutIndentation(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}
