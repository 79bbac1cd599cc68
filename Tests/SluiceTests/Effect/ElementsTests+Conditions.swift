import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Conditions of effects that are lifted from an element, or from a part that may be absent.
extension ElementsTests {
  /// A way to lift an effect of a photo, and the action for it.
  struct Lift: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether the part's actions are wrapped for it.
    var isElement = false
    let lift: @Sendable (Effect<Void>) -> Effect<Void>

    var increment: any Action { isElement ? to(9, Increment()) : Increment() }
  }

  static let lifts = [
    Lift(testDescription: "entities", isElement: true) { $0.lift(elements: \Album.photos) },
    Lift(testDescription: "a dictionary", isElement: true) { $0.lift(elements: \Album.dictionary) },
    Lift(testDescription: "an optional part") { $0.lift(state: \Album.cover) },
    Lift(testDescription: "a case") { $0.lift(get: { (album: Album) in album.screen.photo }) },
  ]

  /// A bench whose photos count, wherever they are.
  private static func conditional(_ effect: Effect<Void>) -> Bench<Album, Void> {
    let parts = [
      photo.lift(state: \Album.cover),
      photo.lift(
        get: { (album: Album) in album.screen.photo },
        set: { $0.screen = .photo($1) }
      ),
    ]
    return Bench(state: Album(), reducers: reducers + parts, effects: [effect])
  }

  @Test(arguments: lifts)
  func `an effect of an optional part sees and reads it, if it was there`(lift: Lift) async {
    let observing = Observing<Increment, Photo>(\.count)
    let counts = Log<Int>()
    let reading = Effect<Void>.on(Increment.self, reading: \Photo.count) { _, count, _ in
      counts.append(count)
    }
    let retaining = Effect<Void>.on(Increment.self, state: Photo.self) { _, _, context in
      counts.append(try context.stateAtCommit.count)
    }
    let bench = Self.conditional(lift.lift(observing.effect))
    bench.store.register(effects: [lift.lift(reading), lift.lift(retaining.retainingState())])
    await bench.send(lift.increment)
    let token = bench.store.select(\.other).sink { [store = bench.store] other in
      guard other == 1 else { return }
      // Delivered when the part is there, and committed before it was.
      store.dispatch(action: lift.increment)
      store.dispatch(action: Add(id: 9))
    }
    await bench.send(Touch())
    #expect(bench.store.state.cover != nil)
    #expect(observing.seen.events.isEmpty)
    #expect(counts.events.isEmpty)
    await bench.send(lift.increment, lift.increment)
    #expect(observing.seen.events == [[0, 1], [1, 2]])
    #expect(counts.events.sorted() == [1, 1, 2, 2])
    #expect(bench.errors == [])
    token.cancel()
  }

  @Test func `for a part that the action itself made, the state before is the one after`() async {
    let observing = Observing<Add, Photo>(\.id)
    let bench = Self.conditional(observing.effect.lift(state: \Album.cover))
    await bench.send(Add(id: 8), Add(id: 8), Add(id: 9))
    #expect(observing.seen.events == [[8, 8], [8, 8], [9, 9]])
  }

  @Test func `a condition is evaluated for each part whose runs an action may cancel`() async {
    let cancelled = Log<Int>()
    let effect = Effect<Void>.on(Ask.self, state: Photo.self) { _, _, context in
      do {
        try await context.sleep(for: .seconds(1))
      } catch {
        cancelled.append(context.state.id)
      }
    }
    .cancelled(by: Increment.self, when: { (_, _: Photo, after) in after.count == 1 })
    register(effect)
    await bench.sendEach(Self.to(2, Increment()), Self.toEvery(Ask("a")), Self.toEvery(Increment()))
    await bench.advance(1)
    #expect(cancelled.events.sorted() == [1, 3])
  }
}
