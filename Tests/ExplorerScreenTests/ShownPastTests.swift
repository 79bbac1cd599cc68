import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What the screen shows of a past that grows: the same as if it looked at the whole again.
@Suite(.inTurn) struct ShownPastTests {
  private static let path = StatePath([.key("third")])

  private static func state(_ number: Int) -> WireRecord {
    .state(.init(number: number, state: ScreenFixture.state(number)))
  }

  private static func dropped(_ numbers: ClosedRange<Int>) -> WireRecord {
    .dropped(.init(count: numbers.count, from: numbers.lowerBound, to: numbers.upperBound))
  }

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
    let count = Int.random(in: 1...4, using: &random)
    let first = last + 1
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      last += count
      return [dropped(first...last)]
    case 1:
      last += count
      return [dropped(first...last), state(last)]
    case 2: return [state(last)]
    case 3:
      last += 1
      return [shortened(last)]
    case 4:
      // Unannounced.
      last += count
      return [.commit(ScreenFixture.commit(last))]
    case 5:
      last += count
      return [state(last)]
    case 6:
      last += count
      var commit = ScreenFixture.commit(last)
      commit.count = count
      commit.changes = ["count", "third"].map { name in
        let state = ScreenFixture.state(last)
        return .set([.key(name)], old: nil, new: state[[.key(name)]] ?? .null)
      }
      return [.commit(commit)]
    default:
      last += count
      return (first...last).map { .commit(ScreenFixture.commit($0)) }
    }
  }

  @Test(arguments: 0..<8)
  func `rows and pins that grow with a past are those of the whole`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let limits = History.Limits(commits: seed % 2 == 0 ? 100_000 : 100)
    var shown = ShownPast(instance: "x", limits: limits)
    shown.take(Self.state(0))
    shown.togglePin(Self.path)
    shown.fillPins()
    var last = 0
    for step in 0..<200 {
      var past = shown.past
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        for record in Self.records(after: &last, using: &random) { _ = past.take(record) }
      }
      shown.advance(to: past)
      guard shown.rows.elementsEqual(ShownPast(past).rows) else {
        Issue.record(
          """
          In step \(step), the last rows are \(shown.rows.suffix(6).map(\.number)), \
          not \(ShownPast(past).rows.suffix(6).map(\.number)).
          """
        )
        return
      }
      let pin = Pin(Self.path).filled(in: past.history)
      if past.history.lastState != nil, shown.pins[0].values.last?.tree != pin.values.last?.tree {
        Issue.record("In step \(step), the pinned value is not the one of commit \(last).")
        return
      }
    }
  }

  @Test func `what a gap changed is pinned once a state has ended it`() {
    var shown = ShownPast(instance: "x")
    shown.take(Self.state(0))
    shown.take(.commit(ScreenFixture.commit(1)))
    shown.togglePin(Self.path)
    shown.fillPins()
    shown.take(Self.dropped(2...7))
    #expect(shown.pins[0].values.map(\.tree) == [0])
    shown.take(Self.state(7))
    #expect(shown.pins[0].values.map(\.tree) == [0, 6])
    #expect(shown.pins[0].values.map(\.number).last == 7)
    shown.take(.commit(ScreenFixture.commit(8)))
    shown.take(.commit(ScreenFixture.commit(9)))
    #expect(shown.pins[0].values.map(\.tree) == [0, 6, 9])
  }

  @Test func `a past that begins again is shown from its beginning`() throws {
    for filter in [nil, try Filter(parsing: "type:Third")] {
      var shown = ShownPast(instance: "x", filter: filter)
      shown.take(Self.state(0))
      for number in 1...9 { shown.take(.commit(ScreenFixture.commit(number))) }
      shown.togglePin(Self.path)
      shown.fillPins()
      var past = shown.past
      past.beginAnew()
      // Further than it was before, within a frame.
      _ = past.take(Self.state(6))
      for number in 7...12 { _ = past.take(.commit(ScreenFixture.commit(number))) }
      shown.advance(to: past)
      #expect(shown.rows.map(\.number) == (filter == nil ? Array(7...12) : [9, 12]))
      shown.fillPins()
      #expect(shown.pins[0].values.map(\.tree) == [9, 12])
    }
  }

  @Test func `another program of the same instance is not taken for the one before`() {
    var shown = ShownPast(instance: "x")
    shown.take(Self.state(0))
    for number in 1...3 { shown.take(.commit(ScreenFixture.commit(number))) }
    var other = Past(serial: 9, label: "Counter", shown.past.hello, isTallying: true)
    _ = other.take(Self.state(0))
    for number in 1...3 { _ = other.take(.commit(ScreenFixture.commit(number + 3))) }
    #expect(other != shown.past)
    shown.advance(to: other)
    #expect(shown.rows.elementsEqual(ShownPast(other).rows))
  }

  @Test func `failures from before a past begins again are forgotten`() {
    let hello = WireRecord.Hello(instance: "x", name: "Counter", processID: 1)
    for isAnew in [false, true] {
      var past = Past(hello, label: "Counter")
      _ = past.take(Self.state(0))
      _ = past.take(.commit(ScreenFixture.commit(1)))
      for event in [WireRecord.Effect.Event.started, .failed] {
        _ = past.take(.effect(.init(event: event, effect: "e", run: 1, commit: 1, time: 1)))
      }
      _ = past.take(.effect(.init(event: .started, effect: "e", run: 2, commit: 1, time: 1)))
      #expect(past.tally.failed.count == 1 && past.tally.alive.count == 1)
      if isAnew { past.beginAnew() } else { _ = past.take(.commit(ScreenFixture.commit(2))) }
      _ = past.take(Self.state(0))
      #expect(past.tally.failed.count == 0 && past.tally.alive.count == 0)
    }
  }
}
