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
    for module in [
      "SluiceHistory", "SluiceStorage", "SluiceTesting", "SluiceOrders", "SluiceMonitor",
    ] {
      #expect(readme.contains("Sources/\(module)/\(module).docc/\(module).md"))
    }
  }

  @Test func `of twenty effects by example, all but two have at most fifteen lines`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let page = root.appending(path: "Sources/Sluice/Sluice.docc/EffectExamples.md")
    let sections = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ")
      .filter { $0.contains("```swift\n") }
    #expect(sections.count == 20)
    for section in sections
    where !section.contains("Primes.swift") && !section.contains("Movies.swift") {
      let block = section.components(separatedBy: "```")[1].split(separator: "\n").dropFirst(2)
      let lines = block.filter { !$0.hasPrefix("import ") }
      #expect(1...15 ~= lines.count, "\(section.prefix { $0 != "\n" })")
    }
  }

  @Test func `the table of targets is that of the manifest`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    var known: [String: [String]] = [:]
    // Those of Sources, which have no path.
    let target = /\.target\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?\s*\)/
    for match in manifest.matches(of: target) {
      let names = (match.output.2 ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) }
      known[String(match.output.1)] = names.sorted()
    }
    let page = root.appending(path: "Sources/Sluice/Sluice.docc/Architecture.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let table = lines.drop { !$0.hasPrefix("| target |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
    var shown: [String: [String]] = [:]
    for row in table {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      let name = try #require(cells[1].firstMatch(of: /`(\w+)`/)).output.1
      shown[String(name)] = cells[3].matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
    #expect(shown == known)
    #expect(known.count > 10)
  }
}
