import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Runs of elements that are removed or cancelled.
extension EffectElementsTests {
  @Test(arguments: Kind.allCases)
  func `the commit that removes an element cancels its runs`(kind: Kind) async {
    let ends = Log<String>()
    let effect = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      await withTaskCancellationHandler {
        try? await context.sleep(for: .seconds(10))
      } onCancel: {
        // Dropped, though the element with that id is another one by now.
        context.send(Done(note: "late"))
        ends.append("\(context.state.id)")
      }
    }
    store.register(effect: Self.lift(effect, kind))
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    store.dispatch(action: Touch())
    #expect(ends.events.isEmpty)
    store.dispatch(action: Remove(id: 1))
    #expect(ends.events == ["1"])
    await clock.advance(by: .seconds(10))
    #expect(answers.isEmpty)
    await store.idle()
  }

  @Test func `what a run sends within the commit that removed its element is dropped`() async {
    let effect = Effect<Void>.on(Start.self) { _, _, context in
      try await context.sleep(for: .seconds(1))
    }
    store.register(effect: effect.lift(elements: \Album.photos))
    let contexts = Log<RunContext<Photo>>()
    let sending = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      contexts.append(context)
      try await context.sleep(for: .seconds(1))
    }
    store.register(effect: sending.lift(elements: \Album.photos), id: "sending")
    send(1, Start())
    await clock.advance()
    let token = store.select(\.photos.count).sink { [contexts] count in
      if count == 2 { contexts.events.first?.send(Done(note: "late")) }
    }
    store.dispatch(action: Remove(id: 1))
    #expect(answers.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test func `what is restored has no runs of what it lacks`() async {
    store.register(effect: Self.work.lift(elements: \Album.photos))
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    store.restore(Album(photos: [Photo(id: 2)]))
    await clock.advance(by: .seconds(10))
    #expect(answers == ["2: 2 "])
  }

  @Test func `runs of many elements are compared with what changed`() async {
    let ended = Log<Int>()
    let effect = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      let id = context.state.id
      await withTaskCancellationHandler {
        try? await context.sleep(for: .seconds(10))
      } onCancel: {
        ended.append(id)
      }
    }
    store.register(effect: effect.lift(elements: \Album.photos))
    for id in 10..<110 { store.dispatch(action: Add(id: id)) }
    for id in 10..<110 { send(id, Start()) }
    await clock.advance(by: .seconds(1))
    store.dispatch(action: Touch())
    for id in [20, 50, 3, 109] { store.dispatch(action: Remove(id: id)) }
    #expect(ended.events == [20, 50, 109])
    store.restore(Album())
    #expect(ended.events.count == 100)
  }

  @Test func `unregistering ends the runs of all elements`() async {
    let registration = store.register(
      effect: Self.work.throttle(for: .seconds(60)).lift(elements: \Album.photos)
    )
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    registration.unregister()
    await clock.advance(by: .seconds(20))
    #expect(answers.isEmpty)
    store.dispatch(action: Remove(id: 1))
    await store.idle()
  }

  @Test func `an element's actions cancel its runs only`() async {
    store.register(
      effect: Self.work.cancelled(by: Stop.self).lift(elements: \Album.photos)
    )
    let some = Self.work.cancelled(by: Stop.self) { _, start in start.delay > 5 }
    store.register(effect: some.lift(elements: \Album.photos), id: "some")
    store.register(
      effect: Self.work.overlap(.latest).lift(elements: \Album.photos),
      id: "latest"
    )
    send(1, Start())
    send(2, Start())
    send(1, Stop())
    send(2, Name(title: "two"))
    await clock.advance(by: .seconds(20))
    #expect(answers.sorted() == ["1: 1 ", "2: 2 two", "2: 2 two", "2: 2 two"])
  }

  @Test(arguments: [false, true])
  func `what cancels an element's runs finds those that an earlier commit starts later`(
    isForAll: Bool
  ) async {
    let effect = Effect<Void>.on(Start.self) { _, _ in Done() }.cancelled(by: Stop.self)
    store.register(effect: effect.lift(elements: \Album.photos))
    let stopping = store.register(
      interceptor: CommitProbe<Album> { [weak store] commit in
        // Committed before the effects are notified of the first, and delivered after.
        guard let start = commit.action as? ElementAction<Photo>, start.action is Start,
          start.id == 1
        else { return }
        store?.dispatch(
          action: isForAll
            ? EveryElementAction<Photo>(action: Stop()) as any Action
            : ElementAction<Photo>(id: 1, action: Stop())
        )
      }
    )
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    #expect(answers == ["2: "])
    stopping.unregister()
    send(1, Start())
    await clock.advance(by: .seconds(1))
    #expect(answers == ["2: ", "1: "])
  }

  @Test(arguments: [(false, ["2: 2 ", "2: 2 ", "3: 3 "]), (true, [])])
  func `what cancels runs finds just those of its elements, though they start later`(
    isForEvery: Bool,
    remaining: [String]
  ) async {
    store.register(effect: Self.work.cancelled(by: Stop.self).lift(elements: \Album.photos))
    send(2, Start())
    store.register(
      interceptor: CommitProbe<Album> { [weak store] commit in
        guard let start = commit.action as? EveryElementAction<Photo>, start.action is Start else {
          return
        }
        store?.dispatch(
          action: isForEvery
            ? EveryElementAction<Photo>(action: Stop())
            : ElementAction<Photo>(id: 1, action: Stop())
        )
      }
    )
    store.dispatch(action: EveryElementAction<Photo>(action: Start()))
    await clock.advance(by: .seconds(20))
    #expect(answers.sorted() == remaining)
  }

  @Test func `a run that its element's action cancels ends with the delivery`() async {
    let ends = Log<Int>()
    let effect = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      await withTaskCancellationHandler {
        try? await context.sleep(for: .seconds(10))
      } onCancel: {
        ends.append(context.state.id)
      }
    }
    store.register(effect: effect.cancelled(by: Stop.self).lift(elements: \Album.photos))
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    send(1, Stop())
    #expect(ends.events == [1])
  }

  @Test func `what an action cancels is forgotten when it has been delivered`() {
    final class Key: Hashable, Sendable {
      static func == (one: Key, other: Key) -> Bool { one === other }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    struct Item: Sendable { let key: Key }
    struct StopItem: Action { let key: Key }
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
      effect: Effect<Void>.on(Start.self) { _, _ in }.cancelled(by: Stop.self).lift(
        elements: \.self,
        id: \Item.key,
        action: { (action: StopItem) in (action.key, Stop()) },
        embed: { (key: Key, _: Done) in StopItem(key: key) }
      )
    )
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
}
