import ExplorerTerminal
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct FormTests {
  /// A screen with a form of several kinds of fields, on which something was typed.
  private static func filledIn(_ keys: String = "") -> Desk {
    var desk = Desk(to: 2)
    let payload: Tree = ["title": "Milk", "count": 2, "done": false]
    desk.change { $0.form = FormEntry(DispatchForm(.init(type: "Add", payload: payload))) }
    desk.type(keys)
    return desk
  }

  private static let sending =
    "sending; asks dispatch Add(title: \"Milk\", count: 2, done: false)"

  private static let fields = [
    ("", ">title=Milk count=2 done=false"), ("\t", "title=Milk >count=2 done=false"),
    ("\u{E}", "title=Milk >count=2 done=false"), ("↓↓", "title=Milk count=2 >done=false"),
    ("\t\t\t", ">title=Milk count=2 done=false"), ("⇤", "title=Milk count=2 >done=false"),
    ("\u{10}↑", "title=Milk >count=2 done=false"), ("⇤ ", "title=Milk count=2 >done=true"),
    ("⇤  ", "title=Milk count=2 >done=false"), ("⇤\u{14}", "title=Milk count=2 >done=null"),
    ("⇤\u{14}\u{14}", "title=Milk count=2 >done=false"),
    // In a text, a space is a space.
    (" x", ">title=Milk x count=2 done=false"),
    ("\tx\r", "title=Milk >count=2x done=false; ! \"2x\" is no number."),
    ("\tx\t\r", "title=Milk >count=2x done=false; ! \"2x\" is no number."),
    ("\tx\r\u{7F}", "title=Milk >count=2 done=false"),
    ("\tx\r\u{7F}\r", "title=Milk >count=2 done=false; " + sending),
    ("\r\r", ">title=Milk count=2 done=false; " + sending),
  ]

  private static let ways = [
    ("\u{1B}", "following"), ("\u{3}", "following"), ("x\u{12}\u{1B}", "following"),
    ("\u{12}", #"following; action: Add {"title":"Milk","count":2,"done":false}|"#),
  ]

  @Test func `keys fill in the fields, and leave nothing behind`() {
    for (keys, summary) in Self.fields.map({ ($0, "following; form Add " + $1) }) + Self.ways {
      #expect(Self.filledIn(keys).state.summary == summary, "\(keys.debugDescription)")
    }
  }

  @Test func `each key of the help is in a table`() {
    let typed = Set((Self.fields + Self.ways).flatMap { $0.0.map(Desk.key) })
    #expect(FormBinding.all.filter { !typed.isSuperset(of: $0.keys) }.map(\.command) == [])
  }

  @Test func `what is pasted stands where the cursor is`() throws {
    var desk = Self.filledIn(" ")
    desk.take(Pasted(text: "and\nbread"))
    let line = try #require(desk.lines.firstIndex { $0.contains("Milk and bread") })
    let column = "▶   title: \"Milk and bread".count
    #expect(desk.grid.cursor == GridPosition(row: line, column: column))
  }

  @Test func `a click chooses a field, and the wheel goes through them`() throws {
    var desk = Self.filledIn()
    let line = try #require(desk.lines.firstIndex { $0.contains("done:") })
    for (button, field) in [(MousePress.Button.left, 2), (.wheelUp, 1), (.wheelDown, 2)] {
      desk.use(button, row: line, column: 9)
      #expect(desk.state.form?.field == field)
    }
  }

  @Test func `a mistake stands below its field`() throws {
    let lines = Self.filledIn("\tx\r").lines
    let field = try #require(lines.firstIndex(of: "▶   count: 2x"))
    #expect(lines[field + 1] == "    ! \"2x\" is no number.")
  }

  @Test(arguments: [0, 50, 99], [0, 7, 150, 300])
  func `the cursor of a form is on the screen, however long it is`(field: Int, cursor: Int) throws {
    let long = String(repeating: "ab 漢 ", count: 60)
    let payload = Tree.array(Tree.Elements((0..<100).map { _ in .string(long) }))
    var entry = FormEntry(DispatchForm(.init(type: "Add", payload: payload)))
    entry.select(field)
    entry.cursor = cursor
    var desk = Desk(to: 2)
    desk.change { $0.form = entry }
    for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
      desk.resize(columns: columns, rows: rows)
      let place = try #require(desk.grid.cursor)
      #expect(place.row < rows - 1 && place.column < columns)
      #expect(desk.lines[place.row].contains("[\(field)]: "))
    }
  }
}
