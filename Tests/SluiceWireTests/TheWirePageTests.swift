import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn)
struct TheWirePageTests {
  private static let lines: [String] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let page = tests.appending(path: "../../Sources/Sluice/Sluice.docc/TheWire.md").standardized
    return ((try? String(contentsOf: page, encoding: .utf8)) ?? "").components(separatedBy: "\n")
  }()

  /// The lines of the page that stand in blocks of JSON.
  private static let examples: [String] = {
    var examples: [String] = []
    var isInside = false
    for line in lines {
      if line.hasPrefix("```") {
        isInside = line == "```json"
      } else if isInside {
        examples.append(line)
      }
    }
    return examples
  }()

  /// The tagged values that stand between backticks.
  private static let tags: [String] = lines.flatMap { line in
    line.components(separatedBy: "`").filter { $0.hasPrefix(#"{"$":"#) }
  }

  @Test(arguments: examples)
  func `an example on the page is a golden line`(example: String) throws {
    #expect(Golden.lines.contains { $0.text == example })
    #expect(throws: Never.self) { try WireRecord(line: Array(example.utf8)[...]) }
  }

  @Test func `the page has an example of each record`() throws {
    let types = try Self.examples.map { try WireRecord(line: Array($0.utf8)[...]).type }
    #expect(Set(types) == Set(Golden.recordTypes))
  }

  @Test func `the page shows each kind of tagged value, and each is read`() throws {
    let trees = try Self.tags.map { try JSONText.tree(of: Array($0.utf8)[...]) }
    #expect(trees.count == 12)
    #expect(Set(trees).count == 12)
    for (tag, tree) in zip(Self.tags, trees) {
      #expect(String(decoding: JSONText.bytes(of: tree), as: UTF8.self) == tag)
    }
  }
}
