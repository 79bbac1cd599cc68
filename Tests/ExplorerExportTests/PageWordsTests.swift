import Foundation
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

  /// A value of each kind of tree; another kind doesn't compile until it has one.
  private static let values: [Tree] = {
    let values: [Tree] = [
      .null, .bool(true), .integer(1), Tree(UInt128.max), .double(.nan), .string(""), [],
      .object(Tree.Object()),
      .data([1]), .date(.init(secondsSince1970: 0)), .enumCase(name: "on", payload: Tree.Object()),
      .opaque(typeName: "C"), .redacted, .cut(.depth(typeName: "C")), .cut(.elements(1)),
      .cut(.members(1)), .cut(.characters(kept: "", omitted: 1)),
      .cut(.bytes(kept: [], omitted: 1)),
    ]
    for value in values {
      switch value {
      case .null, .bool, .integer, .wideInteger, .double, .string, .array, .object, .data, .date,
        .enumCase, .opaque, .redacted, .cut(.depth), .cut(.elements), .cut(.members),
        .cut(.characters), .cut(.bytes):
        break
      }
    }
    return values
  }()

  @Test func `the page shows each kind of value that the wire writes`() throws {
    let script = String(decoding: PackageResources.values_js, as: UTF8.self)
    var names: Set<String> = []
    for value in Self.values {
      let written = try JSONSerialization.jsonObject(
        with: Data(JSONText.bytes(of: value)),
        options: .fragmentsAllowed
      )
      guard let object = written as? [String: Any], let kind = object["$"] as? String else {
        continue
      }
      names.insert(kind)
      // What is cut of a list or an object is only counted.
      if let cut = object["kind"] as? String, !["elements", "members"].contains(cut) {
        names.insert(cut)
      }
    }
    #expect(names.count == 10)
    for name in names { #expect(script.contains("case '\(name)':")) }
  }

  @Test func `the page reads each kind of record and change that is exported`() throws {
    let script = String(decoding: PackageResources.session_js, as: UTF8.self)
    let items: [History.Item] = [
      .state(number: 0, .null, isCheckpoint: false),
      .commit(WireRecord.Commit(number: 1, time: 0, action: .init(type: "A")), isKnown: true),
      .gap(History.Gap(numbers: 2...3, reason: nil)),
    ]
    for item in items {
      switch item {
      // All that is nothing else.
      case .commit: #expect(try Self.type(of: item) == "commit")
      case .state, .gap: #expect(script.contains("record.type === '\(try Self.type(of: item))'"))
      }
    }
    for kind in TreeChange.Kind.allCases {
      #expect(script.contains("change.kind === '\(kind.rawValue)'"))
    }
  }

  private static func type(of item: History.Item) throws -> String {
    let line = item.record.line()
    let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    return try #require(object?["type"] as? String)
  }
}
