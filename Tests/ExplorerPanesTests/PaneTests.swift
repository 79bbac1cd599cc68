import ExplorerTerminal
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PaneTests {
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
    case .filter(let text): "filter \(VisibleText(text))"
    }
  }

  @Test(arguments: PaneCase.all)
  func `each pane equals its golden text`(pane: PaneCase) throws {
    var texts: [String] = []
    for width in [40, 80, 200] {
      texts += ["== \(width) columns"] + pane.lines(PaneHistory.varied, width).map(Self.text)
    }
    texts += ["== nothing"] + pane.lines(PaneHistory.empty, 80).map(Self.text)
    texts += ["== hostile"] + pane.lines(PaneHistory.hostile, 60).map(Self.text)
    let targets = pane.lines(PaneHistory.varied, 80).map { Self.target($0.target) }
    texts += ["== what keys act on"] + targets
    try GoldenText.expect(texts, matches: "\(pane).txt")
  }

  @Test(arguments: PaneCase.all, [20, 40, 63, 80, 200])
  func `no line has a control character, or is wider than its pane`(pane: PaneCase, width: Int) {
    for history in [PaneHistory.varied, PaneHistory.hostile, PaneHistory.empty] {
      for line in pane.lines(history, width) {
        #expect(line.columns <= width, "\(line.text)")
        let acting = line.text.unicodeScalars.filter { scalar in
          let category = scalar.properties.generalCategory
          return [.control, .lineSeparator, .paragraphSeparator].contains(category)
            || category == .format && scalar.value != 0x200D
        }
        #expect(acting.isEmpty, "\(line.text)")
      }
    }
  }

  @Test(arguments: [20, 80, 100, 200])
  func `keys with long names are cut`(width: Int) {
    let long = (keys: String(repeating: "k", count: 60), text: "Long.")
    let entries = [long, (keys: "j", text: "Go.")]
    let lines = HelpPane.lines(of: [("All", entries)], width: width)
    #expect(lines.allSatisfy { $0.columns <= width })
    #expect(lines.contains { $0.text.contains("Long.") })
  }
}
