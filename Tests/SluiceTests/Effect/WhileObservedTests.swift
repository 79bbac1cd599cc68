import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Feedbacks whose runs live while somebody looks.
@Suite(.inTurn) struct WhileObservedTests {
  static let count = Selector(keyPath: \Counting.count)
  static let twice = Selector.with(count) { $0 * 2 }
  static let sum = SelectorFamily { (state: Counting, by: Int) in state.count + by }

  let bench = Bench(state: Counting(), environment: "env", reducers: [.counting])
  var store: Store<Counting, String> { bench.store }
  let events = Log<String>()

  func register(_ selector: Selector<Counting, Int>, lingering: Duration = .zero) {
    store.register(
      feedback: Feedback(whileObserved: selector, lingering: lingering) {
        [events] environment, context in
        events.append("+\(environment)")
        do { try await context.sleep(for: .seconds(3_600)) } catch { events.append("-") }
      },
      id: "prices"
    )
  }

  enum Look: CaseIterable { case same, equalKeyPath, derived, mapped, projection, task }

  func look(_ look: Look) -> any Sendable {
    switch look {
    case .same: return store.select(Self.count).sink { _ in }
    case .equalKeyPath: return store.select(\.count).sink { _ in }
    case .derived: return store.select(Self.twice).sink { _ in }
    case .mapped: return store.select(Self.count).map { $0 + 1 }.sink { _ in }
    case .projection: return store.projection(.state(\.self)).select(Self.count).sink { _ in }
    case .task:
      let counts = store.select(Self.count)
      return Cancelled(Task { for await _ in counts {} })
    }
  }

  /// Cancels its task when it is released.
  final class Cancelled: Sendable {
    let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
  }

  @Test(arguments: Look.allCases)
  func `a run begins with the first observer and ends with the last`(look: Look) async throws {
    register(Self.count)
    await bench.advance()
    #expect(events.events == [])
    var first: (any Sendable)? = self.look(look)
    try await events.wait(for: "+env")
    var second: (any Sendable)? = store.select(Self.count).sink { _ in }
    first = nil
    await bench.advance()
    #expect(events.events == ["+env"])
    second = nil
    try await events.wait(for: "-")
    withExtendedLifetime((first, second)) {}
  }

  @Test func `who observes already counts, and reads and feedbacks don't`() async {
    let token = store.select(Self.twice).sink { _ in }
    register(Self.count)
    await bench.advance()
    #expect(events.events == ["+env"])
    token.cancel()
    await bench.advance()
    #expect(events.events == ["+env", "-"])
    _ = store.selectCurrent(Self.count)
    store.register(feedback: Feedback(for: Self.count) { _, _, _ in })
    await bench.advance()
    #expect(events.events == ["+env", "-"])
  }

  @Test func `another selector is none of its business`() async {
    register(Self.count)
    let token = store.select(\.other).sink { _ in }
    await bench.advance()
    #expect(events.events == [])
    token.cancel()
  }

  @Test func `a run lingers, and is found alive`() async {
    register(Self.count, lingering: .seconds(10))
    var token = store.select(Self.count).sink { _ in }
    await bench.advance()
    token.cancel()
    await bench.advance(9)
    token = store.select(Self.count).sink { _ in }
    await bench.advance(9)
    #expect(events.events == ["+env"])
    token.cancel()
    await bench.advance(9)
    #expect(events.events == ["+env"])
    await bench.advance(1)
    #expect(events.events == ["+env", "-"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `unregistering ends what lingers`() async {
    register(Self.count, lingering: .seconds(10))
    let token = store.select(Self.count).sink { _ in }
    await bench.advance()
    token.cancel()
    await bench.advance(1)
    store.unregisterEffects(withID: "prices")
    await bench.advance()
    #expect(events.events == ["+env", "-"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `a family has a run for each argument that is observed`() async {
    store.register(
      feedback: Feedback(whileObserved: Self.sum) { [events] by, environment, context in
        events.append("+\(by) \(environment)")
        do { try await context.sleep(for: .seconds(3_600)) } catch { events.append("-\(by)") }
      }
    )
    let one = store.select(Self.sum(1)).sink { _ in }
    let again = store.select(Self.sum(1)).sink { _ in }
    let two = store.select(Selector.with(Self.sum(2)) { $0 + 1 }).sink { _ in }
    await bench.advance()
    #expect(Set(events.events) == ["+1 env", "+2 env"])
    one.cancel()
    two.cancel()
    await bench.advance()
    #expect(events.events.last == "-2")
    again.cancel()
    await bench.advance()
    #expect(events.events.last == "-1")
  }

  @Test func `a feature's is lifted to a part, and not to one that may be absent`() async {
    struct Whole: Sendable {
      var counting = Counting()
      var perhaps: Counting?
    }
    let store = Store(initialState: Whole(), environment: "env", clock: bench.clock)
    let reports = store.reports()
    func feature(_ id: String) -> Feature<Counting, String> {
      Feature(id: id).reducer(.counting)
        .feedback(Feedback(whileObserved: Self.count) { [events] _, _ in events.append(id) })
    }
    store.register(feature: feature("whole").lift(.state(\Whole.counting)))
    #expect(reports.events == [])
    store.register(feature: feature("perhaps").lift(.optional(\Whole.perhaps)))
    #expect(reports.events.count == 1)
    #expect(reports.events.first?.contains("perhaps.feedback1") == true)
    let token = store.projection(.state(\.counting)).select(Self.count).sink { _ in }
    await bench.advance()
    #expect(events.events == ["whole"])
    token.cancel()
  }

  @Test func `observers that come and go on many threads leave no run behind`() async {
    register(Self.count)
    let store = store
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<volume(50, nightly: 2_000) {
            let token = store.select(Self.count).sink { _ in }
            store.dispatch(action: Increment())
            token.cancel()
          }
        }
      }
    }
    await bench.advance()
    #expect(events.events.count { $0 == "+env" } == events.events.count { $0 == "-" })
    #expect(store.runs(startedBy: Increment.self).value.isEmpty)
    let last = store.select(Self.count).sink { _ in }
    await bench.advance()
    #expect(events.events.last == "+env")
    last.cancel()
  }
}
