import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// Elements of arrays that are too large to be searched for each of them.
@Suite(.inTurn) struct LargeArrayTests {
  struct Cell: Sendable, Equatable, Identifiable {
    let id: Int
    var count = 0
  }
  struct Sheet: Sendable, Equatable { var cells: [Cell] = [] }
  struct Add: Action {}
  struct Edit: Action { let change: @Sendable (inout [Cell]) -> Void }

  private let place = Place<Sheet, Int, Cell>.each(\.cells)

  private func check(_ sheet: Sheet, _ id: Int) throws {
    let expected = sheet.cells.first { $0.id == id }
    try #require(place.find(sheet, id) == expected)
    try #require(place.contains(sheet, id) == (expected != nil))
    var changed = sheet
    let isThere = place.update(&changed, id) { $0.count += 1 }
    try #require(isThere == (expected != nil))
    var wanted = sheet
    if let index = wanted.cells.firstIndex(where: { $0.id == id }) {
      wanted.cells[index].count += 1
    }
    try #require(changed == wanted)
  }

  @Test(arguments: 1...volume(1, nightly: 12))
  func `an element is found where a search finds it, whatever becomes of the array`(seed: Int)
    throws
  {
    var random = SplitMix64(seed: UInt64(seed))
    var sheet = Sheet(cells: (0..<300).map { Cell(id: $0) })
    for step in 0..<400 {
      let index = Int.random(in: 0..<sheet.cells.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: sheet.cells.remove(at: index)
      case 1: sheet.cells.insert(Cell(id: 1_000 + step), at: index)
      case 2: sheet.cells.swapAt(index, 0)
      case 3: sheet.cells[index] = Cell(id: 2_000 + step)
      case 4 where step.isMultiple(of: 40): sheet.cells.shuffle(using: &random)
      default: break
      }
      for _ in 0..<6 { try check(sheet, Int.random(in: -1..<310, using: &random)) }
      for cell in sheet.cells.shuffled(using: &random).prefix(5) { try check(sheet, cell.id) }
    }
  }

  @Test func `a feedback of each follows the elements, and rests where none changed`() async {
    let clock = TestClock()
    let log = Log<String>()
    let asked = Shared(0)
    let store = Store(
      initialState: Sheet(cells: (0..<100).map { Cell(id: $0) }),
      reducers: [Reducer(ReduceOn(Edit.self) { $1.change(&$0.cells) })],
      clock: clock
    )
    let isWanted = { @Sendable (cell: Cell) in
      asked.change { $0 += 1 }
      return cell.count > 0
    }
    let working = Feedback<Cell, Void>(while: isWanted) { _, context in
      let id = context.state.id
      log.append("+\(id)")
      do { try await context.sleep(for: .seconds(100)) } catch { log.append("-\(id)") }
    }
    store.register(
      feature: Feature<Cell, Void>(id: "cell").feedback(working).lift(.each(\Sheet.cells))
    )
    func edit(_ change: @escaping @Sendable (inout [Cell]) -> Void) async {
      store.dispatch(action: Edit(change: change))
      await clock.advance()
    }
    await edit { $0[70].count = 1 }
    #expect(log.events == ["+70"])
    let before = asked.value
    await edit { _ in }
    #expect(asked.value == before)
    await edit { $0.remove(at: 0) }
    await edit { $0.swapAt(0, 69) }
    #expect(log.events == ["+70"])
    await edit { $0.removeFirst() }
    await edit { $0.reverse() }
    #expect(log.events == ["+70", "-70"])
  }

  @Test func `a removed element's runs end, however many live`() async {
    let clock = TestClock()
    let ended = Log<Int>()
    let store = Store(
      initialState: Sheet(cells: (0..<200).map { Cell(id: $0) }),
      reducers: [Reducer(ReduceOn(Edit.self) { $1.change(&$0.cells) })],
      clock: clock
    )
    let working = Effect<Void>.on(Add.self).seeing(Cell.self).run { _, _, context in
      let id = context.state.id
      do { try await context.sleep(for: .seconds(100)) } catch { ended.append(id) }
    }
    store.register(
      feature: Feature<Cell, Void>(id: "cell").effect(working).lift(.each(\Sheet.cells))
    )
    store.dispatch(action: EveryElementAction<Cell>(action: Add()))
    await clock.advance()
    for change in [{ _ in }, { $0.removeLast(2) }, { _ in }, { $0.remove(at: 7) }]
      as [@Sendable (inout [Cell]) -> Void]
    {
      store.dispatch(action: Edit(change: change))
      await clock.advance()
    }
    #expect(Set(ended.events) == [198, 199, 7])
    store.unregisterEffects(withID: "cell")
  }
}
