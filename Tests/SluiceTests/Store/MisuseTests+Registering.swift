import Sluice
import SluiceTesting
import TestSupport
import Testing

private func made() -> Reducer<Counting> {
  Reducer(ReduceOn(Unhandled.self) { state, _ in state.count += 1 })
}

/// What a store says of registrations that would act twice, or not at all.
extension MisuseTests {
  // MARK: - Reducers of one line

  @Test func `a reducer without an id that one line makes twice is reported once`() {
    store.register(reducer: made()).unregister()
    let first = store.register(reducer: made())
    #expect(diagnostics.events == [])
    store.register(reducer: made())
    store.register(reducer: made())
    #expect(
      diagnostics.events == [
        """
        The reducer at SluiceTests/MisuseTests+Registering.swift:7, which has no id, is registered \
        twice, and acts twice. To fix, register it once, or unregister it before. If one line makes \
        several, give each an `id`.
        """
      ]
    )
    first.unregister()
    store.dispatch(action: Unhandled())
    #expect(store.state.count == 2)
  }

  @Test func `what one line makes for several places, ids or types of actions is not reported`() {
    let template = ActionTemplate(id: "a")
    let other = ActionTemplate(id: "b")
    func part() -> Reducer<Int> { Reducer(ReduceOn(Unhandled.self) { _, _ in }) }
    func named(_ id: String) -> Reducer<Counting> {
      Reducer(id: id, ReduceOn(Unhandled.self) { _, _ in })
    }
    store.register(reducer: part().lift(.state(\.count)))
    store.register(reducer: part().lift(.state(\.other)))
    for id in ["a", "b"] { store.register(reducer: named(id)) }
    for template in [template, other] {
      store.register(reducer: Reducer(ReduceOn(template) { _, _ in }))
    }
    // swift-format-ignore
    store.register(reducer: Reducer(ReduceOn(Touch.self) { _, _ in }))
    store.register(reducer: Reducer(ReduceOn(Increment.self) { _, _ in }))
    #expect(diagnostics.events == [])
  }

  // MARK: - Cancelling by id

  @Test func `an id by which nothing is cancelled is reported when the effects are registered`() {
    final class Uploads: Effects<Void> {
      let upload = Effect<Void>.on(Touch.self).run { _, _ in }.cancellable(id: "upload")
      let cancel = Effect<Void>.cancel(id: "upload", on: Increment.self)
      let again = Effect<Void>.on(Unhandled.self).run { _, _ in }.cancels(id: "upload")
    }
    final class Misspelled: Effects<Void> {
      let upload = Effect<Void>.on(Touch.self).run { _, _ in }.cancellable(id: "upload")
      let cancel = Effect<Void>.cancel(id: "uplaod", on: Increment.self)
      let again = Effect<Void>.on(Unhandled.self).run { _, _ in }.cancels(id: 7)
    }
    store.register(effects: Uploads())
    store.register(feature: Feature<Counting, Void>(id: "uploads").effects(Uploads()))
    #expect(diagnostics.events == [])
    store.register(feature: Feature<Counting, Void>(id: "misspelled").effects(Misspelled()))
    func text(_ line: Int, _ id: String) -> String {
      """
      The effect at SluiceTests/MisuseTests+Registering.swift:\(line) cancels runs with the id \(id), \
      but no effect that is registered together with it has that id: it cancels nothing. To fix, add \
      `.cancellable(id:)` to the effect whose runs are to be cancelled, and make both properties of \
      one `Effects` type.
      """
    }
    #expect(diagnostics.events == [text(63, "uplaod"), text(64, "7")])
  }

  // MARK: - Triggers

  private class Base: Effects<Void> {
    let inherited = Effect<Void>.on(Touch.self)
  }

  private final class Derived: Base {
    let own = Effect<Void>.on(matching: ActionTemplate(id: "a")).seeing(Counting.self)
    lazy var postponed = Effect<Void>.on(Touch.self)
    let chosen: Trigger<Void, Touch, Void>? = Effect<Void>.on(Touch.self)
    let all = [Effect<Void>.on(Touch.self), Effect<Void>.on(Touch.self)]
    let pair = (Effect<Void>.on(Touch.self), 1)
    let byName = ["touch": Effect<Void>.on(Touch.self)]
    let effect = Effect<Void>.on(Touch.self).map { _, _ in nil }
  }

  @Test func `a trigger without a verb is reported, in whichever way it is written`() {
    let names = ["inherited", "own", "postponed", "chosen", "all", "all", "pair", "byName"]
    func expectNames(_ register: () -> Void) {
      let before = diagnostics.events.count
      register()
      let texts = diagnostics.events.dropFirst(before)
      #expect(texts.count == 1)
      let found = texts.first?.split(separator: ": ")[1].split(separator: ". They").first ?? ""
      #expect(found.split(separator: ", ").map { String($0.prefix { $0 != " " }) } == names)
    }
    func make() -> Derived {
      let effects = Derived()
      _ = effects.postponed
      return effects
    }
    expectNames { store.register(effects: make()) }
    expectNames {
      store.register(feature: Feature<Counting, Void>(id: "one", effects: make()))
    }
    expectNames {
      let inner = Feature<Int, Void>(id: "inner").effects(make()).lift(.state(\Counting.count))
      store.register(feature: Feature<Counting, Void>(id: "outer").feature(inner))
    }
  }
}
