import Foundation
import TestSupport
import Testing

/// What the page on selecting shows, and what the pages for those who come from elsewhere call ours,
/// is compiled and run by a test; the page on a whole application shows that; what needs SwiftUI or
/// Combine is compiled by `.ci/check-apple`.
@Suite(.inTurn) struct GuideTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let pages = [
    "ComingFromFluxor", "ComingFromSwiftRex", "ComingFromTheComposableArchitecture",
    "ComingFromReactiveFeedback", "ComingFromReSwift", "Selecting", "WritingInterceptors",
    "WritingMiddleware", "TheMainActor", "TheFirstHalfHour", "KeepingCollections",
    "KeepingHistory",
  ]

  /// On those pages, only our code is marked as Swift.
  @Test(arguments: pages)
  func `every Swift block of the page stands in its test`(page: String) throws {
    try expectBlocks(
      of: page,
      in: Self.tests.appending(path: "SluiceTests/Guides/\(page).swift"),
      or: Self.tests.appending(path: "AppleStandIns/Usage")
    )
  }

  @Test func `the README links every page, and every page stands in the catalog's list`() throws {
    let root = Self.tests.deletingLastPathComponent()
    let catalog = root.appending(path: "Sources/Sluice/Sluice.docc")
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let list = try String(contentsOf: catalog.appending(path: "Sluice.md"), encoding: .utf8)
    let pages = try FileManager.default.contentsOfDirectory(atPath: catalog.path)
      .filter { $0.hasSuffix(".md") && $0 != "Sluice.md" }
    #expect(pages.count > 20)
    for page in pages {
      #expect(readme.contains("Sources/Sluice/Sluice.docc/\(page)"))
      #expect(list.contains("<doc:\(page.dropLast(3))>"))
    }
    for module in ["SluiceTesting", "SluiceMonitor"] {
      #expect(readme.contains("Sources/\(module)/\(module).docc/\(module).md"))
    }
  }

  /// The pages with a table of what you wrote and what you write, and the fewest lines that it has.
  @Test(arguments: [
    ("ComingFromFluxor", 40), ("ComingFromReSwift", 30),
    ("ComingFromTheComposableArchitecture", 30),
  ])
  func `every line of the page's table stands in its test`(page: String, count: Int) throws {
    let root = Self.tests.deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "Sources/Sluice/Sluice.docc/\(page).md"),
      encoding: .utf8
    )
    let test = try String(
      contentsOf: Self.tests.appending(path: "SluiceTests/Guides/\(page).swift"),
      encoding: .utf8
    )
    let source = test.filter { !$0.isWhitespace }
    let table = try #require(text.components(separatedBy: "| you wrote | you write |\n").last)
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }.dropFirst()
    #expect(lines.count >= count)
    for line in lines {
      let code = try #require(line.components(separatedBy: " | `").last).dropLast(3)
      let isCompiled = contains(source, code.filter { !$0.isWhitespace })
      #expect(isCompiled, "not compiled:\n\(code)")
    }
  }

  @Test func `every Swift block of the page on showing state is compiled against the stand-ins`()
    throws
  {
    try expectBlocks(of: "ShowingState", or: Self.tests.appending(path: "AppleStandIns/Usage"))
  }

  @Test func `every Swift block of the page on a whole application stands in it or in its tests`()
    throws
  {
    let program = Self.tests.deletingLastPathComponent().appending(path: "Explorer/Todo")
    try expectBlocks(of: "AWholeApplication", or: program, Self.tests.appending(path: "TodoTests"))
  }

  private func expectBlocks(of page: String, in test: URL? = nil, or folders: URL...) throws {
    let path = "Sources/Sluice/Sluice.docc/\(page).md"
    let root = Self.tests.deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let others = folders.flatMap { folder in
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    }
    let sources = try ([test].compactMap { $0 } + others).map {
      withoutIndentation(try String(contentsOf: $0, encoding: .utf8))
    }
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count >= 2)
    for block in blocks {
      let isCompiled = sources.contains { contains($0, withoutIndentation(block)) }
      #expect(isCompiled, "not compiled:\n\(block)")
    }
  }

  private func withoutIndentation(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  /// Bytes, not characters: in a debug build, a search for characters takes minutes.
  private func contains(_ text: String, _ part: String) -> Bool {
    Data(text.utf8).range(of: Data(part.utf8)) != nil
  }
}
