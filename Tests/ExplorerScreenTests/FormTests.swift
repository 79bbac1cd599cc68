import ExplorerTerminal
import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct FormTests {
  /// A screen with a form of several kinds of fields.
  private static var filledIn: Desk {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 2))
    let payload: Tree = ["title": "Milk", "count": 2, "done": false]
    state.form = FormEntry(DispatchForm(WireRecord.Action(type: "Add", payload: payload)))
    return Desk(state)
  }

  private static let table: [(keys: String, summary: String)] = [
    ("", ">title=Milk count=2 done=false"),
    ("\t", "title=Milk >count=2 done=false"),
    ("↓↓", "title=Milk count=2 >done=false"),
    ("\t\t\t", ">title=Milk count=2 done=false"),
    ("⇤", "title=Milk count=2 >done=false"),
    ("⇤ ", "title=Milk count=2 >done=true"),
    ("⇤  ", "title=Milk count=2 >done=false"),
    ("⇤\u{14}", "title=Milk count=2 >done=null"),
    ("⇤\u{14}\u{14}", "title=Milk count=2 >done=false"),
    // In a text, a space is a space.
    (" x", ">title=Milk x count=2 done=false"),
    ("\tx\r", "title=Milk >count=2x done=false; ! \"2x\" is no number."),
    ("\tx\t\r", "title=Milk >count=2x done=false; ! \"2x\" is no number."),
    ("\tx\r\u{7F}", "title=Milk >count=2 done=false"),
    (
      "\tx\r\u{7F}\r",
      "title=Milk >count=2 done=false; sending; asks dispatch Add(title: \"Milk\", count: 2, done: false)"
    ),
    (
      "\r\r",
      ">title=Milk count=2 done=false; sending; asks dispatch Add(title: \"Milk\", count: 2, done: false)"
    ),
  ]

  @Test func `keys fill in the fields`() {
    for (keys, summary) in Self.table {
      var desk = Self.filledIn
      desk.type(keys)
      #expect(desk.state.summary == "following; form Add " + summary, "\(keys.debugDescription)")
    }
  }

  @Test func `what leaves the form leaves nothing behind`() {
    for (keys, summary) in [
      ("\u{1B}", "following"), ("\u{3}", "following"),
      ("\u{12}", #"following; action: Add {"title":"Milk","count":2,"done":false}|"#),
      ("x\u{12}\u{1B}", "following"),
    ] {
      var desk = Self.filledIn
      desk.type(keys)
      #expect(desk.state.summary == summary)
    }
  }

  @Test func `what is pasted stands where the cursor is`() throws {
    var desk = Self.filledIn
    desk.type(" ")
    desk.take(Pasted(text: "and\nbread"))
    let cursor = try #require(desk.grid.cursor)
    let line = try #require(desk.lines.firstIndex { $0.contains("Milk and bread") })
    #expect(cursor == GridPosition(row: line, column: "▶   title: \"Milk and bread".count))
  }

  @Test func `a click chooses a field, and the wheel goes through them`() throws {
    var desk = Self.filledIn
    let line = try #require(desk.lines.firstIndex { $0.contains("done:") })
    desk.use(.left, row: line, column: 9)
    #expect(desk.state.form?.field == 2)
    desk.use(.wheelUp, row: line, column: 9)
    #expect(desk.state.form?.field == 1)
    desk.use(.wheelDown, row: line, column: 9)
    #expect(desk.state.form?.field == 2)
  }

  @Test func `a mistake stands below its field`() throws {
    var desk = Self.filledIn
    desk.type("\tx\r")
    let field = try #require(desk.lines.firstIndex(of: "▶   count: 2x"))
    #expect(desk.lines[field + 1] == "    ! \"2x\" is no number.")
  }

  @Test func `the cursor of a form is on the screen, however long the form and its texts are`()
    throws
  {
    let long = String(repeating: "ab 漢 ", count: 60)
    let payload = Tree.array(Tree.Elements((0..<100).map { _ in .string(long) }))
    var entry = FormEntry(DispatchForm(WireRecord.Action(type: "Add", payload: payload)))
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 2))
    for field in [0, 50, 99] {
      entry.select(field)
      for cursor in [0, 7, 150, long.count] {
        entry.cursor = cursor
        state.form = entry
        for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
          state.size = GridSize(columns: columns, rows: rows)
          let grid = ScreenSelectors.grid.value(in: state)
          let place = try #require(grid.cursor)
          #expect(place.row < rows - 1 && place.column < columns)
          let line = grid.text().split(separator: "\n", omittingEmptySubsequences: false)[place.row]
          #expect(line.contains("[\(field)]: "))
        }
      }
    }
  }
}
