import Sluice
import SluiceOrders
import SluiceTesting
import TestSupport
import Testing

/// What holds in each state of a store.
@Suite(.inTurn) struct InvariantTests {
  private struct Stock: Sendable, Equatable { var count = 2 }
  private struct Buy: Action { let count: Int }
  private struct Packed: Action {}
  private struct Billed: Action {}

  private static let stock = Reducer<Stock>(ReduceOn(Buy.self) { $0.count -= $1.count })

  @Test func `a broken invariant is reported once, with what broke it`() {
    let store = Store(initialState: Stock(), reducers: [Self.stock])
    let reported = Shared<[String]>([])
    store.onDiagnostic = { diagnostic in
      reported.change { $0.append("\(diagnostic.id.rawValue): \(diagnostic.cause)") }
    }
    let line = #line + 1
    store.always("stock is never negative") { $0.count >= 0 }
    for _ in 0..<4 { store.dispatch(action: Buy(count: 1)) }
    let file = "SluiceOrdersTests/InvariantTests.swift"
    let cause =
      "The invariant “stock is never negative” (\(file):\(line)) doesn't hold after commit 3"
    #expect(reported.value == ["broken-invariant: \(cause), Buy {count: 1}."])
  }

  @Test func `an invariant is checked where it is stated, and no longer than it is registered`() {
    let store = Store(initialState: Stock(count: -1), reducers: [Self.stock])
    let reported = Shared<[String]>([])
    store.onDiagnostic = { diagnostic in reported.change { $0.append(diagnostic.cause) } }
    let few = store.always("stock is small") { $0.count < 10 }
    few.unregister()
    store.dispatch(action: Buy(count: -100))
    #expect(reported.value == [])
    store.always("stock is never large") { $0.count < 50 }
    #expect(reported.value.count == 1)
    #expect(
      reported.value.first?.hasSuffix("doesn't hold in the state in which it was stated.") == true
    )
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a broken invariant ends a test`(exhaustivity: Exhaustivity) async throws {
    let found = try await issues {
      try await withTestStore(
        initialState: Stock(),
        reducers: [Self.stock],
        exhaustivity: exhaustivity
      ) { store in
        store.always("stock is never negative") { $0.count >= 0 }
        try await store.send(Buy(count: 3)) { $0.count = -1 }
      }
    }
    #expect(found.count == 1)
    let text = found.map { "\($0.error.map { "\($0)" } ?? "")" }.joined()
    #expect(text.contains("doesn't hold after commit 1, Buy {count: 3}."))
  }

  @Test func `an invariant doesn't take an action that nobody takes`() async throws {
    let found = try await issues {
      try await withTestStore(initialState: Stock(), reducers: [Self.stock]) { store in
        store.always("stock is never negative") { $0.count >= 0 }
        try await store.send(Packed())
      }
    }
    #expect(found.count == 1)
  }

  @Test func `independent actions are received in every order`() async throws {
    let pack = Effect<Void>.on(Buy.self) { _, _ in
      await Task.yield()
      return Packed()
    }
    let bill = Effect<Void>.on(Buy.self) { _, _ in Billed() }
    let tried = try await everyOrder(within: .seconds(3_600)) {
      try await withTestStore(
        initialState: [String](),
        reducers: [
          Reducer(
            ReduceOn(Packed.self) { state, _ in state = (state + ["packed"]).sorted() },
            ReduceOn(Billed.self) { state, _ in state = (state + ["billed"]).sorted() }
          )
        ]
      ) { store in
        store.register(effect: pack)
        store.register(effect: bill)
        try await store.send(Buy(count: 1))
        let (packed, billed) = try await store.receiveAll(Packed.self, Billed.self) {
          $0 = ["billed", "packed"]
        }
        #expect(type(of: packed) == Packed.self && type(of: billed) == Billed.self)
      }
    }
    #expect(tried.areAll)
    #expect(tried.count > 1)
  }

  @Test func `what is missing of several actions is named`() async throws {
    let bill = Effect<Void>.on(Buy.self) { _, _ in Billed() }
    let found = try await issues {
      try await withTestStore(initialState: Stock(), reducers: [Self.stock]) { store in
        store.register(effect: bill)
        try await store.send(Buy(count: 1)) { $0.count = 1 }
        try await store.receiveAll(Billed.self, Packed.self)
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "")" }.joined()
    #expect(text == "Packed was expected, but none came: nothing is under way that could bring it.")
  }

  @Test func `what several actions change is checked as a whole`() async throws {
    let found = try await issues {
      try await withTestStore(initialState: Stock(), reducers: [Self.stock]) { store in
        store.dispatch(action: Buy(count: 1))
        store.dispatch(action: Buy(count: 2))
        let (one, two) = try await store.receiveAll(Buy.self, Buy.self) { $0.count -= 2 }
        #expect([one.count, two.count] == [1, 2])
      }
    }
    #expect(found.count == 1)
    let text = found.map { "\($0.comments)" }.joined()
    #expect(text.contains("count: 0 → -1"))
  }
}
