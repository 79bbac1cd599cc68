import ExplorerTerminal
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ListTests {
  @Test func `the list follows new commits until a key moves up`() {
    var desk = Desk(to: 5)
    #expect(desk.state.selected == 5)
    desk.type("k")
    desk.hear(ScreenFixture.counting(to: 7, from: 6))
    #expect(desk.state.selected == 4 && desk.numbers == Array(1...7))
    desk.type("G")
    #expect(desk.state.selected == 7)
  }

  @Test func `a page is what fits, and the ends are ends`() {
    var desk = Desk(to: 100)
    desk.type("g")
    let height = desk.numbers.count
    for (keys, selected) in [("", 1), ("⇟", height), ("⇞", 1), ("k", 1), ("⇟j⇟", 2 * height)] {
      desk.type(keys)
      #expect(desk.state.selected == selected && desk.numbers.count == height, "\(keys)")
    }
  }

  @Test func `a number in front of a key says how far it moves, or where to`() {
    let screen = Desk(to: 60, rows: 12)
    let page = screen.numbers.count - 1
    for (keys, selected) in [
      ("12G", 12), ("333G", 60), ("50g", 50), ("5k", 55), ("g40j", 41), ("g012j", 13), ("g03j", 4),
      ("g4⇟", 1 + 4 * page), ("g5\u{1B}j", 2), ("g5mj", 2), ("g5/\u{1B}j", 2), ("g00j", 2),
      ("0G", 1), ("9999999999G", 60), ("?5j?k", 59), ("ffailed\u{1B}5k", 55),
    ] {
      var desk = screen
      desk.type(keys)
      #expect(desk.state.selected == selected, "\(keys)")
      #expect(!desk.state.detail.isFocused && desk.state.count == nil, "\(keys)")
    }
  }

  @Test func `a number counts the lines of a pane, and shows one where it begins as its key`()
    throws
  {
    let screen = try ScreenGridTests.shop(columns: 80, rows: 40)
    for (keys, line) in [
      ("2g4j", 4), ("2g012j", 12), ("2g5G", 4), ("2g08g", 7), ("2g12G", 11), ("2g9j4k", 5),
      ("2g9j04g", 3), ("22g5j", 5),
    ] {
      var desk = screen
      desk.type(keys)
      #expect(desk.state.detail.tab == .state && desk.state.detail.isFocused, "\(keys)")
      #expect(desk.state.pane.cursor == line, "\(keys)")
    }
    for (keys, tab) in [
      ("14j", Detail.Tab.commit), ("31j", .commit), ("105G", .commit), ("224j", .state),
    ] {
      var desk = screen
      desk.type(keys)
      #expect(desk.state.detail.tab == tab, "\(keys)")
      #expect(desk.state.detail.isFocused == !keys.hasSuffix("G"), "\(keys)")
    }
  }

  @Test func `digits are shown while they are typed`() {
    var desk = Desk(to: 60)
    desk.type("04")
    #expect(desk.lines.last?.hasPrefix("04  Enter") == true)
    desk.type("k")
    #expect(desk.lines.last?.hasPrefix("Enter") == true)
  }

  @Test func `what comes during a pause is held, and shown afterwards`() {
    var desk = Desk(to: 5)
    desk.type(" ")
    desk.hear(ScreenFixture.counting(to: 9, from: 6))
    #expect(desk.numbers == Array(1...5) && desk.state.selected == 5)
    #expect(desk.lines[0].contains("paused, 4 held back"))
    desk.type(" ")
    #expect(desk.state.past.numbers == Array(1...9) && desk.state.selected == 9)
  }

  @Test func `a pause shows what it did, however much comes, and all can be asked about it`() {
    let limits = History.Limits(commits: 100)
    var desk = Desk([])
    desk.hear(ScreenFixture.counting(to: 50), limits: limits)
    desk.type("k ")
    for last in stride(from: 50, to: 5_000, by: 990) {
      desk.hear(ScreenFixture.counting(to: last + 990, from: last + 1), limits: limits)
    }
    #expect(desk.state.past.numbers == Array(1...50))
    desk.type("2j[")
    #expect(desk.state.selected == 48)
    #expect(desk.state.detail.answer?.lines.contains { $0.text.contains("third: 48") } == true)
    desk.type("h ")
    #expect(desk.state.past.numbers.last == 5_000)
    #expect(desk.state.past.numbers[0] > 4_500)
  }

  @Test func `the way to a commit that a pause hides ends the pause`() {
    var desk = Desk(to: 8)
    desk.type("2jph ")
    desk.hear(ScreenFixture.counting(to: 12, from: 9))
    for (keys, isPaused) in [(":7\r", true), (":11\r", false)] {
      desk.type(keys)
      #expect(desk.state.program?.isPaused == isPaused)
    }
    #expect(desk.state.selected == 11)
  }

  @Test func `a click selects, a second one opens, and the wheel moves`() throws {
    var desk = Desk(to: 5, columns: 120)
    let list = try #require(desk.state.layout.list).rows
    let steps: [(button: MousePress.Button, row: Int, selected: Int, isFocused: Bool)] = [
      (.left, list.lowerBound + 1, 2, false), (.left, list.lowerBound + 1, 2, true),
      (.left, list.lowerBound + 1, 2, false), (.wheelDown, list.lowerBound, 5, false),
      (.wheelUp, list.lowerBound, 2, false), (.left, list.upperBound - 1, 2, false),
    ]
    for (button, row, selected, isFocused) in steps {
      desk.use(button, row: row)
      #expect(desk.state.selected == selected && desk.state.detail.isFocused == isFocused)
    }
    let title = try #require(desk.state.layout.panes.first).title
    desk.use(.left, row: title.rows.lowerBound, column: title.columns.lowerBound + 13)
    #expect(desk.state.detail.tab == .state)
    let detail = try #require(desk.state.layout.panes.first).lines
    let (top, column) = (detail.rows.lowerBound, detail.columns.lowerBound + 2)
    desk.use(.left, row: top + 1, column: column)
    #expect(desk.state.detail.isFocused && desk.state.pane.cursor == 1)
    desk.use(.wheelUp, row: top, column: column)
    #expect(desk.state.pane.cursor == 0)
  }

  @Test func `a filter that hides the selected commit shows the next one, until it is taken off`() {
    var desk = Desk(to: 60, rows: 12)
    for (number, shown) in [(4, 6), (6, 6), (58, 60), (50, 51)] {
      desk.type(":\(number)\rftype:Third\r")
      #expect(desk.state.selected == shown, "\(number)")
      desk.type("\u{1B}")
      #expect(desk.state.selected == number)
    }
  }

  private static let drags: [(columns: Int, rows: Int, from: Int, to: Int, ends: [Int])] = [
    (120, 40, 68, 50, [50]), (120, 40, 68, 3, [30]), (120, 40, 68, 119, [90]),
    (120, 40, 60, 50, [68]),
    (120, 40, 69, 50, [68]), (200, 60, 90, 70, [70, 146]), (200, 60, 146, 120, [90, 120]),
    (200, 60, 90, 160, [140, 170]), (200, 60, 146, 0, [90, 120]), (200, 60, 146, 199, [90, 170]),
  ]

  @Test(arguments: drags.indices)
  func `the mouse drags what stands between list and pane, within bounds`(_ index: Int) {
    let (columns, rows, from, to, ends) = Self.drags[index]
    var desk = Desk(to: 60, columns: columns, rows: rows)
    func bars() -> [Int] {
      desk.lines[10].enumerated().filter { $0.element == "│" }.map(\.offset)
    }
    desk.drag((10, from), (12, (from + to) / 2), (20, to))
    #expect(bars() == ends)
    // Nothing holds it any more.
    let move = MousePress(.left, row: 10, column: 40, isDrag: true)
    desk.take(InputReceived(input: .mouse(move)))
    desk.drag((10, 1), (10, 40))
    #expect(bars() == ends)
    let text = desk.text
    for (columns, rows) in [
      (columns, 20), (columns + 60, rows), (40, 12), (30, 2), (columns, rows),
    ] {
      desk.resize(columns: columns, rows: rows)
    }
    #expect(desk.text == text)
  }

  @Test func `the mouse drags the title of the pane below the list`() throws {
    for (to, height) in [(15, 14), (23, 18), (0, 4), (6, 5)] {
      var desk = Desk(to: 60)
      let title = try #require(desk.state.layout.panes.first).title.rows.lowerBound
      desk.drag((title, 60), (to, 60))
      #expect(desk.state.layout.list?.height == height)
      #expect(desk.lines[1 + height].hasPrefix("─ 1 Commit"))
      desk.drag((1, 10), (9, 10))
      #expect(desk.state.layout.list?.height == height)
    }
  }

  @Test func `a share that was dragged is that of a larger terminal`() {
    var desk = Desk(to: 60, columns: 120, rows: 40)
    desk.drag((10, 68), (10, 60))
    desk.resize(columns: 150, rows: 40)
    #expect(desk.state.layout.list?.columns == 0..<75)
  }

  @Test func `the screen says that a commit is no longer held`() {
    var desk = Desk([.connected(label: "Counter", ScreenFixture.counter)])
    for record: WireRecord in [.state(counted: 4), .counted(5)] { desk.hear(record) }
    desk.type(":2\r")
    #expect(desk.state.notice == Notice("Commit 2 is no longer held.", isProblem: true))
  }
}
