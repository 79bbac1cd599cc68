import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects that read another state than the store's.
@Suite(.inTurn) struct StateTypeMismatchTests {
  struct Whole: Sendable { var part = Counting() }

  @Test func `an effect that reads another state is refused when it is registered`() async {
    let bench = Bench()
    bench.store.register(
      effects: [
        .on(Ask.self, fileID: "Shop/Asking.swift", line: 3).seeing(Ask.self).run { _, _, context in
          context.answer(context.state.name)
        },
        Effect.echo,
      ],
      id: "asking"
    )
    await bench.ask("a")
    #expect(bench.answers == ["a"])
    #expect(
      bench.failures.map { "\($0)" } == [
        """
        asking.1 (Shop/Asking.swift:3) reads a state of type Ask, and the store's state is of type \
        Counting. It was not registered. To fix, let it read a state of type Counting, or register it \
        on a store of Ask.
        """
      ]
    )
    #expect(bench.failures.first?.error is StateTypeMismatch)
    #expect(bench.failures.first?.run == EffectRunID(effect: "asking.1", number: 0))
  }

  private static let reading = Effect<Void>.on(Ask.self).seeing(Counting.self).run { _, _, _ in }
  private static let retaining = Effect<Void>.on(Ask.self)
    .seeing(Counting.self, retaining: .atCommit).run { _, _, _ in }
  private static let whole = Effect<Void>.on(Ask.self).seeing(Whole.self).run { _, _, _ in }

  /// Effects on a store of `Whole`, and the state of which type they read in vain, in which part.
  static let effects: [(effect: Effect<Void>, isLifted: Bool, mismatch: String?)] = [
    (reading, false, "Counting in none"),
    (reading, true, nil),
    (whole, true, nil),
    (retaining, false, "Counting in none"),
    (retaining, true, nil),
    (whole.when(changing: Counting.self) { _, _, _ in true }, false, "Counting in none"),
    (
      whole.cancelled(by: Touch.self, changing: Requests.self) { _, _, _ in true }, false,
      "Requests in none"
    ),
    (Effect.echo.when(changing: Requests.self) { _, _, _ in true }, true, "Requests in Counting"),
  ]

  @Test(arguments: effects.indices)
  func `an effect reads, directly or by its condition, only the state of its store or part`(
    index: Int
  ) {
    let bench = Bench(state: Whole())
    let (effect, isLifted, mismatch) = Self.effects[index]
    if isLifted {
      bench.store.register(effect) {
        (feature: Feature<Counting, Void>) in feature.lift(.state(\Whole.part))
      }
    } else {
      bench.store.register(effect: effect)
    }
    let mismatches = bench.failures.map { $0.error as? StateTypeMismatch }.map {
      "\($0?.requestedType ?? "") in \($0?.partType ?? "none")"
    }
    #expect(mismatches == [mismatch].compactMap(\.self))
  }

  @Test func `a feature's effect that reads another state is refused with its type, too`() throws {
    let bench = Bench(state: Whole())
    let asking = Effect<Void>.on(matching: ActionTemplate(id: "ask", payloadType: Int.self)).seeing(
      Ask.self
    ).run { _, _, _ in }
    let feature = Feature<Counting, Void>(id: "f").effect(asking)
    bench.store.register(feature: feature.lift(.state(\.part)))
    #expect(bench.failures.count == 1)
    let mismatch = try #require(bench.failures.first?.error as? StateTypeMismatch)
    let names = [
      mismatch.effect, mismatch.requestedType, mismatch.storedType, mismatch.partType ?? "none",
    ]
    #expect(names == ["f.1", "Ask", "Whole", "Counting"])
    #expect(mismatch.description.contains("let it read a state of type Counting"))
  }
}
