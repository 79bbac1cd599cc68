import Foundation
import TestSupport
import Testing

/// What the pages show is compiled and run by `.ci/pages`.
@Suite(.inTurn) struct PageListTests {
  @Test func `the README links every page, and the catalog lists every page`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
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
}
