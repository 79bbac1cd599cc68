import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a commit did to scopes is for its delivery only.
@Suite(.inTurn) struct ScopeChangesTests {
  private struct Key: Hashable {
    let number: Int
    let witness: Witness

    static func == (one: Key, other: Key) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private struct Row: Identifiable { let id: Key }

  private struct Table { var rows: [Row] = [] }

  private struct Fill: Action { let rows: [Row] }
  private struct Start: Action {}
  private struct Clear: Action {}

  @Test func `a commit that is kept keeps no part whose runs it cancelled`() async {
    let clock = TestClock()
    let isFreed = Shared(false)
    let log = Log<String>()
    let cleared = Shared<Commit<Table>?>(nil)
    let store = Store(
      initialState: Table(),
      reducers: [
        Reducer(
          ReduceOn(Fill.self) { $0.rows = $1.rows },
          ReduceOn(Clear.self) { table, _ in table.rows = [] }
        )
      ],
      clock: clock
    )
    let row = Feature<Row, Void>(id: "row")
      .effect(
        Effect<Void>.on(Start.self).run { _, _, context in
          log.append("begun")
          try? await context.sleep(for: .seconds(60))
          log.append("over")
        }
      )
    store.register(feature: row.lift(.each(\Table.rows)))
    store.register(
      interceptor: CommitProbe(interests: []) { commit in
        if commit.action is Clear { cleared.value = commit }
      }
    )
    do {
      let key = Key(number: 4, witness: Witness { isFreed.value = true })
      store.dispatch(action: Fill(rows: [Row(id: key)]))
      store.dispatch(action: ElementAction<Row>(id: key, action: Start()))
    }
    await clock.advance()
    #expect(log.events == ["begun"] && !isFreed.value)
    store.dispatch(action: Clear())
    await clock.advance()
    #expect(log.events == ["begun", "over"])
    #expect(cleared.value?.newState.rows.isEmpty == true)
    #expect(isFreed.value)
  }

  @Test func `nothing is kept of an element's runs that are over`() async {
    let clock = TestClock()
    let isFreed = Shared(false)
    let store = Store(
      initialState: Table(),
      reducers: [Reducer(ReduceOn(Fill.self) { $0.rows = $1.rows })],
      clock: clock
    )
    let row = Feature<Row, Void>(id: "row")
      .effect(
        Effect<Void>.on(Start.self).run { _, _, context in
          try await context.sleep(for: .seconds(60))
        }
      )
    store.register(feature: row.lift(.each(\Table.rows)))
    let rows = [Row(id: Key(number: 4, witness: Witness {}))]
    store.dispatch(action: Fill(rows: rows))
    do {
      let key = Key(number: 4, witness: Witness { isFreed.value = true })
      store.dispatch(action: ElementAction<Row>(id: key, action: Start()))
    }
    store.dispatch(action: Fill(rows: rows))
    await clock.advance()
    #expect(!isFreed.value)
    await clock.run()
    store.dispatch(action: Fill(rows: rows))
    #expect(isFreed.value)
  }
}
