import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Ids of elements are the program's: outside of the section in which reducers run, nobody compares or hashes
/// them with the store's lock held.
@Suite(.inTurn) struct ForeignIDTests {
  /// An id that tells whenever it is compared or hashed.
  struct ID: Hashable, Sendable {
    static let told = Shared<(@Sendable () -> Void)?>(nil)

    let number: Int

    static func == (one: ID, other: ID) -> Bool {
      told.value?()
      return one.number == other.number
    }

    func hash(into hasher: inout Hasher) {
      Self.told.value?()
      hasher.combine(number)
    }
  }

  struct Row: Sendable, Identifiable, Equatable {
    let id: ID
    var isWatched = true
  }

  struct Table: Sendable, Equatable { var rows = (0..<9).map { Row(id: ID(number: $0)) } }

  struct Start: Action {}

  @Test func `runs end, and effects are unregistered, without their ids`() async {
    let bench = Bench(
      state: Table(),
      reducers: [Reducer<Row>(ReduceOn(Start.self) { _, _ in }).lift(.each(\Table.rows))]
    )
    let store = bench.store
    let work = Effect<Void>.on(Start.self).run { _, _, context in
      try await context.sleep(for: .seconds(1))
      _ = try await context.next(Start.self)
    }
    let endless = Effect<Void>.on(Start.self).run { _, _, context in
      try await context.sleep(for: .seconds(99))
    }
    let registration = store.register(
      feature: Feature<Row, Void>(id: "work").effect(work.timeout(after: .seconds(2)))
        .effect(endless.overlap(.latest))
        .feedback(
          Feedback(while: \.isWatched) { _, context in try await context.sleep(for: .seconds(99)) }
        )
        .lift(.each(\.rows))
    )
    await bench.send(EveryElementAction<Row>(action: Start()))
    let isLockFree = Shared(true)
    ID.told.value = {
      let read = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = store.state
        read.signal()
      }
      if read.wait(timeout: .now() + 2) == .timedOut { isLockFree.value = false }
    }
    await bench.advance(2)
    registration.unregister()
    await bench.advance()
    ID.told.value = nil
    #expect(isLockFree.value)
    await store.idle()
  }
}
