import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What the screen shows of a past that grows: the same as if it looked at the whole again.
@Suite(.inTurn) struct ShownPastTests {
  private static let path = StatePath([.key("third")])

  /// A commit of which the program left out some changes.
  private static func shortened(_ number: Int) -> WireRecord {
    var commit = ScreenFixture.commit(number)
    (commit.changes, commit.omittedChanges) = ([], 1)
    return .commit(commit)
  }

  /// What a program may say behind a commit.
  private static func records(
    after last: inout Int,
    using random: inout SplitMix64
  ) -> [WireRecord] {
    let (first, kind) = (last + 1, Int.random(in: 0..<12, using: &random))
    if kind == 0 { return [.state(counted: last)] }
    last += kind == 1 ? 1 : Int.random(in: 1...4, using: &random)
    switch kind {
    case 1: return [shortened(last)]
    case 2: return [.missing(first...last)]
    case 3: return [.missing(first...last), .state(counted: last)]
    // What is missing before these is unannounced.
    case 4: return [.counted(last)]
    case 5: return [.state(counted: last)]
    case 6:
      var commit = ScreenFixture.commit(last)
      commit.count = last + 1 - first
      commit.changes = ["count", "third"].map { name in
        .set([.key(name)], old: nil, new: ScreenFixture.state(last)[[.key(name)]] ?? .null)
      }
      return [.commit(commit)]
    default: return (first...last).map(WireRecord.counted)
    }
  }

  @Test(arguments: 0..<volume(2, nightly: 16))
  func `rows and pins that grow with a past are those of the whole`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var shown = Self.pinned(limits: History.Limits(commits: seed % 2 == 0 ? 100_000 : 100))
    var last = 0
    for step in 0..<200 {
      var past = shown.past
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        for record in Self.records(after: &last, using: &random) { _ = past.take(record) }
      }
      shown.advance(to: past)
      let (numbers, whole) = (shown.numbers.suffix(6), ShownPast(past).numbers.suffix(6))
      guard shown.rows.elementsEqual(ShownPast(past).rows) else {
        Issue.record("In step \(step), the last rows are \(numbers), not \(whole).")
        return
      }
      let pin = Pin(Self.path).filled(in: past.history)
      if past.history.lastState != nil, shown.pins[0].values.last?.tree != pin.values.last?.tree {
        Issue.record("In step \(step), the pinned value is not the one of commit \(last).")
        return
      }
    }
  }

  /// A past with a pin, after some records.
  private static func pinned(
    _ records: [WireRecord] = [],
    filter: Filter? = nil,
    limits: History.Limits = History.Limits()
  ) -> ShownPast {
    var shown = ShownPast(limits: limits, filter: filter)
    for record in [.state(counted: 0)] + records { shown.take(record) }
    shown.togglePin(path)
    shown.fillPins()
    return shown
  }

  @Test func `what a gap changed is pinned once a state has ended it`() {
    var shown = Self.pinned([.counted(1)])
    let steps: [(record: WireRecord, values: [Tree])] = [
      (.missing(2...7), [0]), (.state(counted: 7), [0, 6]), (.counted(8), [0, 6]),
      (.counted(9), [0, 6, 9]),
    ]
    for (record, values) in steps {
      shown.take(record)
      #expect(shown.pins[0].values.map(\.tree) == values)
    }
    #expect(shown.pins[0].values.map(\.number).suffix(2) == [7, 9])
  }

  @Test func `a past that begins again is shown from its beginning`() throws {
    for filter in [nil, try Filter(parsing: "type:Third")] {
      var shown = Self.pinned((1...9).map(WireRecord.counted), filter: filter)
      var past = shown.past
      // Further than it was before, within a frame.
      _ = past.take(.state(counted: 6))
      for number in 7...12 { _ = past.take(.counted(number)) }
      shown.advance(to: past)
      #expect(shown.numbers == (filter == nil ? Array(7...12) : [9, 12]))
      shown.fillPins()
      #expect(shown.pins[0].values.map(\.tree) == [9, 12])
    }
  }

  @Test func `another program of the same instance is not taken for the one before`() {
    var shown = Self.pinned((1...3).map(WireRecord.counted))
    var other = Past(serial: 9, label: "Counter", shown.past.hello, isTallying: true)
    _ = other.take(.state(counted: 0))
    for number in 4...6 { _ = other.take(.counted(number)) }
    #expect(other != shown.past)
    shown.advance(to: other)
    #expect(shown.rows.elementsEqual(ShownPast(other).rows))
  }

  @Test func `failures from before a past begins again are forgotten`() {
    for isAnew in [false, true] {
      var past = Past(ScreenFixture.counter, label: "Counter")
      for record: WireRecord in [
        .state(counted: 0), .counted(1), ScreenFixture.effect(.started, commit: 1),
        ScreenFixture.effect(.failed, commit: 1), ScreenFixture.effect(.started, run: 2, commit: 1),
      ] { _ = past.take(record) }
      #expect(past.tally.failed.count == 1 && past.tally.alive.count == 1)
      if !isAnew { _ = past.take(.counted(2)) }
      _ = past.take(.state(counted: 0))
      #expect(past.tally.failed.count == 0 && past.tally.alive.count == 0)
    }
  }
}

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
}

extension Desk {
  fileprivate var pin: Pin? { state.past.pins.first }
}
