import Sluice
import SluiceTesting
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

extension Promises {
  /// Pay for what you use: a dispatch copies nothing while nobody holds a state.
  @Suite struct P9 {
    struct Large: Sendable {
      var numbers = [Int](repeating: 0, count: 100_000)
      var count = 0

      /// Where the array's elements lie.
      var address: Int {
        unsafe numbers.withUnsafeBufferPointer { elements in Int(bitPattern: elements.baseAddress) }
      }
    }

    private struct SetFirst: Action {}
    private struct Ask: Action {}

    private let store = Store<Large, Void>(
      initialState: Large(),
      reducers: [
        Reducer(
          ReduceOn(SetFirst.self) { state, _ in
            state.numbers[0] += 1
            state.count += 1
          },
          ReduceOn(Ask.self) { state, _ in state.count += 1 }
        )
      ]
    )

    /// Joins a store; returns what must be held.
    typealias Company = Named<@Sendable (Store<Large, Void>) -> Any>

    /// Those who hold no state.
    static let companies: [Company] = [
      Named("nobody") { _ in () },
      Named("a selection of another part") { $0.select(\.count).sink { _ in } },
      Named("a selection of one element") { $0.select(\.numbers[7]).sink { _ in } },
      Named("a projector") { $0.select(Selector { $0.numbers.count }).sink { _ in } },
      Named("an interceptor without interest in states") {
        $0.register(interceptor: CommitProbe(interests: [.instant, .timing, .effects]) { _ in })
      },
      Named("a middleware") {
        $0.register(middleware: MiddlewareFunction { action, _, next in next(action) })
      },
      Named("a synchronous effect") { $0.register(effect: .on(SetFirst.self).map { _, _ in nil }) },
      Named("an effect") { $0.register(effect: .on(SetFirst.self).run { _, _ in }) },
      Named("a stream") {
        $0.register(effect: .nonDispatching { actions, _ in for await _ in actions {} })
      },
      Named("an effect with a condition on another action") {
        $0.register(effect: Effect.on(Ask.self).run { _, _ in }.when(changing: Large.self, grows))
      },
      Named("an effect that another action cancels on a condition") {
        $0.register(
          effect: Effect.on(SetFirst.self).run { _, _ in }.cancelled(
            by: Ask.self,
            changing: Large.self,
            grows
          )
        )
      },
      Named("an effect that is cancelled by a closure that reads no state") {
        $0.register(
          effect: Effect.on(Ask.self).run { _, _ in }.cancelled(by: SetFirst.self) { _, _ in true }
        )
      },
    ]

    /// Who holds the state, or the part that changes.
    static let holders: [Company] = [
      Named("an effect with a condition") {
        $0.register(
          effect: Effect.on(SetFirst.self).run { _, _ in }.when(changing: Large.self) { _, _, _ in
            false
          }
        )
      },
      Named("an interceptor that wants the old state") {
        $0.register(interceptor: CommitProbe { _ in })
      },
      Named("a selection of the same part") {
        $0.select(\.numbers).sink { _ in }
      },
    ]

    @Sendable
    private static func grows(_: some Action, before: Large?, after: Large) -> Bool {
      before.map { $0.count < after.count } == true
    }

    /// How often the elements move while an action is dispatched twenty times.
    private func moves(_ action: some Action) -> Int {
      store.dispatch(action: SetFirst())
      let before = store.state.address
      var moved = 0
      for _ in 0..<20 {
        store.dispatch(action: action)
        if store.state.address != before { moved += 1 }
      }
      return moved
    }

    @Test(arguments: companies.map { ($0, false) } + holders.map { ($0, true) })
    func `elements are copied when they are retained, and else changed in place`(
      company: Company,
      isRetaining: Bool
    ) {
      let joined = company.value(store)
      #expect((moves(SetFirst()) > 0) == isRetaining)
      withExtendedLifetime(joined) {}
    }

    @Test func `the state is changed in place unless it is retained`() {
      let token = store.select(\.count).sink { _ in }
      let box = ObjectIdentifier(store.core.box)
      for _ in 0..<20 {
        store.dispatch(action: SetFirst())
        #expect(ObjectIdentifier(store.core.box) == box)
      }
      let held = store.state
      store.dispatch(action: Unhandled())
      #expect(ObjectIdentifier(store.core.box) == box)
      withExtendedLifetime(held) {}
      token.cancel()
    }

    @Test(arguments: [false, true])
    func `what a synchronous effect dispatches copies nothing`(isSelected: Bool) {
      let token = isSelected ? store.select(\.count).sink { _ in } : nil
      store.register(effect: .on(Ask.self).map { _, _ in SetFirst() })
      #expect(moves(Ask()) == 0)
      #expect(store.count == 41)
      token?.cancel()
    }

    @Test func `what a follow-up dispatches copies nothing that an effect's condition has read`() {
      store.register(
        reducer: Reducer(ReduceOn(Ask.self) { _, _ -> [FollowUp] in [.action { SetFirst() }] })
      )
      let counts = Log<Int>()
      store.register(
        effect: Effect.on(Ask.self).run { _, _ in }.when(changing: Large.self) { _, before, after in
          counts.append(after.count - (before?.count ?? 0))
          return false
        }
      )
      #expect(moves(Ask()) == 0)
      #expect(store.count == 41)
      #expect(counts.events == [Int](repeating: 1, count: 20))
    }

    @Test func `a commit that no reducer handles copies nothing and notifies no selection`() {
      // Each new state is a change: delivered after each action that a reducer handled.
      let count = Selector(keyPath: \Large.count, comparing: .always)
      let seen = store.select(count).received { _ in 0 }
      let held = store.state
      store.dispatch(action: Unhandled())
      #expect(store.state.address == held.address)
      #expect(seen.values == [0])
    }
  }
}
