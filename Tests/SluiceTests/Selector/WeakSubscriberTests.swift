import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Remembers what it received.
private final class Listener: Sendable {
  let received: Log<Int>

  init(_ received: Log<Int>) { self.received = received }

  func receive(_ count: Int) { received.append(count) }
}

@MainActor
private final class Screen {
  var shown: [Int] = []
  let received = Log<Int>()

  func watch(_ selection: Selection<Int>) {
    selection.subscribe(weak: self) { screen, count in
      // Isolated as this method is: the compiler lets it be changed.
      screen.shown.append(count)
      screen.received.append(count)
    }
  }
}

@Suite(.inTurn) struct WeakSubscriberTests {
  private let store = Store.counting()
  private let received = Log<Int>()

  @Test func `an object is notified without a token until it is freed, and isn't retained`() {
    weak var watched: Listener?
    do {
      let listener = Listener(received)
      watched = listener
      store.select(\.count).subscribe(weak: listener) { $0.receive($1) }
      store.projection(.state(\.count)).select(\.self)
        .subscribe(weak: listener) { $0.receive(-$1) }
      store.send(Increment(), Touch(), Increment())
      withExtendedLifetime(listener) {}
    }
    #expect(watched == nil)
    store.dispatch(action: Increment())
    #expect(received.events == [0, 0, 1, -1, 2, -2])
  }

  @Test(arguments: [false, true])
  func `the next value after the object is freed, or the store's end, releases the closure`(
    isStoreFreed: Bool
  ) {
    weak var held: Witness?
    var store: Store<Counting, Void>? = .counting()
    var listener: Listener? = Listener(received)
    do {
      let witness = Witness()
      held = witness
      listener.map { listener in
        _ = store?.select(\.count).subscribe(weak: listener) { listener, count in
          withExtendedLifetime(witness) { listener.receive(count) }
        }
      }
    }
    if isStoreFreed { store = nil } else { listener = nil }
    #expect((held == nil) == isStoreFreed)
    store?.dispatch(action: Increment())
    #expect(held == nil)
    #expect(received.events == [0])
    withExtendedLifetime(listener) {}
  }

  @Test func `a token ends the subscription when it is cancelled, not when it is released`() {
    let listener = Listener(received)
    weak var held: Witness?
    let token: SelectionToken
    do {
      let witness = Witness()
      held = witness
      token = store.select(\.count).subscribe(weak: listener) { listener, count in
        withExtendedLifetime(witness) { listener.receive(count) }
      }
      _ = store.select(\.other).subscribe(weak: listener) { $0.receive($1 + 100) }
    }
    store.dispatch(action: Increment())
    token.cancel()
    #expect(held == nil)
    store.send(Increment(), Touch())
    #expect(received.events == [0, 100, 1, 101])
  }

  @MainActor
  @Test func `an object on the main actor is notified there, synchronously if dispatched there`()
    async throws
  {
    let screen = Screen()
    screen.watch(store.select(\.count))
    store.dispatch(action: Increment())
    #expect(screen.shown == [0, 1])
    await Threads.run { [store] _ in
      for _ in 1...10 { store.dispatch(action: Increment()) }
    }
    try await screen.received.wait(for: 11)
    #expect(screen.shown == Array(0...11))
  }

  @MainActor
  @Test func `values in transit to an object still arrive when the store is freed`()
    async throws
  {
    let screen = Screen()
    let store = Shared<Store<Counting, Void>?>(.counting())
    if let selection = store.value?.select(\.count) { screen.watch(selection) }
    // Keeps the main actor until all have been posted and the store is freed.
    let thread = Threads.runBlocking {
      for _ in 1...5 { store.value?.dispatch(action: Increment()) }
      store.value = nil
    }
    #expect(screen.shown == [0])
    await thread.value
    try await screen.received.wait(for: 5)
    #expect(screen.shown == Array(0...5))
  }
}
