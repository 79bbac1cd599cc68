import Sluice

extension Row {
  /// Many entities, of which a hundred or more are observed.
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
      Row(
        "one of 20,000 entities changed, 10,000 sinks by id",
        goal: .nanoseconds(atMost: 3_000)
      ) { restocking(sinks: 10_000) },
      Row(
        "the same element again, 10,000 sinks by id",
        against: Baseline(name: "100 sinks") { restocking(sinks: 100, changing: 1) },
        goal: .ratio(atMost: 1.2)
      ) { restocking(sinks: 10_000, changing: 1) },
      Row(
        "one of 10,000 entities changed, an effect of each, which rests",
        goal: .nanoseconds(atMost: 3_000)
      ) { lifted(effectRuns: 0) },
      Row(
        "one of 10,000 entities changed, each with a run of an effect",
        goal: .nanoseconds(atMost: 4_000)
      ) { lifted(effectRuns: 10_000) },
      Row(
        "one of 10,000 entities changed, a feedback of each, which rests",
        goal: .nanoseconds(atMost: 4_000)
      ) { lifted(feedbackRuns: 0) },
      Row(
        "one of 10,000 in an array changed, a feedback of each, which rests, for each",
        goal: .nanoseconds(atMost: 4_000),
        parts: 10_000
      ) { Shelf.changing(.item) },
      Row(
        "nothing in an array of 10,000 changed, a feedback of each, which rests",
        goal: .nanoseconds(atMost: 3_000)
      ) { Shelf.changing(.label) },
      Row(
        "nothing in an array of 10,000 changed, 100 runs of some",
        goal: .nanoseconds(atMost: 3_000)
      ) { Shelf.changing(.label, runs: 100) },
      Row(
        "one of 10,000 in an array changed, 100 runs of some",
        goal: .nanoseconds(atMost: 400_000)
      ) { Shelf.changing(.item, runs: 100) },
      Row(
        "an action for each of 10,000 in an array, whose effect answers it, for each",
        goal: .nanoseconds(atMost: 20_000),
        parts: 10_000
      ) { Shelf.answering() },
      Row(
        "10,000 sinks by id subscribed and cancelled, for each",
        goal: .nanoseconds(atMost: 8_000),
        parts: 10_000
      ) { subscribing(sinks: 10_000) },
      Row(
        "first dispatch after 10,000 sinks by id were subscribed",
        unit: "µs",
        goal: .amount(atMost: 200, unit: "µs")
      ) { try firstDispatch(sinks: 10_000) },
    ]
  }

  /// Dispatches that change one of 10,000 elements each, over which an effect or a feedback is lifted.
  ///
  /// - Parameters:
  ///   - effectRuns: The number of elements that have a run of the effect; `nil` for no effect.
  ///   - feedbackRuns: The number of elements that have a run of the feedback; `nil` for none.
  private static func lifted(effectRuns: Int? = nil, feedbackRuns: Int? = nil) -> Subject {
    let store = Store.warehouse(of: 10_000)
    let clock = ContinuousClock()
    if let effectRuns {
      let counting = Effect<Void>.on(Count.self).run { _, _ in
        try await clock.sleep(for: .seconds(3_600))
      }
      let feature = Feature<Warehouse.Item, Void>(id: "counting").effect(counting)
      store.register(feature: feature.lift(.each(\Warehouse.items)))
      for id in 0..<effectRuns {
        store.dispatch(action: ElementAction<Warehouse.Item>(id: id, action: Count()))
      }
    }
    if let feedbackRuns {
      let isSelling = { @Sendable (item: Warehouse.Item) in item.id < feedbackRuns }
      let selling = Feedback<Warehouse.Item, Void>(while: isSelling) { _, _ in
        try await clock.sleep(for: .seconds(3_600))
      }
      let feature = Feature<Warehouse.Item, Void>(id: "selling").feedback(selling)
      store.register(feature: feature.lift(.each(\Warehouse.items)))
    }
    return Subject { count in
      for index in 0..<count { store.dispatch(action: Restock(id: index % 10_000)) }
    } check: { dispatches in
      try expect("count", store.state.items.reduce(0) { $0 + $1.count }, is: dispatches)
    }
  }

  /// Subscribes to elements of one store, and cancels, in each operation.
  private static func subscribing(sinks: Int) -> Subject {
    let store = Store.warehouse(of: 20_000)
    let items = EntitySelectors(at: \Warehouse.items)
    let callbacks = Tally()
    return Subject { rounds in
      for _ in 0..<rounds {
        let tokens = (0..<sinks).map { id in
          store.select(items.byID(id)).sink { _ in callbacks.add() }
        }
        withExtendedLifetime(tokens) {}
      }
    } check: {
      try expect("callbacks", callbacks.count, is: $0 * sinks)
    }
  }

  /// Returns the microseconds of the first dispatch, the median of several stores.
  private static func firstDispatch(sinks: Int) throws -> Double {
    let times = try (0..<9).map { _ in
      let store = Store.warehouse(of: 20_000)
      let items = EntitySelectors(at: \Warehouse.items)
      let callbacks = Tally()
      let tokens = (0..<sinks).map { id in
        store.select(items.byID(id)).sink { _ in callbacks.add() }
      }
      let time = ContinuousClock().measure { store.dispatch(action: Restock(id: 7)) }
      withExtendedLifetime(tokens) {}
      try expect("callbacks", callbacks.count, is: sinks + 1)
      return time / .microseconds(1)
    }
    return times.sorted()[times.count / 2]
  }

  /// Dispatches that change one of 20,000 elements each, every one of them observed.
  ///
  /// - Parameter changing: The number of elements that change in turn; all observed ones if `nil`.
  private static func restocking(sinks: Int, changing: Int? = nil) -> Subject {
    let contender = Contender.warehouse(of: 20_000, sinks: sinks, changing: changing)
    return Subject { count in
      contender.dispatch(count)
    } check: {
      try contender.check($0)
    }
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
  /// A store of entities, some of which have a sink; only these change.
  fileprivate static func warehouse(
    of size: Int = 100_000,
    sinks: Int = 100,
    changing: Int? = nil
  ) -> Contender {
    let store = Store.warehouse(of: size)
    store.onDiagnostic = { _ in }
    let ids = (0..<sinks).map { $0 * (size / sinks) }
    let changed = ids.prefix(changing ?? sinks)
    let callbacks = Tally()
    let items = EntitySelectors(at: \Warehouse.items)
    let tokens = ids.map { id in
      store.select(items.byID(id)).sink { _ in callbacks.add() }
    }
    return Contender { count in
      for index in 0..<count { store.dispatch(action: Restock(id: changed[index % changed.count])) }
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

/// As many elements as a warehouse, in an array.
private struct Shelf: Sendable {
  enum Change { case item, label }
  struct Label: Action {}
  struct Told: Action {}

  static let item = Reducer<Warehouse.Item>(ReduceOn(Told.self) { item, _ in item.count += 1 })

  var items = (0..<10_000).map { Warehouse.Item(id: $0) }
  var labels = 0

  private static func store() -> Store<Shelf, Void> {
    Store(
      initialState: Shelf(),
      reducers: [
        Reducer(
          ReduceOn(Restock.self) { state, action in state.items[action.id].count += 1 },
          ReduceOn(Label.self) { state, _ in state.labels += 1 }
        )
      ]
    )
  }

  /// Dispatches beside a feedback of each element, none of which asks for a run; or beside runs of some.
  static func changing(_ change: Change, runs: Int = 0) -> Subject {
    let store = store()
    let clock = ContinuousClock()
    var feature = Feature<Warehouse.Item, Void>(id: "item")
    if runs == 0 {
      feature = feature.feedback(Feedback(while: { $0.id < 0 }) { _, _ in })
    } else {
      feature = feature.effect(
        .on(Count.self).run { _, _ in try await clock.sleep(for: .seconds(3_600)) }
      )
    }
    store.register(feature: feature.lift(.each(\Shelf.items)))
    for id in 0..<runs {
      store.dispatch(action: ElementAction<Warehouse.Item>(id: id * 100, action: Count()))
    }
    return Subject { count in
      for index in 0..<count {
        switch change {
        case .item: store.dispatch(action: Restock(id: index % 10_000))
        case .label: store.dispatch(action: Label())
        }
      }
    } check: { dispatches in
      let changes = store.state.items.reduce(0) { $0 + $1.count } + store.labels
      try expect("changes", changes, is: dispatches)
    }
  }

  /// Dispatches that are for every element, and answered by each.
  static func answering() -> Subject {
    let store = store()
    store.onDiagnostic = { _ in }
    let feature = Feature<Warehouse.Item, Void>(id: "item").reducer(item)
      .effect(.on(Count.self).map { _, _ in Told() })
    store.register(feature: feature.lift(.each(\Shelf.items)))
    return Subject { count in
      for _ in 0..<count {
        store.dispatch(action: EveryElementAction<Warehouse.Item>(action: Count()))
      }
    } check: {
      try expect("told", store.state.items.reduce(0) { $0 + $1.count }, is: $0 * 10_000)
    }
  }
}

private struct Warehouse: Sendable {
  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var count = 0
  }

  var items: Entities<Item>
}

private struct Restock: Action { let id: Int }

private struct Count: Action {}

extension Store<Warehouse, Void> {
  /// A store of entities.
  fileprivate static func warehouse(of size: Int) -> Store {
    Store(
      initialState: Warehouse(items: Entities((0..<size).map { Warehouse.Item(id: $0) })),
      reducers: [
        Reducer(
          ReduceOn(Restock.self) { state, action in
            state.items.update(id: action.id) { $0.count += 1 }
          }
        )
      ]
    )
  }
}
