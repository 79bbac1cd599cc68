import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Cannot be compared.
private struct Opaque: Sendable {
  let number: Int
}

@Suite(.inTurn) struct ProjectorCheckTests {
  private let store = Store.counting()
  private let reports = Log<String>()
  /// Gives another number each time, as a random one would.
  private let dice = Shared(0)

  init() {
    store.onDiagnostic = { [reports] in reports.append("\($0)") }
    store.checksProjectors = true
  }

  private func roll() -> Int {
    dice.change { number in
      number += 1
      return number
    }
  }

  @Test func `a projector that makes new values is reported once, with name and place`() throws {
    let line = UInt(#line + 1)
    let token = Selector.with(countSelector, name: "ticket") { count in count * 1_000 + roll() }
    for _ in 1...3 {
      store.dispatch(action: Increment())
      _ = store.selectCurrent(token)
    }
    let report = try #require(reports.events.first)
    #expect(reports.events.count == 1)
    #expect(report.contains("The projector of ticket at SluiceTests/ProjectorCheckTests.swift:"))
    #expect(report.contains(".swift:\(line) gave unequal results"))
    #expect(report.contains("1001 → 1002"))
    #expect(token.recomputations == 3)
  }

  @Test func `a projector of the whole state is checked too, and named by its types`() throws {
    let unstable = Selector { (state: Counting) in "\(state.count) \(roll())" }
    _ = store.selectCurrent(unstable)
    let report = try #require(reports.events.first)
    #expect(report.contains("Selector<Counting, String> at SluiceTests/ProjectorCheckTests.swift:"))
  }

  @Test func `new objects are unequal though they look the same`() throws {
    let unstable = Selector.with(countSelector) { _ in Witness() }
    _ = store.selectCurrent(unstable)
    #expect(try #require(reports.events.first).contains("another Witness each time"))
  }

  @Test func `a projector that gives the same, or what cannot be compared, is not reported`() {
    let witness = Witness()
    let doubled = Selector.with(countSelector) { $0 * 2 }
    let opaque = Selector.with(doubled) { _ in Opaque(number: roll()) }
    let same = Selector.with(doubled) { _ in witness }
    let tokens = [
      store.select(doubled).sink { _ in },
      store.select(opaque).sink { _ in },
      store.select(same).sink { _ in },
    ]
    for _ in 1...3 { store.dispatch(action: Increment()) }
    #expect(reports.events == [])
    #expect(dice.value == 8)
    for token in tokens { token.cancel() }
  }

  @Test func `selectors of a family are reported once for all, at the family's place`() {
    let line = UInt(#line + 1)
    let family = SelectorFamily(name: "room") { (state: Counting, room: Int) in room + roll() }
    for room in 1...5 { _ = store.selectCurrent(family(room)) }
    #expect(reports.events.count == 1)
    #expect(reports.events.allSatisfy { $0.contains("room at") && $0.contains(".swift:\(line) ") })
  }

  @Test func `a projector that is used through a projection is checked`() {
    let projection = store.projection(state: \.count)
    let nested = projection.projection(state: { $0 + 1 }, action: { $0 })
    _ = nested.selectCurrent(Selector { (count: Int) in count + roll() })
    #expect(reports.events.count == 1)
  }

  @Test func `a projection's own function is reported where it was projected`() throws {
    let line = UInt(#line + 1)
    let projection = store.projection(
      state: { $0.count + roll() },
      action: { (action: any Action) in action }
    )
    _ = projection.state
    #expect(try #require(reports.events.first).contains("ProjectorCheckTests.swift:\(line) "))
  }

  @Test func `while the check is off a projector runs once`() {
    store.checksProjectors = false
    #expect(!store.checksProjectors)
    let unstable = Selector { (state: Counting) in state.count + roll() }
    _ = store.selectCurrent(unstable)
    #expect(dice.value == 1)
    store.checksProjectors = true
    #expect(store.checksProjectors)
    store.dispatch(action: Increment())
    _ = store.selectCurrent(unstable)
    #expect(dice.value == 3)
    #expect(reports.events.count == 1)
  }

  @Test func `another store's projectors are left alone`() {
    let other = Store.counting()
    _ = other.selectCurrent(Selector { (state: Counting) in state.count + roll() })
    #expect(dice.value == 1)
    #expect(!other.checksProjectors)
  }

  @Test func `a handler of the report may use the store`() {
    let counts = Log<Int>()
    store.onDiagnostic = { [unowned store] _ in
      store.dispatch(action: Increment())
      counts.append(store.selectCurrent(countSelector))
    }
    _ = store.selectCurrent(Selector { (state: Counting) in state.count + roll() })
    #expect(counts.events == [1])
  }
}
