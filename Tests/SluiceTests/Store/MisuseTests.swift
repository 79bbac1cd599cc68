import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a store says of uses that would otherwise have no effect, or a double one.
@Suite(.inTurn) struct MisuseTests {
  private struct Meal: Sendable, Equatable, Identifiable {
    let id: Int
  }
  private struct Other: Sendable {}

  private static func diagnostics<Environment>(
    _ store: Store<Counting, Environment>
  ) -> Log<String> {
    let log = Log<String>()
    store.onDiagnostic = { log.append("\($0)") }
    return log
  }

  private func beginnings(_ diagnostics: Log<String>) -> [String] {
    diagnostics.events.map { text in String(text.prefix { $0 != "," && $0 != ":" }) }
  }

  @Test func `what is registered a second time is reported`() {
    let store = Store.counting()
    let diagnostics = Self.diagnostics(store)
    let reducer = Reducer<Counting>(id: "twice", ReduceOn(Touch.self) { _, _ in })
    let effect = Effect<Void>.map(Touch.self) { _ in nil }
    let interceptor = TestInterceptor<Counting>()
    let part = Reducer<Int>(ReduceOn(Touch.self) { _, _ in })
    store.register(reducer: part, for: \.count)
    store.register(reducer: part, for: \.other)
    store.register(reducer: reducer).unregister()
    store.register(reducer: reducer)
    store.register(effect: effect, id: "first")
    store.register(effect: effect, id: "first")
    store.unregisterEffects(withID: "first")
    store.register(effect: effect, id: "other").unregister()
    store.register(effect: effect, id: "first")
    store.register(interceptor: interceptor).unregister()
    store.register(interceptor: interceptor)
    store.register(interceptor: PrintInterceptor())
    store.register(interceptor: PrintInterceptor())
    #expect(diagnostics.events == [])
    store.register(reducer: reducer)
    store.register(effect: effect, id: "second")
    store.register(interceptor: interceptor)
    #expect(
      beginnings(diagnostics) == [
        "The reducer twice is registered twice", "The effect second is registered twice",
        "The interceptor TestInterceptor<Counting> is registered twice",
      ]
    )
  }

  @Test func `effects of another environment are reported by name`() {
    final class Mixed: Effects<Void> {
      let own = Effect<Void>.map(Touch.self) { _ in Increment() }
      let foreign = Effect<Other>.map(Touch.self) { _ in Increment() }
    }
    let store = Store.counting()
    let diagnostics = Self.diagnostics(store)
    store.register(effects: Mixed())
    #expect(
      diagnostics.events == [
        """
        Mixed has effects with another environment than its own: foreign. They were not registered. \
        To fix, declare them with the environment of the type, or lift them to it.
        """
      ]
    )
    store.dispatch(action: Touch())
    #expect(store.state.count == 1)
  }

  @Test func `effects of which none is found are reported`() {
    final class Computed: Effects<Void> {
      var touch: Effect<Void> { .map(Touch.self) { _ in Increment() } }
    }
    final class Listed: Effects<Void> {
      var enabledEffects: [Effect<Void>] { [.map(Touch.self) { _ in Increment() }] }
    }
    struct Disabled: Effects<Void> {
      let touch = Effect<Void>.map(Touch.self) { _ in Increment() }
      var enabledEffects: [Effect<Void>] { [] }
    }
    let store = Store.counting()
    let diagnostics = Self.diagnostics(store)
    store.register(effects: Listed())
    store.register(effects: Disabled())
    #expect(diagnostics.events == [])
    store.register(effects: Computed())
    store.register(feature: Feature<Counting, Void>(id: "computed").effects(Computed()))
    let text = """
      Computed has no effects: nothing was registered. To fix, declare its effects as stored \
      properties, with `let`: computed ones aren't found. Or list them in `enabledEffects`.
      """
    #expect(diagnostics.events == [text, text])
  }

  @Test func `effects that replace those of their type are reported`() {
    final class Stored: Effects<Void> {
      let touch = Effect<Void>.map(Touch.self) { _ in Increment() }
    }
    let store = Store.counting()
    let diagnostics = Self.diagnostics(store)
    store.register(effects: Stored()).unregister()
    store.register(effects: Stored())
    store.unregisterEffects(ofType: Stored.self)
    store.register(effects: Stored())
    // Asked for, by the id.
    store.register(effects: [.map(Touch.self) { _ in nil }], id: "id")
    store.register(effects: [.map(Touch.self) { _ in nil }], id: "id")
    let feature = Feature<Counting, Void>(id: "stored").effects(Stored())
    store.register(feature: feature)
    store.register(feature: feature)
    #expect(diagnostics.events == [])
    store.register(effects: Stored())
    #expect(
      diagnostics.events == [
        """
        Stored was registered while effects with the same id were: these were unregistered, and their \
        runs cancelled. To fix, register it once, or unregister it before. If two types have the same \
        name, implement `id` in one of them.
        """
      ]
    )
  }

  @Test func `an interceptor whose interests leave its method uncalled is reported`() {
    struct Deaf: EffectInterceptor {
      var interests: InterceptorInterests { .timing }
      func committed(_ commit: Commit<Counting>) {}
      func effectChanged(_ event: EffectEvent) {}
    }
    struct Blind: ActionInterceptor {
      var interests: InterceptorInterests { [] }
      func actionDispatched(action: any Action, oldState: Counting, newState: Counting) {}
    }
    let store = Store.counting()
    let diagnostics = Self.diagnostics(store)
    store.register(interceptor: EffectProbe<Counting> { _ in })
    store.register(interceptor: CommitProbe<Counting> { _ in }.filtered(to: Touch.self))
    store.register(interceptor: PrintInterceptor())
    #expect(diagnostics.events == [])
    store.register(interceptor: Deaf())
    store.register(interceptor: Blind())
    #expect(
      diagnostics.events == [
        """
        Deaf implements effectChanged(_:), which is never called, because its interests don't include \
        .effects. To fix, add .effects to `interests`, or leave `interests` to its default.
        """,
        """
        Blind implements actionDispatched(action:oldState:newState:), which is never called, because \
        its interests don't include .oldState. To fix, add .oldState to `interests`, or leave \
        `interests` to its default.
        """,
      ]
    )
  }

  #if DEBUG
    @Test(arguments: [false, true])
    func `an interceptor that reads the old state without requesting it is reported`(isLifted: Bool)
    {
      struct Curious: Interceptor {
        func committed(_ commit: Commit<Counting>) { _ = commit.oldState }
      }
      struct Requesting: Interceptor {
        var interests: InterceptorInterests { .oldState }
        func committed(_ commit: Commit<Counting>) { _ = commit.oldState }
      }
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      store.register(interceptor: CommitProbe<Counting>(interests: []) { _ in })
      store.dispatch(action: Increment())
      let requesting = store.register(interceptor: Requesting())
      store.dispatch(action: Increment())
      requesting.unregister()
      if isLifted {
        store.register(interceptor: Curious().lift(state: \.self))
      } else {
        store.register(interceptor: Curious())
      }
      #expect(diagnostics.events == [])
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      #expect(diagnostics.events.count == 1)
      let text = diagnostics.events.first ?? ""
      #expect(text.hasPrefix("Curious read"))
      #expect(
        text.hasSuffix(
          """
           read `oldState`, which is nil, because its interests don't include .oldState. To fix, add \
          .oldState to `interests`, or conform to ActionInterceptor, whose \
          actionDispatched(action:oldState:newState:) is given both states.
          """
        )
      )
    }

    @Test func `a projector that dispatches is reported by its name`() {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      let isOver = Shared(false)
      let impure = Selector<Counting, Int>(
        name: "impure",
        fileID: "Shop/Cart.swift",
        line: 12
      ) { [unowned store] state in
        if state.count == 1, !isOver.exchange(true) { store.dispatch(action: Touch()) }
        return state.count
      }
      let token = store.select(impure).sink { _ in }
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      #expect(
        diagnostics.events == [
          """
          The projector of impure at Shop/Cart.swift:12 dispatched Touch. A projector runs whenever \
          somebody reads or observes the value, and only computes it. To fix, dispatch from a \
          subscriber, an effect or a feedback.
          """
        ]
      )
      #expect(store.state.other == 1)
      token.cancel()
    }

    @Test func `an action that nothing takes is reported once for its type`() {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      store.register(history: StateHistory(of: \Counting.self))
      store.dispatch(action: Unhandled())
      store.dispatch(action: Unhandled())
      store.restore(Counting())
      store.dispatch(action: ElementAction<Meal>(id: 1, action: Touch()))
      #expect(
        diagnostics.events == [
          """
          Unhandled was dispatched, and no reducer, effect or interceptor of the store takes it: \
          nothing happened. To fix, register what handles it before it is dispatched.
          """,
          """
          ElementAction<Meal> was dispatched, and no reducer, effect or interceptor of the store takes \
          it: nothing happened. To fix, register what handles it before it is dispatched, with \
          `lift(elements:)` for the collection.
          """,
        ]
      )
    }

    @Test func `an action that nothing takes may be that of a computed effect`() {
      final class Half: Effects<Void> {
        let stored = Effect<Void>.map(Touch.self) { _ in nil }
        var computed: Effect<Void> { .map(Unhandled.self) { _ in nil } }
      }
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      store.register(effects: Half())
      store.dispatch(action: Unhandled())
      #expect(
        diagnostics.events == [
          """
          Unhandled was dispatched, and no reducer, effect or interceptor of the store takes it: \
          nothing happened. To fix, register what handles it before it is dispatched. If an effect is \
          to take it, declare that as a stored property of its `Effects`, with `let`: computed ones \
          aren't found.
          """
        ]
      )
    }

    @Test func `a template that nothing takes is reported beside others of its payload`() {
      let reduced = ActionTemplate(id: "reduced", payloadType: Int.self)
      let answered = ActionTemplate(id: "answered", payloadType: Int.self)
      let forgotten = ActionTemplate(id: "forgotten", payloadType: Int.self)
      let alone = ActionTemplate(id: "alone")
      let other = ActionTemplate(id: "other")
      let store = Store<Counting, Void>(
        initialState: Counting(),
        reducers: [Reducer(ReduceOn(reduced) { state, action in state.count += action.payload })]
      )
      let diagnostics = Self.diagnostics(store)
      let effect = store.register(effect: .map(matching: answered) { _ in nil })
      for _ in 0..<2 {
        store.dispatch(action: reduced(payload: 1))
        store.dispatch(action: answered(payload: 1))
      }
      #expect(diagnostics.events == [])
      for _ in 0..<2 {
        store.dispatch(action: forgotten(payload: 1))
        store.dispatch(action: alone())
        store.dispatch(action: other())
      }
      effect.unregister()
      store.dispatch(action: answered(payload: 1))
      #expect(
        beginnings(diagnostics) == [
          "forgotten with a payload of type Int was dispatched",
          "alone with a payload of type Void was dispatched",
          "other with a payload of type Void was dispatched",
          "answered with a payload of type Int was dispatched",
        ]
      )
      // Takes everything.
      let stream = store.register(
        effect: .nonDispatching { actions, _ in for await _ in actions {} }
      )
      store.dispatch(action: ActionTemplate(id: "read")())
      stream.unregister()
      store.register(interceptor: CommitProbe<Counting> { _ in })
      store.dispatch(action: ActionTemplate(id: "seen")())
      #expect(diagnostics.events.count == 4)
      #expect(store.state.count == 2)
    }

    @Test func `an action that an effect or an interceptor takes is not reported`() {
      let withEffect = Store.counting()
      let withInterceptor = Store.counting()
      let without = Store<Counting, Void>(initialState: Counting())
      let diagnostics = [withEffect, withInterceptor, without].map { Self.diagnostics($0) }
      withEffect.register(effect: .on(Unhandled.self) { _, _ in })
      withInterceptor.register(interceptor: CommitProbe<Counting> { _ in })
      for store in [withEffect, withInterceptor, without] { store.dispatch(action: Unhandled()) }
      #expect(diagnostics.map(\.events) == [[], [], []])
    }

    @Test func `comparisons that take long are reported once, with the subscriber`() {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      let token = store.select(\.self).skippingRepeats { one, other in
        // Until the clock has moved on by more than the limit.
        let begin = ContinuousClock.now
        while begin.duration(to: .now) < .milliseconds(2) {}
        return one == other
      }
      .sink { _ in }
      for _ in 0..<8 { store.dispatch(action: Increment()) }
      #expect(diagnostics.events.count == 1)
      let text = diagnostics.events.first ?? ""
      #expect(text.hasPrefix("the subscriber at SluiceTests/MisuseTests.swift:"))
      #expect(text.contains("compares values that take"))
      token.cancel()
    }
  #endif
}
