import ExplorerTerminal
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What covers the panes.
@Suite(.inTurn) struct OverlayTests {
  private static let help = ScreenHelp.lines(width: 78).map(\.text)

  /// A screen with programs whose names are numbers.
  private static func desk(programs count: Int, rows: Int) -> Desk {
    let events = (0..<count).map { number -> HubEvent in
      var hello = ScreenFixture.counter
      hello.instance = "\(number)"
      return .connected(label: "program-\(number)", hello)
    }
    return Desk(events, rows: rows)
  }

  @Test func `the end of the help stays at the bottom of a screen that grows`() throws {
    var desk = Self.desk(programs: 1, rows: 12)
    let last = try #require(Self.help.last?.split(separator: " ").last.map(String.init))
    desk.type("?G")
    #expect(desk.lines.contains { $0.contains(last) })
    desk.resize(columns: 80, rows: 20)
    let body = desk.state.layout.body
    #expect(desk.lines[body.rows.upperBound - 1].contains(last))
    // A key moves from what is visible.
    desk.type("k")
    #expect(desk.state.overlay == .help(top: Self.help.count - body.height - 1))
    desk.resize(columns: 80, rows: 100)
    let first = desk.state.layout.body.rows.lowerBound
    #expect(desk.lines[first].contains(Self.help[0].split(separator: " ")[0]))
  }

  @Test(arguments: [8, 12, 24, 60])
  func `the cursor is visible among any number of programs`(_ rows: Int) throws {
    var desk = Self.desk(programs: 40, rows: rows)
    desk.type("Pg")
    for number in 0..<40 {
      let line = try #require(desk.lines.first { $0.hasPrefix("▶") })
      #expect(line.contains("program-\(number) "))
      desk.type("j")
    }
  }

  @Test func `a program is found by its name`() {
    var desk = Self.desk(programs: 50, rows: 12)
    for (keys, cursor) in [
      ("P/m-4\r", 4), ("n", 40), ("n", 41), ("N", 40), ("NN", 49), ("/program-7\r", 7), ("n", 7),
    ] {
      desk.type(keys)
      #expect(desk.state.overlay == .programs(cursor: "\(cursor)"), "\(keys)")
    }
    desk.type("\r")
    #expect(desk.state.watching.chosenInstance == "7")
  }

  @Test func `a click chooses the program that it hits`() throws {
    var desk = Self.desk(programs: 40, rows: 12)
    let overlay = Overlay.programs(cursor: "39")
    desk.type("PG")
    #expect(desk.state.overlay == overlay)
    let row = try #require(desk.lines.firstIndex { $0.contains("program-37 ") })
    let body = desk.state.layout.body
    for (outside, column) in [(body.rows.lowerBound - 1, 3), (body.rows.upperBound, 79)] {
      desk.use(.left, row: outside, column: column)
      #expect(desk.state.overlay == overlay)
      #expect(desk.state.watching.chosenInstance == "0")
    }
    desk.use(.left, row: row)
    #expect(desk.state.overlay == nil)
    #expect(desk.state.watching.chosenInstance == "37")
  }
}
