import Sluice

extension Row {
  /// Many entities, of which a hundred are observed.
  static var entities: [Row] {
    let name = "4 threads, 100 sinks by id, 100,000 entities"
    return [
      Row(
        "\(name), CPU of all",
        against: Baseline(name: "1 thread") { restocking(threads: 1) },
        goal: .ratio(atMost: 1.3),
        by: .process,
        // Long enough for a queue to build up.
        sampleTimes: 10
      ) { restocking(threads: 4) },
      Row(
        "\(name), growth of resident memory",
        unit: "MiB",
        goal: .amount(atMost: 64, unit: "MiB")
      ) { effort in
        try await growth(of: .warehouse(), 4, for: effort.roundTime * effort.rounds)
      },
    ]
  }

  private static func restocking(threads: Int) -> Subject {
    let contender = Contender.warehouse()
    return Subject { count in
      share(count, among: threads) { contender.dispatch($0) }
      await contender.settle()
    } check: {
      try contender.check($0)
    }
  }
}

extension Contender {
  /// A store of 100,000 entities, each hundredth of which has a sink; only these change.
  fileprivate static func warehouse() -> Contender {
    let store = Store(
      initialState: Warehouse(),
      reducers: [
        Reducer(
          ReduceOn(Restock.self) { state, action in
            state.items.update(id: action.id) { $0.count += 1 }
          }
        )
      ]
    )
    store.onDiagnostic = { _ in }
    let ids = (0..<100).map { $0 * 1_000 }
    let callbacks = Tally()
    let items = EntitySelectors(at: \Warehouse.items)
    let tokens = ids.map { id in
      store.select(items.byID(id)).sink { _ in callbacks.add() }
    }
    return Contender { count in
      for index in 0..<count { store.dispatch(action: Restock(id: ids[index % ids.count])) }
    } settle: {
      await store.idle()
    } check: { dispatches in
      withExtendedLifetime(tokens) {}
      try expect("count", store.state.items.reduce(0) { $0 + $1.count }, is: dispatches)
      // Each was called with its first value, too.
      try expect("callbacks", callbacks.count, is: ids.count + dispatches)
    }
  }
}

private struct Warehouse: Sendable {
  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var count = 0
  }

  var items = Entities((0..<100_000).map { Item(id: $0) })
}

private struct Restock: Action { let id: Int }
