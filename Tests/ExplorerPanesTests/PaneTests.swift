import ExplorerTerminal
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PaneTests {
  private static let widths = [40, 80, 200]

  private static func text(_ line: PaneLine) -> String {
    let text = String(repeating: " ", count: line.indent) + line.text
    return text.replacing(#/\d\d:\d\d:\d\d/#, with: "hh:mm:ss")
      .replacing(#/\d{4}-\d\d-\d\d/#, with: "yyyy-mm-dd")
  }

  private static func target(_ target: PaneTarget?) -> String {
    switch target {
    case nil: "-"
    case .commit(let number): "commit \(number)"
    case .path(let path): "path \(VisibleText(path.description))"
    case .fold(let fold, let isOpen):
      "\(isOpen ? "close" : "open") \(VisibleText(fold.path.description))"
        + (fold.page.map { " \($0)" } ?? "")
    case .run(let run, let commit): "run \(run) of \(commit.map(String.init) ?? "none")"
    case .source(let file, let line): "source \(VisibleText(file)):\(line)"
    case .field(let index): "field \(index)"
    }
  }

  @Test(arguments: PaneCase.all)
  func `each pane equals its golden text`(pane: PaneCase) throws {
    var texts: [String] = []
    for width in Self.widths {
      texts.append("== \(width) columns")
      texts += pane.lines(PaneHistory.varied, width).map(Self.text)
    }
    texts.append("== nothing")
    texts += pane.lines(PaneHistory.empty, 80).map(Self.text)
    texts.append("== hostile")
    texts += pane.lines(PaneHistory.hostile, 60).map(Self.text)
    texts.append("== what keys act on")
    texts += pane.lines(PaneHistory.varied, 80).map { Self.target($0.target) }
    try GoldenText.expect(texts, matches: pane.name + ".txt")
  }

  @Test(arguments: PaneCase.all, [20, 40, 63, 80, 200])
  func `no line has a control character, or is wider than its pane`(pane: PaneCase, width: Int) {
    for history in [PaneHistory.varied, PaneHistory.hostile, PaneHistory.empty] {
      for line in pane.lines(history, width) {
        #expect(line.columns <= width, "\(line.text)")
        for scalar in line.text.unicodeScalars {
          let category = scalar.properties.generalCategory
          let isJoiner = scalar.value == 0x200D
          #expect(
            !(category == .control || category == .lineSeparator || category == .paragraphSeparator
              || category == .format && !isJoiner),
            "\(scalar.value)"
          )
        }
      }
    }
  }

  @Test func `a deep payload keeps its names, and a large one is cut`() {
    var deep: Tree = "a text that is too long for the line that it is on"
    for _ in 0..<60 { deep = ["inner": deep] }
    let action = WireRecord.Action(type: "Deep", payload: deep)
    let lines = ActionPane.lines(of: .init(number: 1, time: 0, action: action), width: 40)
    #expect(lines.count { $0.text.hasSuffix("inner:") } == 59)
    #expect(lines.allSatisfy { $0.columns <= 40 })

    let large = Tree.array((0..<100_000).map { .integer($0) })
    let other = WireRecord.Action(type: "Large", payload: large)
    let shown = ActionPane.lines(of: .init(number: 1, time: 0, action: other), width: 40)
    #expect(shown.count < 2_010)
    #expect(shown.contains { $0.text == "…" })
  }

  @Test func `a large change is shown in part, and a large list of runs, too`() {
    let large = Tree.array((0..<100_000).map { .integer($0) })
    let change = TreeChange.set(["list"], old: large, new: .string("small"))
    #expect(ChangesPane.lines(of: [change], width: 40).count < 110)

    let runs = (0..<5_000).map { History.Run(effect: "Run", run: $0, commit: nil) }
    let content = EffectsPane.Content(runs: runs, now: 0)
    let lines = EffectsPane.lines(of: content, width: 40)
    #expect(lines.first?.text == "… 4,800 earlier runs")
    #expect(lines.count < 210)
  }

  @Test(arguments: [20, 80, 100, 200])
  func `keys with long names are cut`(width: Int) {
    let keys = String(repeating: "k", count: 60)
    let long = HelpPane.Entry(keys: keys, text: "Long.")
    let short = HelpPane.Entry(keys: "j", text: "Go.")
    let lines = HelpPane.lines(of: [.init(title: "All", entries: [long, short])], width: width)
    #expect(lines.allSatisfy { $0.columns <= width })
    #expect(lines.contains { $0.text.contains("Long.") })
  }
}
