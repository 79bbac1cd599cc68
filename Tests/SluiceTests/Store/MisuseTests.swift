import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a store says of uses that would otherwise have no effect, or a double one.
@Suite(.inTurn) struct MisuseTests {
  let store = Store.counting()
  let diagnostics: Log<String>

  init() { diagnostics = store.reports() }

  var beginnings: [String] {
    diagnostics.events.map { text in String(text.prefix { $0 != "," && $0 != ":" }) }
  }

  @Test func `what is registered a second time is reported`() {
    let reducer = Reducer<Counting>(id: "twice", ReduceOn(Touch.self) { _, _ in })
    let effect = Effect<Void>.on(Touch.self).map { _, _ in nil }
    let interceptor = TestInterceptor<Counting>()
    let part = Reducer<Int>(ReduceOn(Touch.self) { _, _ in })
    store.register(reducer: part, for: .state(\.count))
    store.register(reducer: part, for: .state(\.other))
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
      beginnings == [
        "The reducer twice is registered twice", "The effect second is registered twice",
        "The interceptor TestInterceptor<Counting> is registered twice",
      ]
    )
  }

  @Test func `effects of another environment are reported by name`() {
    struct Other: Sendable {}
    final class Mixed: Effects<Void> {
      let own = Effect<Void>.on(Touch.self).map { _, _ in Increment() }
      let foreign = Effect<Other>.on(Touch.self).map { _, _ in Increment() }
    }
    store.register(effects: Mixed())
    #expect(
      diagnostics.events == [
        """
        MisuseTests.Mixed has effects with another environment than its own: foreign. They were not \
        registered. To fix, declare them with the environment of the type, or lift them to it.
        """
      ]
    )
    store.dispatch(action: Touch())
    #expect(store.state.count == 1)
  }

  @Test func `effects of which none is found are reported`() {
    final class Computed: Effects<Void> {
      var touch: Effect<Void> { .on(Touch.self).map { _, _ in Increment() } }
    }
    final class Listed: Effects<Void> {
      var enabledEffects: [Effect<Void>] { [.on(Touch.self).map { _, _ in Increment() }] }
    }
    struct Disabled: Effects<Void> {
      let touch = Effect<Void>.on(Touch.self).map { _, _ in Increment() }
      var enabledEffects: [Effect<Void>] { [] }
    }
    store.register(effects: Listed())
    store.register(effects: Disabled())
    #expect(diagnostics.events == [])
    store.register(effects: Computed())
    store.register(feature: Feature<Counting, Void>(id: "computed").effects(Computed()))
    let text = """
      MisuseTests.Computed has no effects: nothing was registered. To fix, declare its effects as \
      stored properties, with `let`: computed ones aren't found. Or list them in `enabledEffects`.
      """
    #expect(diagnostics.events == [text, text])
  }

  @Test func `effects that replace those of their type are reported`() {
    final class Stored: Effects<Void> {
      let touch = Effect<Void>.on(Touch.self).map { _, _ in Increment() }
    }
    store.register(effects: Stored()).unregister()
    store.register(effects: Stored())
    store.unregisterEffects(ofType: Stored.self)
    store.register(effects: Stored())
    // Asked for, by the id.
    store.register(effects: [.on(Touch.self).map { _, _ in nil }], id: "id")
    store.register(effects: [.on(Touch.self).map { _, _ in nil }], id: "id")
    let feature = Feature<Counting, Void>(id: "stored").effects(Stored())
    store.register(feature: feature)
    #expect(diagnostics.events == [])
    store.register(effects: Stored())
    #expect(
      diagnostics.events == [
        """
        MisuseTests.Stored replaced effects with the same id, which were registered: their runs were \
        cancelled. To fix, register it once, or unregister it before. If another type has this `id`, \
        change it in one of them.
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
      store.register(interceptor: CommitProbe<Counting>(interests: []) { _ in })
      store.dispatch(action: Increment())
      let requesting = store.register(interceptor: CommitProbe<Counting> { _ = $0.oldState })
      store.dispatch(action: Increment())
      requesting.unregister()
      if isLifted {
        store.register(Curious()) { $0.lift(.state(\.self)) }
      } else {
        store.register(interceptor: Curious())
      }
      #expect(diagnostics.events == [])
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      #expect(
        diagnostics.events == [
          """
          Curious read `oldState`, which is nil, because its interests don't include .oldState. To \
          fix, add .oldState to `interests`, or conform to ActionInterceptor, whose \
          actionDispatched(action:oldState:newState:) is given both states.
          """
        ]
      )
    }

    @Test func `a projector that dispatches is reported by its name`() {
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

    @Test func `slow comparisons are reported once, with the subscriber`() {
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
