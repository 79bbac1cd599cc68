import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Overlap and timing, which are per element.
extension EffectElementsTests {
  @Test func `overlap is per element, and takes effect at the commit`() async {
    store.register(effect: Self.work.overlap(.latest).lift(elements: \Album.photos))
    send(1, Start(delay: 1))
    send(2, Start(delay: 2))
    send(1, Start(delay: 3))
    await clock.advance(by: .seconds(10))
    #expect(answers == ["2: 2 ", "1: 1 "])
  }

  @Test func `an action that is left out cancels no run of its element`() async {
    let effect = Self.work.where { $0.delay > 0 }.overlap(.latest)
    store.register(effect: effect.lift(elements: \Album.photos))
    send(1, Start(delay: 2))
    send(2, Start(delay: 0))
    send(1, Start(delay: 0))
    store.dispatch(action: EveryElementAction<Photo>(action: Start(delay: 0)))
    await clock.advance(by: .seconds(10))
    #expect(answers == ["1: 1 "])
  }

  @Test func `serial runs wait for those of their element, and end with it`() async {
    store.register(effect: Self.work.overlap(.serial).lift(elements: \Album.photos))
    for _ in 0..<2 {
      send(1, Start(delay: 2))
      send(2, Start(delay: 3))
    }
    await clock.advance(by: .seconds(3))
    #expect(answers == ["1: 1 ", "2: 2 "])
    store.dispatch(action: Remove(id: 2))
    await clock.advance(by: .seconds(10))
    #expect(answers == ["1: 1 ", "2: 2 ", "1: 1 "])
    await store.idle()
  }

  @Test func `a debounce is per element, and ends with it`() async {
    store.register(
      effect: Self.work.debounce(for: .seconds(1)).lift(elements: \Album.photos)
    )
    send(1, Start(delay: 0))
    send(2, Start(delay: 0))
    send(3, Start(delay: 0))
    send(3, Start(delay: 0))
    store.dispatch(action: Remove(id: 2))
    await clock.advance(by: .seconds(5))
    #expect(answers.sorted() == ["1: 1 ", "3: 3 "])
    await store.idle()
  }

  @Test func `a throttle's interval outlives its runs`() async {
    store.register(effect: Self.work.throttle(for: .seconds(5)).lift(elements: \Album.photos))
    send(1, Start(delay: 0))
    await clock.advance(by: .seconds(1))
    send(1, Start(delay: 0))
    send(2, Start(delay: 0))
    await clock.advance(by: .seconds(5))
    send(1, Start(delay: 0))
    await clock.advance(by: .seconds(1))
    #expect(answers == ["1: 1 ", "2: 2 ", "1: 1 "])
  }

  @Test(arguments: [false, true])
  func `elements of the same id have one run`(isDebounced: Bool) async {
    let store = Store(
      initialState: Album(array: [Photo(id: 1), Photo(id: 1)]),
      reducers: [Self.photo.lift(elements: \Album.array)],
      clock: clock
    )
    store.register(interceptor: commits)
    store.register(
      effect: (isDebounced ? Self.work.debounce(for: .seconds(1)) : Self.work.overlap(.serial))
        .lift(elements: \Album.array)
    )
    store.register(
      effect: Effect.map(Start.self) { _ in Done(note: "at once") }.lift(elements: \Album.array),
      id: "map"
    )
    store.dispatch(action: EveryElementAction<Photo>(action: Start(delay: 1)))
    await clock.advance(by: .seconds(9))
    #expect(answers == ["1: at once", "1: 1 "])
    await store.idle()
  }
}
