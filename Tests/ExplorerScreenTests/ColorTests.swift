import ExplorerTerminal
import TestSupport
import Testing

@testable import ExplorerKit

/// What a terminal makes of the screen's styles: on a light and a dark background, and without colors.
@Suite(.inTurn, .unsanitized) struct ScreenColorTests {
  private static let names = [
    1: "bold", 2: "dim", 4: "underlined", 7: "reversed", 31: "red", 32: "green", 33: "yellow",
    34: "blue", 35: "magenta", 36: "cyan", 90: "gray",
  ]
  private static let emphasis: Set = [1, 2, 4, 7]

  /// The signs that say the same as a color, of which one stands in its line.
  ///
  /// A plot and the name of an effect are no more than what they show.
  private static let signs: [Int: String] = [31: "-✗!…→^", 32: "+→", 33: "~◔→["]

  /// Draws a grid on a terminal, through the bytes.
  private static func terminal(showing grid: Grid, colors: Bool) -> TerminalEmulator {
    var writer = FrameWriter(colors: colors)
    var terminal = TerminalEmulator(columns: 80, rows: 24)
    // As on the alternate screen.
    terminal.take(Array("\u{1B}[?7l".utf8))
    terminal.take(writer.bytes(showing: grid))
    return terminal
  }

  private static func styles(of terminal: TerminalEmulator) -> Set<Int> {
    Set(
      (0..<terminal.rows).flatMap { row in
        (0..<terminal.columns).flatMap { terminal[row, $0].style }
      }
    )
  }

  /// The rows with their styles in readable form, such as `⟨bold,red:failed⟩`.
  private static func styledText(of terminal: TerminalEmulator) -> String {
    (0..<terminal.rows).map { row in
      var line = ""
      var column = 0
      while column < terminal.columns {
        let style = terminal[row, column].style
        var text = ""
        while column < terminal.columns, terminal[row, column].style == style {
          text += terminal[row, column].text
          column += 1
        }
        let names = style.map { Self.names[$0] ?? "\($0)" }.joined(separator: ",")
        line += style.isEmpty ? text : "⟨\(names):\(text)⟩"
      }
      while line.utf8.last == 0x20 { line.unicodeScalars.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  @Test(arguments: ScreenGridTests.scenes.indices)
  func `a pane can be read on any background, and without colors`(_ scene: Int) throws {
    let name = ScreenGridTests.scenes[scene].name
    let grid = try ScreenGridTests.grid(80, 24, ScreenGridTests.scenes[scene])
    let colored = Self.terminal(showing: grid, colors: true)
    let plain = Self.terminal(showing: grid, colors: false)
    #expect(colored.unknown == [] && plain.unknown == [])
    #expect(colored.lines == plain.lines)
    // Black, white and backgrounds would be invisible on one of the two.
    #expect(Self.styles(of: colored).isSubset(of: Self.names.keys))
    #expect(Self.styles(of: plain).isSubset(of: Self.emphasis))
    // The keys in the help are colored to look well.
    if name != "help" { Self.expectSigns(on: colored) }
    let text =
      "== on a light and on a dark background\n" + Self.styledText(of: colored)
      + "\n== without colors\n" + Self.styledText(of: plain)
    try GoldenText.expect(ScreenGridTests.normalized(text), matches: "styles-\(name).txt")
  }

  /// Looks for the signs that say what colors say.
  private static func expectSigns(on terminal: TerminalEmulator) {
    // In the head there are words.
    var stylesAbove: Set<Int> = []
    for (row, line) in terminal.lines.enumerated().dropFirst() {
      let cells = (0..<terminal.columns).map { terminal[row, $0] }.filter { $0.text != " " }
      let styles = Set(cells.flatMap(\.style))
      // A long text goes on in the next line.
      for style in styles.subtracting(stylesAbove) {
        guard let signs = signs[style] else { continue }
        #expect(line.contains { signs.contains($0) }, "\(names[style] ?? ""): \(line)")
      }
      stylesAbove = styles
    }
  }
}
