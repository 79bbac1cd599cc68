import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PaneTargetTests {
  @Test func `the cursor stays on its value, wherever that stands in another commit`() throws {
    var desk = try ScreenGridTests.shop(columns: 120, rows: 40)
    desk.type(":45\r2Gk")
    let line = try #require(desk.state.pane.cursor)
    #expect(desk.state.pane.target?.path?.description == "lastOrder")
    desk.type("h:48\r")
    #expect(desk.state.pane.target?.path?.description == "lastOrder")
    #expect(desk.state.pane.cursor != line)
  }

  @Test func `a cursor stays on a value that gets members`() {
    let path = StatePath([.key("cart")])
    let fold = PaneTarget.fold(StateFold(path), isOpen: false)
    #expect(PaneTarget.path(path).isSame(as: fold))
    #expect(fold.isSame(as: .fold(StateFold(path), isOpen: true)))
    #expect(!fold.isSame(as: .fold(StateFold(path, page: 0..<100), isOpen: false)))
    #expect(!PaneTarget.commit(1).isSame(as: .commit(2)))
  }

  @Test func `a cursor below the last line stands in it`() {
    let window = Self.window(["a", "b"], cursor: 5, top: 4, height: 1)
    #expect(window.cursor == 1 && window.top == 1)
  }

  /// The window of a pane with some lines.
  private static func window(
    _ texts: [String],
    cursor: Int = 0,
    top: Int = 0,
    height: Int,
    axis: Int = 0,
    found: String? = nil
  ) -> PaneWindow {
    let state = Desk(to: 2).state
    let area = ScreenLayout.Area(rows: 0..<1, columns: 0..<9)
    let pane = ScreenLayout.Pane(tab: .commit, title: area, lines: area)
    var answer = PaneQuestion(pane, state.past, nil, state.detail, state.list)
      .answer(for: state.detail)
    answer.lines = texts.map { PaneLine($0) }
    answer.axis = Array(repeating: PaneLine("-"), count: axis)
    answer.start = 1
    let view = Detail.View(cursor: cursor, top: top, answer: answer)
    return PaneWindow(view, height: height, found: found.map(PaneSearch.init))
  }

  @Test func `the cursor begins where the answer says, or at what was found`() {
    #expect(Self.window(["a", "b", "c"], height: 3).cursor == 1)
    #expect(Self.window(["a", "b", "c"], height: 3, found: "c").cursor == 2)
    #expect(Self.window(["a", "b", "c"], cursor: 2, height: 3, found: "a").cursor == 2)
  }

  @Test func `the position is said where not all is visible, and the axis takes its lines`() {
    let texts = (0..<34).map(String.init)
    #expect(Self.window(texts, cursor: 8, height: 40).position(height: 40) == "all")
    #expect(Self.window(texts, cursor: 8, height: 20).position(height: 20) == "9/34  26 %")
    let window = Self.window(texts, cursor: 33, height: 10, axis: 2)
    #expect(window.top == 26 && window.position(height: 10) == "34/34  100 %")
  }
}
