import Sluice

extension Row {
  /// `Entities` beside the collections that would do without them.
  static var collections: [Row] {
    let count = 100_000
    let items = (0..<count).map { Item(id: $0) }
    // Each once, in an order that jumps.
    let ids = items.indices.map { $0 * 7_919 % count }
    return [
      Row("one of 100,000 entities changed, the old state held", goal: .nanoseconds(atMost: 3_000))
      {
        changing(Entities(items), ids, isHeld: true) { $0.update(id: $1) { $0.count += 1 } }
      },
      Row(
        "one of 100,000 entities changed, nobody holds the state",
        against: Baseline(name: "array, places") {
          changing(Plain(items), ids, isHeld: false) { $0.update(id: $1) { $0.count += 1 } }
        },
        goal: .ratio(atMost: 2)
      ) {
        changing(Entities(items), ids, isHeld: false) { $0.update(id: $1) { $0.count += 1 } }
      },
      Row("one of 100,000 entities moved", goal: .nanoseconds(atMost: 60_000)) {
        changing(Entities(items), ids, isHeld: false) { $0.move(id: $1, to: count - $1) }
      },
      Row(
        "one of 100,000 entities inserted, and removed, the old state held, for each",
        goal: .nanoseconds(atMost: 60_000),
        parts: 2
      ) {
        changing(Entities(items), ids, isHeld: true) { items, position in
          items.insert(Item(id: count), at: position)
          items.remove(id: count)
        }
      },
      Row(
        "one of 100,000 entities found by its id",
        against: Baseline(name: "dictionary") {
          let items = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
          return reading { index in items[ids[index % count]].map(\.id) ?? 0 }
        },
        // An element is two steps away in memory, where a dictionary's is one.
        goal: .ratio(atMost: 3.5)
      ) {
        let items = Entities(items)
        return reading { index in items[id: ids[index % count]].map(\.id) ?? 0 }
      },
      Row(
        "iteration over 100,000 entities",
        against: Baseline(name: "array") {
          reading { _ in items.reduce(0) { $0 ^ $1.count &+ $1.id } / count }
        },
        goal: .ratio(atMost: 4)
      ) {
        let items = Entities(items)
        return reading { _ in items.reduce(0) { $0 ^ $1.count &+ $1.id } / count }
      },
      Row(
        "100,000 entities created",
        against: Baseline(name: "array, places") {
          reading { _ in Plain(items).places.count }
        },
        goal: .ratio(atMost: 4)
      ) {
        reading { _ in Entities(items).count }
      },
    ]
  }

  /// Dispatches that change one element of a collection each.
  private static func changing<Items: Sendable>(
    _ items: Items,
    _ ids: [Int],
    isHeld: Bool,
    _ change: @escaping @Sendable (inout Items, Int) -> Void
  ) -> Subject {
    let store = Store(
      initialState: Shelf(items: items),
      reducers: [
        Reducer(
          ReduceOn(Restock.self) { state, action in
            change(&state.items, action.id)
            state.changes += 1
          }
        )
      ]
    )
    var held: Shelf<Items>?
    return Subject { count in
      for index in 0..<count {
        if isHeld { held = store.state }
        store.dispatch(action: Restock(id: ids[index % ids.count]))
      }
    } check: {
      withExtendedLifetime(held) {}
      try expect("changes", store.state.changes, is: $0)
    }
  }

  private static func reading(_ read: @escaping (Int) -> Int) -> Subject {
    var sum = 0
    return Subject { count in
      for index in 0..<count { sum &+= read(index) }
    } check: { _ in
      try expect("sign", sum.signum(), is: 1)
    }
  }
}

private struct Shelf<Items: Sendable>: Sendable {
  var items: Items
  var changes = 0
}

private struct Item: Identifiable, Equatable, Sendable {
  let id: Int
  var count = 0
}

private struct Restock: Action { let id: Int }

/// What `Entities` are without chunks: an array, and where each element is in it.
private struct Plain: Sendable {
  var items: [Item] = []
  var ids: [Int] = []
  var places: [Int: Int] = [:]

  init(_ items: [Item]) {
    self.items.reserveCapacity(items.count)
    ids.reserveCapacity(items.count)
    places.reserveCapacity(items.count)
    for item in items {
      places[item.id] = self.items.count
      ids.append(item.id)
      self.items.append(item)
    }
  }

  mutating func update(id: Int, _ change: (inout Item) -> Void) {
    if let place = places[id] { change(&items[place]) }
  }
}
