import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Threads {
  /// Runs work on another thread, and waits for it, so that the caller's actor does nothing else.
  ///
  /// - Returns: A task that ends with the thread.
  static func runBlocking(_ work: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    let done = Gate()
    let thread = Task.detached {
      await run { _ in
        work()
        done.open()
      }
    }
    done.wait()
    return thread
  }
}

/// Sinks that were written on an actor.
@Suite(.inTurn) struct SelectionActorTests {
  private actor Reader {
    private(set) var values: [Int] = []
    let received = Log<Int>()

    func read(_ selection: Selection<Int>) -> SelectionToken {
      selection.sink { count in
        // Isolated to this actor: the compiler lets it be changed, and this checks it.
        self.preconditionIsolated()
        self.values.append(count)
        self.received.append(count)
      }
    }

    func dispatch(_ count: Int, on store: Store<Counting, Void>) -> [Int] {
      for _ in 0..<count { store.dispatch(action: Increment()) }
      return values
    }
  }

  private let store = Store.counting()

  @MainActor
  @Test func `a sink on the main actor is called synchronously there, and after a cancel no more`()
    async
  {
    var values: [Int] = []
    let token = store.select(\.count).sink { @MainActor count in values.append(count) }
    store.dispatch(action: Increment())
    #expect(values == [0, 1])
    // These are on their way: the main actor is busy with this test.
    let thread = Threads.runBlocking { [store] in
      for _ in 0..<10 { store.dispatch(action: Increment()) }
    }
    token.cancel()
    await thread.value
    store.dispatch(action: Increment())
    await Task.yield()
    #expect(values == [0, 1])
  }

  @MainActor
  @Test func `what is dispatched on an actor comes after all that waits for its sinks`() async {
    let received = Log<String>()
    let tokens = ["A", "B"].map { name in
      store.select(\.count).sink { @MainActor count in received.append("\(name)\(count)") }
    }
    // Waits: the main actor is busy with this test.
    let thread = Threads.runBlocking { [store] in store.dispatch(action: Increment()) }
    #expect(received.events == ["A0", "B0"])
    store.dispatch(action: Increment())
    #expect(received.events == ["A0", "B0", "A1", "B1", "A2", "B2"])
    await thread.value
    for token in tokens { token.cancel() }
  }

  @MainActor
  @Test func `a sink that is made within a call on its actor receives its first value there`()
    async
    throws
  {
    let received = Log<String>()
    let inner = Shared<SelectionToken?>(nil)
    let token = store.select(\.count).sink { @MainActor [store] count in
      received.append("outer \(count)")
      guard count == 1 else { return }
      inner.value = store.select(\.count).sink { @MainActor in received.append("inner \($0)") }
      store.dispatch(action: Increment())
      received.append("subscribed")
    }
    // Received in a job of the actor, outside of any delivery.
    await Threads.run { [store] _ in store.dispatch(action: Increment()) }
    try await received.wait(forCount: 6)
    #expect(
      received.events == ["outer 0", "outer 1", "inner 1", "subscribed", "outer 2", "inner 2"]
    )
    for token in [token, inner.value] { token?.cancel() }
  }

  @Test func `values on the main actor come in order, synchronously or after a hop`() async throws {
    let received = Log<Int>()
    let token = store.select(\.count).sink { @MainActor count in
      MainActor.preconditionIsolated()
      received.append(count)
    }
    async let elsewhere: Void = Threads.run(2) { [store] _ in
      for _ in 0..<500 { store.dispatch(action: Increment()) }
    }
    await Task { @MainActor in
      for _ in 0..<500 {
        store.dispatch(action: Increment())
        await Task.yield()
      }
    }.value
    await elsewhere
    try await received.wait(for: 1_500)
    #expect(received.events == Array(0...1_500))
    token.cancel()
  }

  @Test func `a sink written on an actor runs on that actor`() async throws {
    let reader = Reader()
    let token = await reader.read(store.select(\.count))
    #expect(await reader.values == [0])
    // On the actor already: at once.
    #expect(await reader.dispatch(2, on: store) == [0, 1, 2])
    await Threads.run { [store] _ in store.dispatch(action: Increment()) }
    try await reader.received.wait(for: 3)
    #expect(await reader.values == [0, 1, 2, 3])
    token.cancel()
  }

  /// Takes ten microseconds of the thread's time.
  private static func work() {
    let end = ContinuousClock.now + .microseconds(10)
    while ContinuousClock.now < end {}
  }

  @Test @MainActor func `a sink that receives many values yields to other jobs of its actor`()
    async throws
  {
    let total = 20_000
    store.onDiagnostic = { _ in }
    let isOver = Log<Void>()
    var last = 0
    var turn: Int?
    let token = store.select(\.count).sink { @MainActor count in
      Self.work()
      last = count
      if count == 1_000 { Task { turn = last } }
      if count == total { isOver.append(()) }
    }
    await Threads.run { [store] _ in
      for _ in 0..<total { store.dispatch(action: Increment()) }
    }
    try await isOver.wait(forCount: 1)
    // Long before the end: to work through all values takes a fifth of a second.
    #expect(try #require(turn) < total / 2)
    token.cancel()
  }
}
