import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PageWordsTests {
  /// The members of a constant of the script.
  private static func constant(_ name: String) throws -> Tree.Object {
    let head = "const \(name) = "
    let line = try #require(PageWords.script.split(separator: "\n").first { $0.hasPrefix(head) })
    let tree = try JSONText.tree(of: Array(line.dropFirst(head.count).dropLast().utf8)[...])
    return try #require(tree.keyedParts)
  }

  @Test func `the page has the terms of the command line that it can ask`() throws {
    let terms = try Self.constant("filterTerms")
    let names = FilterTerm.all.map(\.name).filter { !["app", "state", "became"].contains($0) }
    #expect(terms.members.map(\.key) == names)
    #expect(terms["slow"]?[["complaint"]] == "not a duration")
    #expect(terms["failed"]?[["beginning"]] == "failed")
    let script = String(decoding: PackageResources.filter_js, as: UTF8.self)
    let cases = script.matches(of: /case '([a-z]+)': \{/).map { String($0.output.1) }
    #expect(Set(cases + ["failed"]) == Set(names))
  }

  @Test func `kinds, units and marks are those of the command line`() throws {
    #expect(try Self.constant("marks")["set"] == "~")
    let reasons = try Self.constant("gapReasons")
    for reason in WireRecord.Dropped.Reason.allCases {
      #expect(reasons[reason.rawValue] == .string(LogText.phrase(reason)))
    }
    #expect(try Self.constant("outcomes")["retrying"] == "under way")
    #expect(PageWords.script.contains(#"const redacted = "<redacted>";"#))
    let units = try Self.constant("units")
    for unit in units.members {
      #expect(DurationBound(parsing: "<1.5\(unit.key)")?.holds(1) == true)
    }
    #expect(units["ms"] == 1_000_000 && DurationBound(parsing: "1h") == nil)
  }
}
