import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What covers the panes.
@Suite(.inTurn) struct OverlayTests {
  private static let help = KeyBinding.helpLines(width: 78).map(\.text)

  /// A screen with programs whose names are numbers.
  private static func store(programs count: Int, rows: Int) -> ScreenInput.ScreenStore {
    var events: [HubEvent] = []
    for number in 0..<count {
      var hello = ScreenFixture.counter
      hello.instance = "\(number)"
      events.append(.connected(label: "program-\(number)", hello))
    }
    let state = ScreenFixture.screen(events, rows: rows)
    let store = Store(initialState: state, environment: ScreenEnvironment.unused)
    store.registerScreen()
    return store
  }

  private static func lines(_ store: ScreenInput.ScreenStore) -> [String] {
    store.selectCurrent(ScreenSelectors.grid).text()
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `the end of the help stays at the bottom of a screen that grows`() throws {
    let store = Self.store(programs: 1, rows: 12)
    let last = try #require(Self.help.last?.split(separator: " ").last.map(String.init))
    ScreenInput(store: store).take(.key("?"))
    ScreenInput(store: store).take(.key("G"))
    #expect(Self.lines(store).contains { $0.contains(last) })
    store.dispatch(action: Resized(size: GridSize(columns: 80, rows: 20)))
    let body = store.selectCurrent(ScreenSelectors.layout).body
    let lines = Self.lines(store)
    #expect(lines[body.rows.upperBound - 1].contains(last))
    // A key moves from what is visible.
    ScreenInput(store: store).take(.key("k"))
    #expect(store.overlay == .help(top: Self.help.count - body.height - 1))
    store.dispatch(action: Resized(size: GridSize(columns: 80, rows: 100)))
    let first = store.selectCurrent(ScreenSelectors.layout).body.rows.lowerBound
    #expect(Self.lines(store)[first].contains(Self.help[0].split(separator: " ")[0]))
  }

  @Test(arguments: [8, 12, 24, 60])
  func `the cursor is visible among any number of programs`(_ rows: Int) throws {
    let store = Self.store(programs: 40, rows: rows)
    store.dispatch(action: ShowOverlay(overlay: .programs(cursor: 0)))
    for number in 0..<40 {
      let line = try #require(Self.lines(store).first { $0.hasPrefix("▶") })
      #expect(line.contains("program-\(number) "))
      ScreenInput(store: store).take(.key("j"))
    }
  }

  @Test func `a click chooses the program that it hits`() throws {
    let store = Self.store(programs: 40, rows: 12)
    let input = ScreenInput(store: store)
    let overlay = Overlay.programs(cursor: 39)
    store.dispatch(action: ShowOverlay(overlay: overlay))
    let lines = Self.lines(store)
    let row = try #require(lines.firstIndex { $0.contains("program-37 ") })
    let body = store.selectCurrent(ScreenSelectors.layout).body
    for outside in [body.rows.lowerBound - 1, body.rows.upperBound] {
      input.take(.mouse(MousePress(.left, row: outside, column: 3)))
      #expect(store.overlay == overlay)
      #expect(store.watching.chosenInstance == "0")
    }
    input.take(.mouse(MousePress(.left, row: row, column: 3)))
    #expect(store.overlay == nil)
    #expect(store.watching.chosenInstance == "37")
  }
}
