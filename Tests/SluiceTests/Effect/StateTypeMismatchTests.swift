import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects that read another state than the store's.
@Suite(.inTurn)
struct StateTypeMismatchTests {
  @Test func `an effect that reads another state is refused when it is registered`() async {
    let failures = Log<EffectFailure>()
    let bench = Bench()
    bench.store.onEffectFailure = { failures.append($0) }
    bench.store.register(
      effects: [
        .on(Ask.self, state: Ask.self, fileID: "Shop/Asking.swift", line: 3) { _, _, context in
          context.send(Answered(name: context.state.name))
        },
        Effect.echo,
      ],
      id: "asking"
    )
    #expect(
      failures.events.map { "\($0)" } == [
        """
        asking.1 (Shop/Asking.swift:3) reads a state of type Ask, and the store's state is of type \
        Counting. It was not registered. To fix, let it read a state of type Counting, or register it \
        on a store of Ask.
        """
      ]
    )
    #expect(failures.events.first?.error is StateTypeMismatch)
    #expect(failures.events.first?.run == EffectRunID(effect: "asking.1", number: 0))
    bench.ask("a")
    await bench.store.idle()
    #expect(bench.answers == ["a"])
    #expect(failures.events.count == 1)
  }

  @Test func `a feature's effect that reads another state is refused with the part's type, too`() {
    struct Whole: Sendable { var part = Counting() }
    let mismatches = Log<StateTypeMismatch?>()
    let store = Store(initialState: Whole())
    store.onEffectFailure = { mismatches.append($0.error as? StateTypeMismatch) }
    let asking = Effect<Void>.on(
      matching: ActionTemplate(id: "ask", payloadType: Int.self),
      state: Ask.self
    ) {
      _,
      _,
      _ in
    }
    store.register(feature: Feature<Counting, Void>(id: "f").effect(asking), state: \.part)
    #expect(mismatches.events.map(\.?.effect) == ["f.1"])
    #expect(mismatches.events.map(\.?.requestedType) == ["Ask"])
    #expect(mismatches.events.map(\.?.storedType) == ["Whole"])
    #expect(mismatches.events.map(\.?.partType) == ["Counting"])
    let description = mismatches.events.first??.description
    #expect(description?.contains("let it read a state of type Counting") == true)
  }

  @Test func `an effect lifted from a part of another state is refused`() {
    struct Whole: Sendable { var part = Counting() }
    let mismatches = Log<StateTypeMismatch?>()
    let store = Store.counting()
    store.onEffectFailure = { mismatches.append($0.error as? StateTypeMismatch) }
    let reading = Effect<Void>.on(Ask.self, state: Counting.self) { _, _, _ in }
    store.register(effect: reading.lift(state: \Whole.part))
    #expect(mismatches.events.map(\.?.requestedType) == ["Whole"])
    store.register(effect: reading.lift(state: \Counting.count))
    #expect(mismatches.events.count == 1)
  }
}
