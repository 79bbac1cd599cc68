import SluiceTesting
import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ScreenPastTests {
  /// A screen on which `third` has been pinned, and what is looked up for it.
  private static func pinned() throws -> (desk: Desk, wanted: Pin.Wanted) {
    var desk = Desk(to: 8, answersAtOnce: false)
    desk.change { $0.watching.programs[0].past.togglePin(StatePath([.key("third")])) }
    return (desk, try #require(desk.state.watching.unfilled))
  }

  @Test func `a pinned value is shown over time, also what comes before it is known`() throws {
    var (desk, wanted) = try Self.pinned()
    desk.hear(ScreenFixture.counting(to: 10, from: 9))
    #expect(desk.pin?.values.isEmpty == true)
    desk.change { $0.watching.take(wanted.filled()) }
    desk.hear(ScreenFixture.counting(to: 12, from: 11))
    #expect(desk.pin?.values.map(\.number).suffix(4) == [3, 6, 9, 12])
    #expect(desk.pin?.values.last?.tree == .integer(12))
    desk.change { $0.watching.programs[0].past.togglePin(StatePath([.key("third")])) }
    desk.change { $0.watching.take(wanted.filled()) }
    #expect(desk.pin == nil)
  }

  @Test func `values of another beginning of the program are not shown`() throws {
    var (desk, wanted) = try Self.pinned()
    // It begins again.
    desk.hear(Array(ScreenFixture.counting(to: 4).dropFirst()))
    #expect(desk.state.watching.unfilled != wanted)
    desk.change { $0.watching.take(wanted.filled()) }
    #expect(desk.pin?.values.isEmpty == true)
    desk.answer()
    #expect(desk.pin?.values.map(\.number) == [3])
  }

  @Test func `a pin that is far behind is filled beside the keys`() throws {
    var desk = try Self.pinned().desk
    desk.answer()
    desk.type(" ")
    desk.hear(ScreenFixture.counting(to: 3_000, from: 9))
    desk.type(" ")
    #expect(desk.pin?.values.last?.number == 6 && desk.state.watching.unfilled != nil)
    desk.answer()
    #expect(desk.pin?.values.last?.number == 3_000 && desk.state.watching.unfilled == nil)
  }

  @Test func `questions are answered beside the keys`() async throws {
    try await withScreen(Desk(to: 1_500).state) { store in
      for (keys, selected) in [("/by: 700)\r", 700), ("3", 700), ("ljw", 699), ("]", 702)] {
        try await store.type(keys)
        try await store.awaitAnswers()
        #expect(store.state.selected == selected, "\(keys)")
      }
      try await store.type("p")
      try await store.receive(PinFilled.self)
      #expect(store.state.past.pins.first?.values.count == 500)
    }
  }

  @Test func `what is found in the list of another program is not selected`() throws {
    var desk = Desk(to: 5, answersAtOnce: false)
    desk.change { $0.ask(.inList("by: 2", from: 5, isForward: true)) }
    let asked = try #require(desk.state.asked)
    desk.change { state in
      state.leaveProgram()
      state.take(.inList(2, hasWrapped: false), to: asked)
    }
    #expect(desk.state.selected == 5)
  }
}

extension Desk {
  fileprivate var pin: Pin? { state.past.pins.first }
}
