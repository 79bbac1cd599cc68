import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Conditions of effects that are lifted from an element, or from a part that may be absent.
extension ElementsTests {
  /// Ways to lift what a photo has, and an action for it.
  static let lifts: [(lift: Lift<Photo, Album>, increment: any Action)] = [
    (Lift("entities") { $0.lift(.each(\.photos)) }, to(9, Increment())),
    (Lift("a dictionary") { $0.lift(.each(\.dictionary)) }, to(9, Increment())),
    (Lift("an optional part") { $0.lift(.optional(\.cover)) }, Increment()),
    (Lift("a case") { $0.lift(inScreen) }, Increment()),
  ]

  /// The photo that a screen shows.
  static let inScreen = Place<Album, Only, Photo>.case(
    get: { $0.screen.photo },
    set: { $0.screen = .photo($1) }
  )

  /// A bench whose photos count, wherever they are.
  private static var conditional: Bench<Album, Void> {
    Bench(
      state: Album(),
      reducers: reducers + [photo.lift(.optional(\Album.cover)), photo.lift(inScreen)]
    )
  }

  @Test(arguments: lifts.indices)
  func `an effect of an optional part sees and reads it, if it was there`(index: Int) async {
    let (lift, increment) = Self.lifts[index]
    let observing = Observing<Increment, Photo>(\.count)
    let counts = Log<Int>()
    let retaining = Effect<Void>.on(Increment.self).seeing(
      Photo.self,
      retaining: [.before, .atCommit]
    ).run { _, _, context in
      counts.append(try context.stateBefore?.count ?? -1)
      counts.append(try context.stateAtCommit.count)
    }
    let bench = Self.conditional
    bench.store.register(observing.effect, retaining, lifted: lift.feature)
    await bench.send(increment)
    let token = bench.store.select(\.other).sink { [store = bench.store] other in
      guard other == 1 else { return }
      // Delivered when the part is there, and committed before it was.
      store.dispatch(action: increment)
      store.dispatch(action: Add(id: 9))
    }
    await bench.send(Touch())
    #expect(bench.store.state.cover != nil)
    #expect(observing.seen.events.isEmpty)
    #expect(counts.events.isEmpty)
    await bench.send(increment, increment)
    #expect(observing.seen.events == [[0, 1], [1, 2]])
    #expect(counts.events == [0, 1, 1, 2])
    #expect(bench.errors == [])
    token.cancel()
  }

  @Test func `a part that the action itself made has no state before`() async {
    let observing = Observing<Add, Photo>(\.id)
    let befores = Log<Int?>()
    let retaining = Effect<Void>.on(Add.self).seeing(Photo.self, retaining: .before).run {
      _,
      _,
      context in
      befores.append(try context.stateBefore?.id)
    }
    let bench = Self.conditional
    bench.store.register(observing.effect, retaining) { $0.lift(.optional(\Album.cover)) }
    for id in [8, 8, 9] { await bench.send(Add(id: id)) }
    #expect(observing.seen.events == [[-1, 8], [8, 8], [-1, 9]])
    #expect(befores.events == [nil, 8, nil])
  }

  @Test func `a condition is evaluated for each part whose runs an action may cancel`() async {
    let cancelled = Log<Int>()
    let effect = Effect<Void>.on(Ask.self).seeing(Photo.self).run { _, _, context in
      do {
        try await context.sleep(for: .seconds(1))
      } catch {
        cancelled.append(context.state.id)
      }
    }
    .cancelled(by: Increment.self, changing: Photo.self) { _, _, after in after.count == 1 }
    register(effect)
    await bench.sendEach(Self.to(2, Increment()), Self.toEvery(Ask("a")), Self.toEvery(Increment()))
    await bench.advance(1)
    #expect(cancelled.events.sorted() == [1, 3])
  }
}
