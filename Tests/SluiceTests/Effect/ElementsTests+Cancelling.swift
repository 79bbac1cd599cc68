import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Runs of elements that are removed or cancelled, or overlap.
extension ElementsTests {
  /// Runs until it is cancelled, and notes then of which element it was.
  static func endless(_ ended: Log<Int>) -> ActionEffect<Void, Start> {
    Effect<Void>.on(Start.self).seeing(Photo.self).run { _, _, context in
      await withTaskCancellationHandler {
        try? await context.sleep(for: .seconds(10))
      } onCancel: {
        // Dropped, though the element with that id is another one by now.
        context.send(Done(note: "late"))
        ended.append(context.state.id)
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `the commit that removes an element cancels its runs`(kind: Kind) async {
    let ended = Log<Int>()
    register(Self.endless(ended), for: kind)
    await send((1, Start()), (2, Start()), then: 1)
    store.dispatch(action: Touch())
    #expect(ended.events.isEmpty)
    store.dispatch(action: Remove(id: 1))
    #expect(ended.events == [1])
    await bench.advance(10)
    #expect(bench.answers.isEmpty)
    await store.idle()
  }

  @Test func `an element to which its reducer gives another id ends its runs`() async {
    let ended = Log<Int>()
    register(Self.endless(ended))
    await send((1, Start()), (2, Start()), (3, Start()), then: 1)
    store.dispatch(action: Self.to(1, Renumber(id: 3)))
    #expect(ended.events == [1])
    #expect(store.photos.ids == [3, 2])
    await send((3, Start()), then: 1)
    store.dispatch(action: Self.to(3, Renumber(id: 9)))
    await bench.advance(10)
    #expect(ended.events.sorted() == [1, 3, 3])
    #expect(bench.answers.isEmpty)
  }

  @Test func `what a run sends within the commit that removed its element is dropped`() async {
    let contexts = Log<RunContext<Photo>>()
    register(
      .on(Start.self).seeing(Photo.self).run { _, _, context in
        contexts.append(context)
        try await context.sleep(for: .seconds(1))
      }
    )
    await send((1, Start()))
    let token = store.select(\.photos.count).sink { [contexts] count in
      if count == 2 { contexts.events.first?.send(Done(note: "late")) }
    }
    store.dispatch(action: Remove(id: 1))
    #expect(bench.answers.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test func `runs of many elements are compared with what changed`() async {
    let ended = Log<Int>()
    register(Self.endless(ended))
    for id in 10..<110 { await bench.send(Add(id: id), Self.to(id, Start())) }
    await bench.advance(1)
    store.dispatch(action: Touch())
    for id in [20, 50, 3, 109] { store.dispatch(action: Remove(id: id)) }
    #expect(ended.events == [20, 50, 109])
    store.restore(Album(photos: [Photo(id: 11)]))
    #expect(ended.events.count == 99)
  }

  @Test func `unregistering ends the runs of all elements`() async {
    let registration = register(Self.work.throttle(for: .seconds(60)))
    await send((1, Start()), (2, Start()), then: 1)
    registration.unregister()
    await bench.advance(20)
    #expect(bench.answers.isEmpty)
    store.dispatch(action: Remove(id: 1))
    await store.idle()
  }

  @Test(
    arguments: [
      (to(1, Start()), to(1, Stop()), ["2: 2 ", "2: 2 "]),
      (to(1, Start()), toEvery(Stop()), ["2: 2 "]),
      (toEvery(Start()), to(1, Stop()), ["2: 2 ", "2: 2 ", "2: 2 ", "3: 3 "]),
      (toEvery(Start()), toEvery(Stop()), ["2: 2 "]),
    ] as [(any Action, any Action, [String])]
  )
  func `what cancels finds just the runs of its elements that earlier commits start, though later`(
    _ start: any Action,
    _ stop: any Action,
    remaining: [String]
  ) async {
    register(Self.work.cancelled(by: Stop.self))
    store.register(
      interceptor: CommitProbe<Album> { [weak store] commit in
        // Committed before the effects are notified of the second start, and delivered after.
        if commit.number == 2 { store?.dispatch(action: stop) }
      }
    )
    await send((2, Start()))
    await bench.send(start, Self.to(2, Start()), then: 20)
    #expect(bench.answers.sorted() == remaining)
    await send((1, Start()), then: 20)
    #expect(bench.answers.last == "1: 1 ")
  }

  @Test func `a run that its element's action cancels ends with the delivery`() async {
    let ended = Log<Int>()
    register(Self.endless(ended).cancelled(by: Stop.self))
    await send((1, Start()), (2, Start()), then: 1)
    store.dispatch(action: Self.to(1, Stop()))
    #expect(ended.events == [1])
  }

  @Test func `what an action cancels is forgotten when it has been delivered`() {
    final class Key: Hashable, Sendable {
      static func == (one: Key, other: Key) -> Bool { one === other }
      func hash(into hasher: inout Hasher) {}
    }
    struct Item: Sendable { let key: Key }
    struct StopItem: Action {
      let key: Key
      var stop: (Key, Stop)? { (key, Stop()) }
    }
    struct Clear: Action {}
    let store = Store<[Item], Void>(
      initialState: [],
      reducers: [
        Reducer(
          ReduceOn(StopItem.self) { $0.append(Item(key: $1.key)) },
          ReduceOn(Clear.self) { items, _ in items = [] }
        )
      ]
    )
    store.register(
      Effect<Void>.on(Start.self).run { _, _ in }.cancelled(by: Stop.self)
    ) {
      $0.lift(
        .each(\[Item].self, id: \Item.key),
        action: .element(\StopItem.stop) { key, _ in StopItem(key: key) }
      )
    }
    weak var forgotten: Key?
    do {
      let key = Key()
      store.dispatch(action: StopItem(key: key))
      forgotten = key
      #expect(forgotten != nil)
    }
    for _ in 0..<2 { store.dispatch(action: Clear()) }
    #expect(forgotten == nil)
  }

  @Test func `serial runs wait for those of their element, and end with it`() async {
    register(Self.work.overlap(.serial))
    for _ in 0..<2 {
      await send((1, Start(delay: 2)), (2, Start(delay: 3)))
    }
    await bench.advance(3)
    #expect(bench.answers == ["1: 1 ", "2: 2 "])
    await bench.send(Remove(id: 2), then: 10)
    #expect(bench.answers == ["1: 1 ", "2: 2 ", "1: 1 "])
    await store.idle()
  }

  @Test func `a throttle's interval outlives its runs`() async {
    register(Self.work.throttle(for: .seconds(5)))
    for (id, seconds) in [(1, 1.0), (1, 0), (2, 5), (1, 1)] {
      await bench.send(Self.to(id, Start(delay: 0)), then: seconds)
    }
    #expect(bench.answers == ["1: 1 ", "2: 2 ", "1: 1 "])
  }

  @Test(arguments: [false, true])
  func `elements of the same id have one run`(isDebounced: Bool) async {
    store.restore(Album(array: [Photo(id: 1), Photo(id: 1)]))
    register(
      isDebounced ? Self.work.debounce(for: .seconds(1)) : Self.work.overlap(.serial),
      for: .array
    )
    register(.on(Start.self).map { _, _ in Done(note: "at once") }, for: .array)
    await bench.send(Self.toEvery(Start(delay: 1)), then: 9)
    #expect(bench.answers == ["1: at once", "1: 1 "])
    await store.idle()
  }
}
