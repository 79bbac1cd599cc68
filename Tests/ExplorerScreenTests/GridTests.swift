import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What is on the screen, as text.
@Suite(.inTurn, .unsanitized) struct ScreenGridTests {
  static let sizes = [(40, 12), (80, 24), (200, 50)]

  typealias Scene = (name: String, keys: String, change: (@Sendable (inout ScreenState) -> Void)?)

  static let scenes: [Scene] = [
    ("action", "", nil),
    ("changes", "2", nil),
    ("state", "3", nil),
    ("cause", "4", nil),
    ("effects", "5", nil),
    ("statistics", "6", nil),
    ("blame", "b", { $0.watching.programs[0].past.togglePin(StatePath([.key("revenue")])) }),
    ("help", "?", nil),
    ("list", "\t", nil),
    ("nested", "C\t", nil),
    (
      "compared", "",
      { state in
        state.list.mark = 12
        state.detail.compare()
      }
    ),
    ("programs", "P", nil),
    ("found", "3", { $0.searched = "decaf" }),
    ("commands", ":p", nil),
    ("completion", "ftype:Ch", nil),
    ("mistake", "fcolour:red\r", nil),
    ("problem", "", { $0.notice = Notice("The program is not connected.", isProblem: true) }),
  ]

  private static let shop = Result {
    var state = ScreenFixture.screen(try ScreenFixture.session("demo.session"))
    state.watching.isSession = true
    return state
  }

  /// The screen with a recorded day of the shop, in a scene.
  static func grid(_ columns: Int, _ rows: Int, _ scene: Scene) throws -> Grid {
    var desk = Desk(try shop.get())
    desk.take(Resized(size: GridSize(columns: columns, rows: rows)))
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

  @Test func `a pause shows what it began with`() throws {
    var events = try ScreenFixture.session("demo.session")[...]
    let rest = events.firstIndex { event in
      if case .record(_, _, .commit(let commit)) = event { commit.number == 40 } else { false }
    }
    let later = Array(events.suffix(from: try #require(rest)))
    events = events.prefix(upTo: try #require(rest))
    for (columns, rows) in Self.sizes {
      var desk = Desk(Array(events), columns: columns, rows: rows)
      desk.change { $0.watching.isSession = true }
      desk.type("c ")
      desk.hear(later)
      try GoldenText.expect(
        Self.normalized(desk.grid.text()),
        matches: "screen-paused-\(columns).txt"
      )
    }
  }

  @Test func `without a program it says what one needs`() throws {
    for (columns, rows) in Self.sizes {
      var state = ScreenState()
      state.size = GridSize(columns: columns, rows: rows)
      state.watching.notice = IdleNotice(
        endpoint: .unix(path: "/run/user/1000/sluice/explorer.sock"),
        seat: "Listening",
        isElsewhere: false
      )
      let grid = ScreenSelectors.grid.value(in: state)
      try GoldenText.expect(
        grid.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
        matches: "screen-welcome-\(columns).txt"
      )
    }
  }

  @Test func `a mistake in a filter has a caret under it`() throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 6))
    state.prompt = Prompt(.filter, text: "type:Add and colour:red")
    do throws(FilterError) {
      _ = try Filter(parsing: "type:Add and colour:red")
    } catch {
      state.prompt?.mistake = .init(place: error.place, reason: error.reason)
    }
    let lines = ScreenSelectors.grid.value(in: state).text().split(separator: "\n")
    let line = try #require(lines.firstIndex { $0.hasPrefix("filter: ") })
    let column = try #require(lines[line].firstRange(of: "colour"))
    let caret = try #require(lines[line + 1].firstIndex(of: "^"))
    #expect(
      lines[line].distance(from: lines[line].startIndex, to: column.lowerBound)
        == lines[line + 1].distance(from: lines[line + 1].startIndex, to: caret)
    )
  }

  @Test func `texts of a hostile program change nothing on the screen`() throws {
    let evil = "\u{1B}[2J\u{1B}]0;x\u{7}\u{202E}\u{200B}a\r\nb\u{9B}31m漢字e\u{301}\u{301}"
    var hello = ScreenFixture.counter
    hello.store = evil
    let state = Tree.object(Tree.Object([.init(key: evil, value: .string(evil))]))
    let commit = WireRecord.Commit(
      number: 1,
      time: 1,
      action: .init(type: evil, payload: .string(evil)),
      origin: .init(file: evil, line: 1, function: evil, info: evil),
      changes: [.set(TreePath([.key(evil)]), old: .string(evil), new: .string(evil + "!"))],
      note: evil
    )
    var screen = ScreenFixture.screen([
      .connected(label: VisibleText(evil).description, hello),
      .record(label: "x", instance: hello.instance, .state(.init(number: 0, state: state))),
      .record(label: "x", instance: hello.instance, .commit(commit)),
    ])
    screen.searched = evil
    screen.notice = Notice(evil)
    for tab in Detail.Tab.allCases {
      screen.detail.tab = tab
      screen.answerAll()
      let grid = ScreenSelectors.grid.value(in: screen)
      for scalar in grid.text().unicodeScalars where scalar != "\n" {
        #expect(VisibleText(String(scalar)).description == String(scalar))
      }
      try GoldenText.expect(
        Self.normalized(grid.text()),
        matches: "screen-hostile-\(tab.rawValue.lowercased()).txt"
      )
    }
  }

  @Test func `any size can be drawn`() {
    let events = ScreenFixture.counting(to: 40)
    var state = ScreenFixture.screen(events)
    state.prompt = Prompt(.filter, text: "type:")
    for columns in [0, 1, 2, 3, 7, 20, 109, 110, 300] {
      for rows in [0, 1, 2, 3, 5, 18, 19, 20, 90] {
        state.size = GridSize(columns: columns, rows: rows)
        let grid = ScreenSelectors.grid.value(in: state)
        #expect(grid.size == state.size)
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
