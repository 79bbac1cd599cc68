import Foundation
import Testing

/// What the pages for those who come from elsewhere call ours is compiled, and run by a test.
@Suite struct GuideTests {
  static let pages = [
    "ComingFromFluxor", "ComingFromSwiftRex", "ComingFromTheComposableArchitecture",
    "ComingFromReactiveFeedback", "ComingFromReSwift",
  ]

  /// On those pages, only our code is marked as Swift.
  @Test(arguments: pages)
  func `every Swift block of the page stands in its test`(page: String) throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = "Sources/Sluice/Sluice.docc/\(page).md"
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let test = here.appending(path: "\(page).swift")
    let source = withoutIndentation(try String(contentsOf: test, encoding: .utf8))
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
