import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// What homes hold of selectors' cells.
@Suite(.inTurn) struct SelectorMemoryTests {
  private let count = Selector(keyPath: \Counting.count)

  @Test func `a cell is removed when it is no longer retained`() {
    let home = SelectorHome()
    do {
      let doubled = Selector.with(count) { $0 * 2 }
      _ = doubled.cell(in: home)
      #expect(home.memory.count == 2)
    }
    #expect(home.memory.count == 1)
  }

  @Test func `a selector finds the same cell in each of many homes`() {
    let homes = (0..<100).map { _ in SelectorHome() }
    let cells = homes.map { count.cell(in: $0) }
    for (home, cell) in zip(homes, cells) {
      #expect(count.cell(in: home) === cell)
      #expect(cell.homeID == home.id)
    }
    #expect(count.cells.count == 100)
  }

  @Test func `a home that closes removes its cells from their selectors`() {
    let homes = (0..<10).map { _ in SelectorHome() }
    let cells = homes.map { count.cell(in: $0) }
    for home in homes.dropFirst() { home.closeMemory() }
    #expect(count.cells.count == 1)
    #expect(homes.map(\.memory.count) == [1] + Array(repeating: 0, count: 9))
    withExtendedLifetime(cells) {}
  }

  @Test func `a closed home's cells are not kept`() {
    let (open, closed) = (SelectorHome(), SelectorHome())
    _ = count.cell(in: open)
    _ = closed.memory
    closed.closeMemory()
    let cell = count.cell(in: closed)
    #expect(count.cells.count == 1)
    #expect(closed.memory.count == 0)
    withExtendedLifetime(cell) {}
  }

  @Test(.unsanitized)
  func `the first reads of many projections take time linear in their number`() {
    let store = Store.counting()
    let tenth = processorTime { look(at: 2_000, of: store) }
    let all = processorTime { look(at: 20_000, of: store) }
    // A hundred times as long if each look searched all.
    #expect(all < tenth * 40)
  }

  private func look(at count: Int, of store: Store<Counting, Void>) {
    let part = Selector(keyPath: \Counting.count)
    let doubled = Selector.with(Selector(keyPath: \Int.self)) { $0 * 2 }
    let projections = (0..<count).map { _ in
      store.projection(part, action: { (action: any Action) in action })
    }
    for projection in projections { _ = projection.selectCurrent(doubled) }
  }
}
