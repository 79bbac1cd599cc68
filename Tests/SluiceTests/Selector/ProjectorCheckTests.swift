import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct ProjectorCheckTests {
  private let store = Store.counting()
  private let reports: Log<String>
  /// Gives another number each time, as a random one would.
  private let dice = Shared(0)

  init() {
    reports = store.reports()
    store.checksProjectors = true
  }

  private func roll() -> Int {
    dice.change { number in
      number += 1
      return number
    }
  }

  private var unstable: Selector<Counting, Int> {
    Selector { (state: Counting) in state.count + roll() }
  }

  /// Expects one report, which says this.
  private func expectReport(_ texts: String..., location: SourceLocation = #_sourceLocation) {
    #expect(reports.events.count == 1, sourceLocation: location)
    for text in texts {
      #expect(reports.events.first?.contains(text) == true, "\(text)", sourceLocation: location)
    }
  }

  @Test func `a projector that makes new values is reported once, with name and place`() {
    let token = Selector.with(countSelector, name: "ticket") { count in count * 1_000 + roll() }
    let line = #line - 1
    for _ in 1...3 {
      store.dispatch(action: Increment())
      _ = store.selectCurrent(token)
    }
    expectReport(
      "The projector of ticket at SluiceTests/ProjectorCheckTests.swift:",
      ".swift:\(line) gave unequal results",
      "1001 → 1002"
    )
    #expect(token.recomputations == 3)
  }

  @Test func `a projector of the whole state is named by its types, and new objects are unequal`() {
    _ = store.selectCurrent(Selector { (state: Counting) in Witness() })
    expectReport(
      "Selector<Counting, Witness> at SluiceTests/ProjectorCheckTests.swift:",
      "another Witness each time"
    )
  }

  @Test func `a projector that gives the same, or what cannot be compared, is not reported`() {
    let witness = Witness()
    let doubled = Selector.with(countSelector) { $0 * 2 }
    let tokens = [
      store.select(doubled).sink { _ in },
      store.select(Selector.with(doubled, comparing: .always) { _ in Opaque(number: roll()) }).sink
      { _ in },
      store.select(Selector.with(doubled) { _ in witness }).sink { _ in },
    ]
    store.send(Increment(), Increment(), Increment())
    #expect(reports.events == [])
    #expect(dice.value == 7)
    withExtendedLifetime(tokens) {}
  }

  @Test func `some runs are made twice, and only the first ones count`() {
    let rolling = Selector.with(countSelector, comparing: .by { _, _ in true }) { _ in roll() }
    let doubled = (1...9).map { _ in
      let before = dice.value
      store.dispatch(action: Increment())
      _ = store.selectCurrent(rolling)
      return dice.value - before == 2
    }
    #expect(doubled == [true, true, false, true, false, false, false, true, false])
    #expect(rolling.recomputations == 9)
    // The selector is new to another store.
    let (other, before) = (Store.counting(), dice.value)
    other.checksProjectors = true
    _ = other.selectCurrent(rolling)
    #expect(dice.value == before + 2)
    #expect(reports.events == [])
  }

  #if DEBUG
    @Test func `in debug builds, projectors are checked without being asked`() {
      let store = Store.counting()
      let reports = store.reports()
      #expect(store.checksProjectors)
      _ = store.projection(.state(\.count)).selectCurrent(Selector { (count: Int) in roll() })
      #expect(reports.events.count == 1)
    }
  #endif

  private struct Pair: Equatable, Sendable {
    var witness = Witness()
    var number = Double.nan
  }

  @Test func `a value that isn't equal to itself is not reported, and one of new objects is`() {
    let witness = Witness()
    _ = store.selectCurrent(Selector.with(countSelector) { Double($0) * .nan })
    _ = store.selectCurrent(Selector.with(countSelector) { [Double($0) * .nan, 1] })
    _ = store.selectCurrent(Selector.with(countSelector) { _ in Pair(witness: witness) })
    #expect(reports.events == [])
    _ = store.selectCurrent(Selector.with(countSelector) { _ in [Pair()] })
    expectReport("another Array<Pair> each time")
    _ = store.selectCurrent(Selector.with(countSelector) { _ in [.nan, Double(roll())] })
    #expect(reports.events.count == 2)
  }

  @Test func `selectors of a family are reported once for all, at the family's place`() {
    let family = SelectorFamily(name: "room") { (state: Counting, room: Int) in room + roll() }
    let line = #line - 1
    for room in 1...5 { _ = store.selectCurrent(family(room)) }
    expectReport("room at", ".swift:\(line) ")
  }

  @Test func `projectors used through a projection are checked, and its own function`() {
    let nested = store.projection(.state(\.count))
      .projection(Selector { $0 + 1 }, action: { $0 })
    _ = nested.selectCurrent(Selector { (count: Int) in count + roll() })
    #expect(reports.events.count == 1)
    let rolling = store.projection(Selector { $0.count + roll() })
    let line = #line - 1
    _ = rolling.state
    #expect(reports.events.count == 2)
    #expect(reports.events.last?.contains("ProjectorCheckTests.swift:\(line) ") == true)
  }

  @Test func `while the check is off, and in other stores, a projector runs once`() {
    let other = Store.counting()
    other.checksProjectors = false
    _ = other.selectCurrent(unstable)
    #expect(dice.value == 1)
    #expect(!other.checksProjectors)
    store.checksProjectors = false
    #expect(!store.checksProjectors)
    let unstable = unstable
    _ = store.selectCurrent(unstable)
    #expect(dice.value == 2)
    store.checksProjectors = true
    #expect(store.checksProjectors)
    store.dispatch(action: Increment())
    _ = store.selectCurrent(unstable)
    #expect(dice.value == 4)
    expectReport()
  }

  @Test func `a handler of the report may use the store`() {
    let counts = Log<Int>()
    store.onDiagnostic = { [unowned store] _ in
      store.dispatch(action: Increment())
      counts.append(store.selectCurrent(countSelector))
    }
    _ = store.selectCurrent(unstable)
    #expect(counts.events == [1])
  }
}
