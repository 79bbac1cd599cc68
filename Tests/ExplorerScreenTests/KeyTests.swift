import ExplorerTerminal
import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct KeyTests {
  @Test func `no command has two entries, and no key`() {
    let commands = KeyBinding.all.map(\.command)
    #expect(Set(commands).count == commands.count)
    let keys = KeyBinding.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `the help says what every key does`() {
    let lines = KeyBinding.helpLines(width: 240).map(\.text)
    for binding in KeyBinding.all {
      // The meaning stands beside the key.
      let isShown = lines.contains { line in
        line.ranges(of: binding.meaning).contains { range in
          var front = line[..<range.lowerBound]
          while front.last == " " { front.removeLast() }
          return front.hasSuffix(binding.name)
        }
      }
      #expect(isShown, "\(binding.name)")
    }
    for group in KeyBinding.groups { #expect(lines.contains(group.heading)) }
  }

  @Test func `the documentation says what every key does`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = root.appending(path: "Sources/Sluice/Sluice.docc/WatchingAProgram.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for binding in KeyBinding.all {
      let row = "| `\(binding.name)` | \(binding.meaning.replacing("|", with: "\\|")) |"
      #expect(text.contains(row + "\n"), "\(row)")
    }
  }

  @Test func `the last line always leads to the help`() {
    for width in [20, 40, 80, 200] {
      let line = KeyLine.line(isInDetail: false, overlay: nil, width: width)
      #expect(line.text.hasSuffix("? help"))
      #expect(line.text.count <= width)
    }
  }
}
