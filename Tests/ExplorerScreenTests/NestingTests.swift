import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Commits under what led to them.
@Suite(.inTurn) struct NestingTests {
  /// What led to the commits that something led to.
  private static let causes = [3: 1, 4: 2, 5: 3, 6: 1]

  private static func events(
    _ numbers: ClosedRange<Int>,
    causes: [Int: Int] = causes
  ) -> [HubEvent] {
    ScreenFixture.counting(to: numbers.upperBound, from: numbers.lowerBound).map { event in
      guard case .record(let label, let instance, .commit(var commit)) = event,
        let cause = causes[commit.number]
      else { return event }
      commit.cause = .init(commit: cause)
      return .record(label: label, instance: instance, .commit(commit))
    }
  }

  @Test func `C puts commits under what led to them, where keys move over the lines, and back`() {
    var desk = Desk(Self.events(1...7))
    desk.type(":3\rC")
    #expect(desk.numbers == [1, 3, 5, 6, 2, 4, 7] && desk.state.selected == 3)
    #expect(desk.state.rows.depths == [0, 1, 2, 1, 0, 1, 0])
    for (keys, number) in [
      ("j", 5), ("j", 6), ("j", 2), ("g", 1), ("/Third\r", 3), ("n", 6), ("n", 3),
    ] {
      desk.type(keys)
      #expect(desk.state.selected == number, "\(keys)")
    }
    #expect(desk.state.notice == .wrapped(isForward: true))
    desk.type("C")
    #expect(desk.numbers == [1, 2, 3, 4, 5, 6, 7] && desk.state.selected == 3)
  }

  @Test func `what comes goes under what led to it, and the selection stays`() {
    var desk = Desk(Self.events(1...7))
    desk.type("C")
    #expect(desk.state.selected == 7)
    desk.hear(Self.events(8...9, causes: [8: 4, 9: 8]))
    // As many as there is room for, with 7 behind them.
    #expect(desk.numbers == [1, 3, 5, 6, 2, 4, 8, 9])
    // The last commit is followed, wherever it stands.
    #expect(desk.state.selected == 9)
    desk.type("gjjj")
    desk.hear(Self.events(10...10, causes: [10: 1]))
    #expect(desk.numbers == [1, 3, 5, 6, 10, 2, 4, 8])
    #expect(desk.state.selected == 6)
  }

  @Test func `what comes during a pause goes under what led to it afterwards`() {
    var desk = Desk(Self.events(1...7))
    desk.type("C ")
    desk.hear(Self.events(8...8, causes: [8: 1]))
    #expect(desk.numbers == [1, 3, 5, 6, 2, 4, 7])
    #expect(desk.state.program?.heldBack == 1)
    desk.type(" ")
    #expect(desk.numbers == [1, 3, 5, 6, 8, 2, 4, 7])
  }

  @Test func `a commit whose cause is hidden stands under what led to that`() {
    var desk = Desk(Self.events(1...7))
    // All but commits 3 and 6.
    desk.type("Cftype:Add\r")
    #expect(desk.numbers == [1, 5, 2, 4, 7])
    #expect(desk.state.rows.depths == [0, 1, 0, 1, 0])
  }

  @Test func `times are those since what led to a commit`() {
    var desk = Desk(Self.events(1...7))
    desk.type("Cc")
    #expect(
      desk.lines[1...7].map { $0.dropFirst(2).prefix { $0 != "A" && $0 != "T" } } == [
        "1             ", "3   +20 ms      ", "5   +20 ms        ", "6   +50 ms      ",
        "2   +10 ms    ", "4   +20 ms      ", "7   +10 ms    ",
      ]
    )
  }

  /// The order that a list has from its beginning.
  private static func order(of parents: [Int?]) -> [Int] {
    var order: [Int] = []
    func add(_ parent: Int?) {
      for (row, one) in parents.enumerated() where one == parent {
        order.append(row)
        add(row)
      }
    }
    add(nil)
    return order
  }

  @Test func `rows that come in parts have the order of rows that come together`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<60 {
      let count = Int.random(in: 0...40, using: &random)
      let parents = (0..<count).map { row -> Int? in
        guard row > 0, Int.random(in: 0..<4, using: &random) > 0 else { return nil }
        return Int.random(in: 0..<row, using: &random)
      }
      var rows = NestedRows()
      while rows.count < count {
        let end = Int.random(in: rows.count...count, using: &random)
        rows.append(Array(parents[rows.count..<end]))
      }
      #expect(rows.order == Self.order(of: parents))
      #expect(rows.order.map { rows.places[$0] } == Array(0..<count))
      let gone = Int.random(in: 0...count, using: &random)
      let left = rows.order.filter { $0 >= gone }
      rows.removeFirst(gone)
      #expect(rows.order == left.map { $0 - gone })
      #expect(rows.order.map { rows.places[$0] } == Array(0..<count - gone))
      // What follows still finds its place behind what it belongs to.
      for parent in 0..<rows.count { rows.append([parent]) }
      for (place, row) in rows.order.enumerated() where row >= count - gone {
        let above = rows.order[..<place].last { rows.depths[$0] < rows.depths[row] }
        #expect(above == row - (count - gone))
      }
    }
  }

  @Test func `a chain of thousands, and thousands under one, keep their order`() {
    var rows = NestedRows()
    rows.append([nil, nil])
    for start in stride(from: 2, to: 5_000, by: 100) {
      rows.append((start..<start + 100).map { $0 % 2 == 0 ? $0 - 2 : 1 })
    }
    #expect(rows.depths.last == 1)
    #expect(rows.depths[4_998] == 2_499)
    let even = Array(stride(from: 0, to: 5_002, by: 2))
    #expect(rows.order == even + stride(from: 1, to: 5_002, by: 2))
  }
}
