import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

#if DEBUG
  /// What a store says of actions that nothing takes.
  extension MisuseTests {
    private struct Meal: Sendable, Equatable, Identifiable {
      let id: Int
    }

    private func unhandled(_ action: String, _ hint: String) -> String {
      """
      \(action) was dispatched, but no reducer, effect or interceptor of the store handles it: nothing \
      happened. To fix, register what handles it before it is dispatched\(hint)
      """
    }

    @Test func `an action that nothing handles is reported once for its type`() {
      store.register(history: StateHistory(of: .state(\Counting.self)))
      store.dispatch(action: Unhandled())
      store.dispatch(action: Unhandled())
      store.restore(Counting())
      store.dispatch(action: ElementAction<Meal>(id: 1, action: Touch()))
      #expect(
        diagnostics.events == [
          unhandled("Unhandled", "."),
          unhandled("ElementAction<Meal>", ", with `lift(.each(…))` for the collection."),
        ]
      )
    }

    @Test func `an action that nothing handles may be that of a computed effect`() {
      final class Half: Effects<Void> {
        let stored = Effect<Void>.on(Touch.self).map { _, _ in nil }
        var computed: Effect<Void> { .on(Unhandled.self).map { _, _ in nil } }
      }
      store.register(effects: Half())
      store.dispatch(action: Unhandled())
      #expect(
        diagnostics.events == [
          unhandled(
            "Unhandled",
            """
            . If an effect is to handle it, declare that as a stored property of its `Effects`, with \
            `let`: computed ones aren't found.
            """
          )
        ]
      )
    }

    @Test func `a template that nothing handles is reported in spite of others of its payload`() {
      let names = ["reduced", "answered", "forgotten"]
      let templates = names.map { ActionTemplate(id: $0, payloadType: Int.self) }
      let cancelling = ActionTemplate(id: "cancelling", payloadType: String.self)
      store.register(
        reducer: Reducer(
          ReduceOn(templates[0]) { state, action in state.count += action.payload }
        )
      )
      let effect = store.register(effect: .on(matching: templates[1]).map { _, _ in nil })
      store.register(
        effect: .on(Ask.self).run { _, _ in }.cancelled(matching: cancelling) { _, _ in true }
      )
      store.dispatch(action: cancelling(payload: ""))
      for _ in 0..<2 {
        for template in templates[..<2] { store.dispatch(action: template(payload: 1)) }
      }
      #expect(diagnostics.events == [])
      for _ in 0..<2 {
        store.dispatch(action: templates[2](payload: 1))
        for id in ["alone", "other"] { store.dispatch(action: ActionTemplate(id: id)()) }
      }
      effect.unregister()
      store.dispatch(action: templates[1](payload: 1))
      #expect(
        beginnings == [
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

    @Test func `an action that an effect or an interceptor handles is not reported`() {
      let effect = store.register(effect: .on(Unhandled.self).run { _, _ in })
      store.dispatch(action: Unhandled())
      effect.unregister()
      store.register(interceptor: CommitProbe<Counting> { _ in })
      store.dispatch(action: Unhandled())
      #expect(diagnostics.events == [])
    }
  }
#endif
