import ExplorerTerminal
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What is on the screen, as text.
@Suite(.inTurn, .unsanitized) struct ScreenGridTests {
  static let sizes = [(40, 20), (80, 24), (120, 40), (200, 60)]

  typealias Scene = (name: String, keys: String, change: (@Sendable (inout ScreenState) -> Void)?)

  static let scenes: [Scene] = [
    ("commit", "1", nil), ("state", "2", nil), ("runs", "3", nil), ("help", "?", nil),
    ("list", "h", nil), ("programs", "P", nil), ("commands", ":p", nil), ("filter", "hf", nil),
    ("completion", "hftype:Ch", nil), ("mistake", "hftype:Ask colour:red\r", nil),
    ("blame", "b", { $0.watching.programs[0].past.togglePin(StatePath([.key("revenue")])) }),
    ("found", "h/decaf", nil), ("filtered", "hftype:Reserved\r3", nil),
    ("problem", "", { $0.notice = Notice("The program is not connected.", isProblem: true) }),
    (
      "compared", "",
      { state in
        state.list.mark = 12
        state.detail.compare()
      }
    ),
  ]

  private static let shop = Result {
    var state = Desk(try ScreenFixture.session("demo.session")).state
    state.watching.isSession = true
    state.watching.file = "demo.session"
    return state
  }

  /// The screen with a recorded day of the shop.
  static func shop(columns: Int, rows: Int) throws -> Desk {
    var desk = Desk(try shop.get())
    desk.resize(columns: columns, rows: rows)
    return desk
  }

  /// The screen with a recorded day of the shop, in a scene.
  static func grid(_ columns: Int, _ rows: Int, _ scene: Scene) throws -> Grid {
    var desk = Desk(try shop.get())
    desk.resize(columns: columns, rows: rows)
    // A small screen shows one of the two.
    desk.type("c:43\r\t" + scene.keys)
    if let change = scene.change { desk.change(change) }
    return desk.grid
  }

  @Test(arguments: scenes.indices)
  func `a pane looks like its picture at every size`(_ index: Int) throws {
    let scene = Self.scenes[index]
    for (columns, rows) in Self.sizes {
      try GoldenText.expect(
        Self.normalized(try Self.grid(columns, rows, scene).text()),
        matches: "screen-\(scene.name)-\(columns).txt"
      )
    }
  }

  @Test(arguments: sizes)
  func `a pause shows what it began with`(columns: Int, rows: Int) throws {
    let events = try ScreenFixture.session("demo.session")
    let rest = events.firstIndex { event in
      if case .record(_, _, .commit(let commit)) = event { commit.number == 40 } else { false }
    }
    var desk = Desk(Array(events[..<(try #require(rest))]), columns: columns, rows: rows)
    desk.change { $0.watching.isSession = true }
    desk.type("c ")
    desk.hear(Array(events[(try #require(rest))...]))
    try GoldenText.expect(Self.normalized(desk.text), matches: "screen-paused-\(columns).txt")
  }

  @Test(arguments: sizes)
  func `without a program it says what one needs`(columns: Int, rows: Int) throws {
    var desk = Desk([], columns: columns, rows: rows)
    desk.change { state in
      state.watching.notice = IdleNotice(
        endpoint: .unix(path: "/run/user/1000/sluice/explorer.sock"),
        seat: "Listening",
        isElsewhere: false
      )
    }
    try GoldenText.expect(desk.lines, matches: "screen-welcome-\(columns).txt")
  }

  @Test func `texts of a hostile program change nothing on the screen`() throws {
    let evil = "\u{1B}[2J\u{1B}]0;x\u{7}\u{202E}\u{200B}a\r\nb\u{9B}31m漢字e\u{301}\u{301}"
    var hello = ScreenFixture.counter
    hello.store = evil
    let commit = WireRecord.Commit(
      number: 1,
      time: 1,
      action: .init(type: evil, payload: .string(evil)),
      origin: .init(file: evil, line: 1, function: evil, info: evil),
      changes: [.set([.key(evil)], old: .string(evil), new: .string(evil + "!"))],
      note: evil
    )
    var desk = Desk([
      .connected(label: VisibleText(evil).description, hello),
      ScreenFixture.record(.state(.init(number: 0, state: [evil: .string(evil)]))),
      ScreenFixture.record(.commit(commit)),
    ])
    for tab in Detail.Tab.allCases {
      desk.change { state in
        (state.searched, state.notice, state.detail.tab) = (evil, Notice(evil), tab)
      }
      for scalar in desk.text.unicodeScalars where scalar != "\n" {
        #expect(VisibleText(String(scalar)).description == String(scalar))
      }
      let name = "screen-hostile-\(tab.rawValue.lowercased()).txt"
      try GoldenText.expect(Self.normalized(desk.text), matches: name)
    }
  }

  @Test func `any size can be drawn`() {
    var desk = Desk(to: 40)
    desk.type("ftype:")
    for columns in [0, 1, 2, 3, 7, 20, 109, 110, 300] {
      for rows in [0, 1, 2, 3, 5, 18, 19, 20, 90] {
        desk.resize(columns: columns, rows: rows)
        #expect(desk.grid.size == GridSize(columns: columns, rows: rows))
      }
    }
  }

  /// Times and dates are those of the time zone, and what reducing took is never the same.
  static func normalized(_ text: String) -> [String] {
    text.replacing(#/\d\d:\d\d:\d\d\.\d\d\d/#, with: "00:00:00.000")
      .replacing(#/\d\d:\d\d:\d\d/#, with: "00:00:00")
      .replacing(#/\d\d\d\d-\d\d-\d\d/#, with: "0000-00-00")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// What a terminal makes of the screen's styles: on a light and a dark background, and without colors.
@Suite(.inTurn, .unsanitized) struct ScreenColorTests {
  private static let names = [
    1: "bold", 2: "dim", 4: "underlined", 7: "reversed", 31: "red", 32: "green", 33: "yellow",
    34: "blue", 35: "magenta", 36: "cyan", 90: "gray",
  ]
  static let emphasis: Set = [1, 2, 4, 7]

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

  static func styles(of terminal: TerminalEmulator) -> Set<Int> {
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
