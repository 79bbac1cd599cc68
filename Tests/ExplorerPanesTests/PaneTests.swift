import ExplorerTerminal
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

struct PaneTests {
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
    case .actionType(let type): "type \(VisibleText(type))"
    case .field(let index): "field \(index)"
    }
  }

  @Test(arguments: PaneCase.all)
  func `each pane is as in its golden text`(pane: PaneCase) throws {
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
}
