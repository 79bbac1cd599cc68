import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises.P2 {
  @Test func `all sinks of an actor share one order while threads and actors dispatch`()
    async throws
  {
    let store = Store.counting()
    // Threads may well wait for long here.
    store.onDiagnostic = { _ in }
    let parties = [MainActor.shared, Background.shared, Reader()].map { (actor: any Actor) in
      Party(actor: actor, store: store, total: 5 * Party.dispatches)
    }
    for party in parties { await party.observe(on: party.actor) }
    await withTaskGroup { group in
      group.addTask {
        await Threads.run(2) { index in
          var random = SplitMix64(seed: UInt64(index))
          for _ in 0..<Party.dispatches {
            store.dispatch(action: Increment())
            for _ in 0..<random.pick(0..<1_000) {}
          }
        }
      }
      for (index, party) in parties.enumerated() {
        group.addTask { await party.dispatch(SplitMix64(seed: UInt64(index)), on: party.actor) }
      }
    }
    for party in parties {
      try await party.isComplete.wait(forCount: 1)
      #expect(await party.end(on: party.actor) == [])
    }
  }
}

@globalActor private actor Background {
  static let shared = Background()
}

private actor Reader {}

/// What the code of one actor does with a store, and what its sinks receive.
///
/// Its variables are guarded by nothing but the actor, so that thread sanitizer checks it.
private final class Party: @unchecked Sendable {
  // `@unchecked`: see above.
  static let dispatches = 300

  let actor: any Actor
  let isComplete = Log<Void>()
  private let store: Store<Counting, Void>
  private let total: Int
  private var tokens: [SelectionToken] = []
  /// The last count that each sink received, and the last one of all.
  private var counts: [Int?] = []
  private var last = 0
  private var faults: [String] = []

  init(actor: any Actor, store: Store<Counting, Void>, total: Int) {
    self.actor = actor
    self.store = store
    self.total = total
  }

  /// Adds sinks for values of several types.
  func observe(on actor: isolated any Actor) {
    counts = [nil, nil, nil]
    tokens = [
      store.select(\.count).sink {
        _ = actor
        self.receive($0, at: 0)
      },
      store.select(Selector.with(countSelector) { "\($0)" }).sink {
        _ = actor
        self.receive(Int($0) ?? -1, at: 1)
      },
      store.projection(.state(\.count)).select(\.self).sink {
        _ = actor
        self.receive($0, at: 2)
      },
    ]
  }

  func dispatch(_ random: SplitMix64, on actor: isolated any Actor) async {
    var random = random
    for _ in 0..<Self.dispatches {
      if random.pick(0..<4) == 0 { await Task.yield() }
      if random.pick(0..<4) == 0 {
        comeAndGo(on: actor)
      } else {
        store.dispatch(action: Increment())
      }
    }
  }

  func end(on actor: isolated any Actor) -> [String] {
    for token in tokens { token.cancel() }
    return faults
  }

  private func receive(_ count: Int, at sink: Int) {
    if count != counts[sink].map({ $0 + 1 }) ?? 0 { note("\(count) at sink \(sink) of \(counts)") }
    if count < last { note("\(count) at sink \(sink) after \(last)") }
    counts[sink] = count
    last = count
    if counts.allSatisfy({ $0 == total }) { isComplete.append(()) }
  }

  /// Adds a sink, dispatches once and cancels the sink, which then receives nothing.
  private func comeAndGo(on actor: isolated any Actor) {
    var received: [Int] = []
    let isOver = Shared(false)
    let token = store.select(\.count).sink { count in
      _ = actor
      if isOver.value { self.note("\(count) after the end") }
      if let last = received.last, count != last + 1 { self.note("\(count) after \(last)") }
      received.append(count)
    }
    if received.isEmpty { note("no first value") }
    store.dispatch(action: Increment())
    token.cancel()
    isOver.value = true
  }

  private func note(_ fault: String) {
    if faults.count < 10 { faults.append(fault) }
  }
}
