import SluiceTesting
import Testing

@testable import Sluice

extension Promises {
  /// Pay for what you use: a dispatch copies nothing while nobody holds a state.
  @Suite struct P9 {
    struct Large: Sendable {
      var numbers = [Int](repeating: 0, count: 100_000)
      var count = 0
    }

    private struct SetFirst: Action {}
    private struct Ask: Action {}

    /// Takes no interest in states.
    private struct Indifferent: Interceptor {
      var interests: InterceptorInterests { [.instant, .timing, .effects] }
      func committed(_ commit: Commit<Large>) {}
    }

    private struct Passer: Middleware {
      func process(
        _ action: any Action,
        context: MiddlewareContext<Large>,
        next: @escaping @Sendable (any Action) -> Void
      ) {
        next(action)
      }
    }

    /// Who is there while the store dispatches.
    struct Company: CustomTestStringConvertible, Sendable {
      let testDescription: String
      var isCopied = false
      let join: @Sendable (Store<Large, Void>) -> SelectionToken?
    }

    static let companies = [
      Company(testDescription: "nobody") { _ in nil },
      Company(testDescription: "a selection of another part") { $0.select(\.count).sink { _ in } },
      Company(testDescription: "a selection of one element") { store in
        store.select(\.numbers[7]).sink { _ in }
      },
      Company(testDescription: "a projector") { store in
        store.select(Selector { $0.numbers.count }).sink { _ in }
      },
      Company(testDescription: "an interceptor without interest in states") { store in
        store.register(interceptor: Indifferent())
        return nil
      },
      Company(testDescription: "a middleware") { store in
        store.register(middleware: Passer())
        return nil
      },
      Company(testDescription: "effects") { store in
        store.register(effect: .map(SetFirst.self) { _ in nil })
        store.register(effect: .on(SetFirst.self) { _, _ in })
        store.register(effect: .nonDispatching { actions, _ in for await _ in actions {} })
        return nil
      },
      Company(testDescription: "an effect with a condition on another action") { store in
        store.register(
          effect: Effect.on(Ask.self) { _, _ in }.when { (_, before: Large, after) in
            before.count < after.count
          }
        )
        return nil
      },
      Company(testDescription: "an effect that another action cancels on a condition") { store in
        store.register(
          effect: Effect.on(SetFirst.self) { _, _ in }.cancelled(
            by: Ask.self,
            when: { (_, before: Large, after) in before.count < after.count }
          )
        )
        return nil
      },
      Company(testDescription: "an effect with a condition", isCopied: true) { store in
        store.register(
          effect: Effect.on(SetFirst.self) { _, _ in }.when { (_, _: Large, _) in false }
        )
        return nil
      },
      Company(testDescription: "an interceptor that wants the old state", isCopied: true) { store in
        store.register(interceptor: CommitProbe<Large> { _ in })
        return nil
      },
      Company(testDescription: "a selection of the same part", isCopied: true) { store in
        store.select(\.numbers).sink { _ in }
      },
    ]

    private static func store() -> Store<Large, Void> {
      Store(
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
    }

    /// Where the array's elements lie.
    private static func address(_ store: Store<Large, Void>) -> Int {
      unsafe store.state.numbers.withUnsafeBufferPointer { elements in
        Int(bitPattern: elements.baseAddress)
      }
    }

    @Test(arguments: companies)
    func `elements are changed in place unless they are retained`(company: Company) {
      let store = Self.store()
      let token = company.join(store)
      store.dispatch(action: SetFirst())
      let before = Self.address(store)
      var moved = 0
      for _ in 0..<20 {
        store.dispatch(action: SetFirst())
        if Self.address(store) != before { moved += 1 }
      }
      #expect((moved > 0) == company.isCopied)
      token?.cancel()
    }

    /// Which box the state is in.
    private static func box(_ store: Store<Large, Void>) -> ObjectIdentifier {
      ObjectIdentifier(store.core.box)
    }

    @Test func `the state is changed in place unless it is retained`() {
      let store = Self.store()
      let token = store.select(\.count).sink { _ in }
      let box = Self.box(store)
      for _ in 0..<20 {
        store.dispatch(action: SetFirst())
        #expect(Self.box(store) == box)
      }
      let held = store.state
      store.dispatch(action: Unhandled())
      #expect(Self.box(store) == box)
      withExtendedLifetime(held) {}
      token.cancel()
    }

    @Test(arguments: [false, true])
    func `what a synchronous effect dispatches copies nothing`(isSelected: Bool) {
      let store = Self.store()
      let token = isSelected ? store.select(\.count).sink { _ in } : nil
      let addresses = Log<Int>()
      store.register(
        effect: .map(Ask.self) { _ in SetFirst() }
      )
      store.register(
        effect: .map(SetFirst.self) { [unowned store] _ in
          addresses.append(Self.address(store))
          return nil
        }
      )
      store.dispatch(action: SetFirst())
      for _ in 0..<20 { store.dispatch(action: Ask()) }
      #expect(addresses.events.count == 21)
      #expect(Set(addresses.events).count == 1)
      token?.cancel()
    }

    @Test func `what a follow-up dispatches copies nothing that an effect's condition has read`() {
      let store = Self.store()
      store.register(
        reducer: Reducer(
          ReduceOn(Ask.self) { _, _ -> [FollowUp] in [.action { SetFirst() }] }
        )
      )
      let counts = Log<Int>()
      store.register(
        effect: Effect.on(Ask.self) { _, _ in }.when { (_, before: Large, after) in
          counts.append(after.count - before.count)
          return false
        }
      )
      store.dispatch(action: SetFirst())
      let before = Self.address(store)
      var moved = 0
      for _ in 0..<20 {
        store.dispatch(action: Ask())
        if Self.address(store) != before { moved += 1 }
      }
      #expect(moved == 0)
      #expect(store.count == 41)
      #expect(counts.events == [Int](repeating: 1, count: 20))
    }

    @Test func `an action that may cancel runs copies nothing that no closure reads`() {
      let store = Self.store()
      store.register(
        effect: Effect.on(Ask.self) { _, _ in }.cancelled(by: SetFirst.self) { _, _ in true }
      )
      store.dispatch(action: SetFirst())
      let before = Self.address(store)
      for _ in 0..<20 {
        store.dispatch(action: SetFirst())
        #expect(Self.address(store) == before)
      }
    }

    @Test func `a commit that no reducer handles copies nothing and notifies no selection`() {
      let store = Self.store()
      let seen = Log<Int>()
      // Without `==`: delivered after each action that a reducer handled.
      let token = store.select { state -> any Sendable in state.count }.sink { _ in seen.append(0) }
      let before = Self.address(store)
      let held = store.state
      store.dispatch(action: Unhandled())
      #expect(Self.address(store) == before)
      #expect(seen.events == [0])
      withExtendedLifetime(held) {}
      token.cancel()
    }
  }
}
