import Foundation
import Sluice
import SluiceOrders
import SluiceTesting
import TestSupport
import Testing

/// Actions that are drawn.
@Suite(.inTurn) struct RandomActionTests {
  struct Stock: Sendable, Equatable { var counts: [Int: Int] = [:] }
  struct Add: Action, Codable { let id: Int, count: Int }
  struct Remove: Action, Codable { let id: Int, count: Int }
  struct Rename: Action, Codable { let name: String }

  private static let stock = Reducer<Stock>(
    ReduceOn(Add.self) { state, action in
      state.counts[action.id, default: 0] += max(0, action.count)
    },
    ReduceOn(Remove.self) { state, action in
      // Nobody looks how many there are, unless there are none.
      if state.counts[action.id] != nil { state.counts[action.id]? -= max(0, action.count) }
    }
  )

  private static let body: RandomActionsBody = { actions in
    try await withTestStore(
      initialState: Stock(),
      reducers: [stock],
      exhaustivity: .off
    ) { store in
      store.always("stock is never negative") { $0.counts.values.allSatisfy { $0 >= 0 } }
      for action in actions { try await store.send(action) }
    }
  }

  @Test func `a bug is found, and shrunk to the fewest and simplest actions`() async throws {
    let found = try await issues {
      try await withRandomActions(
        of: [Rename.self, Add.self, Remove.self],
        from: 42,
        within: .seconds(3_600),
        Self.body
      )
    }
    let text = found.map { "\($0.comments.map(\.rawValue).joined(separator: "\n"))" }.joined()
    #expect(found.count == 1)
    let parts = text.split(separator: "This is with 2 actions. To repeat it:\n")
    try PrintedTests.expect("\(parts.last ?? "")")
    let actions: [any Action] = [Add(id: 0, count: 0), Remove(id: 0, count: 1)]
    #expect(try await issues { try await Self.body(actions) }.count == 1)
  }

  @Test func `a seed draws the same actions each time, and another one others`() async throws {
    func drawn(from seed: UInt64) async throws -> [String] {
      let seen = Shared<[String]>([])
      try await withRandomActions(
        of: [Add.self, Rename.self],
        from: seed,
        atMost: 5,
        within: .seconds(3_600)
      ) { actions in
        seen.change { $0.append("\(actions)") }
      }
      return seen.value
    }
    let once = try await drawn(from: 1)
    #expect(once.count == 5)
    #expect(try await drawn(from: 1) == once)
    #expect(try await drawn(from: 2) != once)
  }

  enum Size: String, Codable, CaseIterable { case small, large }
  struct Everything: Action, Codable {
    let text: String
    let number: UInt8
    let fraction: Double
    let isOn: Bool
    let size: Size
    let id: UUID
    let date: Date
    let list: [Int]
    let nested: [Rename]
    let missing: Int?

    init(size: Size) {
      (text, number, fraction, isOn) = ("", 0, 0, false)
      (id, date, list, nested, missing) = (UUID(), Date(), [1], [], nil)
      self.size = size
    }
  }
  enum Choice: Action, Codable, Equatable {
    case none
    case some(count: Int)
    case many([Int])
  }
  struct Custom: RandomAction, Equatable {
    let number: Int

    static func random(using generator: inout SeededGenerator) -> Custom {
      Custom(number: .random(in: 500..<502, using: &generator))
    }
  }

  @Test func `values of many kinds are drawn, near those of examples`() async throws {
    let seen = Shared<[any Action]>([])
    try await withRandomActions(
      of: [Everything.self, Choice.self, Custom.self, Rename.self],
      near: [
        Choice.none, Choice.some(count: 7), Choice.many([1, 2]), Rename(name: "Ada"),
        Everything(size: .small), Everything(size: .large),
      ],
      from: 3,
      atMost: 60,
      within: .seconds(3_600)
    ) { actions in
      seen.change { $0 += actions }
    }
    let all = seen.value
    let everything = all.compactMap { $0 as? Everything }
    #expect(Set(everything.map(\.isOn)).count == 2)
    #expect(Set(everything.map(\.size)).count == 2)
    #expect(Set(everything.map(\.list.count)).count > 2)
    #expect(Set(everything.map(\.id)).count > 2)
    let choices = all.compactMap { $0 as? Choice }
    #expect(choices.contains(.none) && choices.contains(.some(count: 7)))
    #expect(choices.contains { if case .many(let list) = $0 { list.count != 2 } else { false } })
    #expect(Set(all.compactMap { ($0 as? Custom)?.number }) == [500, 501])
    #expect(all.contains { ($0 as? Rename)?.name == "Ada" })
    #expect(all.contains { ($0 as? Rename)?.name != "Ada" && $0 is Rename })
  }

  @Test func `actions with which a test doesn't end are named`() async throws {
    let found = try await issues {
      try await withRandomActions(of: [Custom.self], from: 1, upTo: 1) { _ in
        while true { await Task.yield() }
      }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "") \($0.comments)" }.joined()
    #expect(text.contains("The body has not ended after 100000 steps."))
    #expect(text.contains("let actions: [any Action] = ["))
  }

  @Test func `a type that can't be drawn is named`() async throws {
    struct Plain: Action {}
    for type in [Plain.self, Choice.self] as [any Action.Type] {
      let found = try await issues { try await withRandomActions(of: [type], from: 1) { _ in } }
      let text = found.map { "\($0.error.map { "\($0)" } ?? "")" }.joined()
      #expect(text == "No action of the type \(type) can be drawn.")
    }
  }
}
