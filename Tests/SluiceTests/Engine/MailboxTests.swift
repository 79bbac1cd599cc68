import Sluice
import SluiceTesting
import Synchronization
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// What waits for a subscriber's actor, and how it gets there.
@Suite(.inTurn) struct MailboxTests {
  /// Keeps an actor's jobs until a test runs them.
  private final class Jobs: SerialExecutor {
    private let waiting = Shared<[UnownedJob]>([])

    var count: Int { waiting.value.count }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      waiting.change { $0.append(job) }
    }

    /// Runs the first job on this thread.
    func runFirst() {
      let job = waiting.change { $0.isEmpty ? nil : $0.removeFirst() }
      unsafe job?.runSynchronously(on: asUnownedSerialExecutor())
    }

    func runAll() {
      while count > 0 { runFirst() }
    }
  }

  private actor Reader {
    let jobs = Jobs()
    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe jobs.asUnownedSerialExecutor()
    }

    /// Runs a body on this actor, when its turn comes.
    nonisolated func enqueue(_ body: @escaping @Sendable (isolated Reader) -> Void) {
      let task = Task.immediate { await self.run(body) }
      withExtendedLifetime(task) {}
    }

    private func run(_ body: @Sendable (isolated Reader) -> Void) { body(self) }

    func observe(_ selection: Selection<Int>, _ received: Log<Int>) -> SelectionToken {
      selection.sink { value in
        self.preconditionIsolated()
        received.append(value)
      }
    }
  }

  private let mailboxes = Mailboxes()
  private let reader = Reader()
  private let received = Log<Int>()
  private var waiting: Int { mailboxes.backlog.count }

  /// A subscriber on the reader, for which values wait: 0, 1, 2 …, each multiplied.
  private func subscriber(
    _ count: Int,
    times factor: Int = 1,
    takingLong: Bool = false
  ) -> ActorSubscriber<Int> {
    let subscriber = ActorSubscriber<Int>(on: reader, of: mailboxes) { [received] value in
      received.append(value * factor)
      guard takingLong else { return }
      // Longer than a turn.
      let end = ContinuousClock.now + .milliseconds(5)
      while ContinuousClock.now < end {}
    }
    for value in 0..<count { subscriber.post(value) }
    return subscriber
  }

  /// What was received when the actor had its turn, after it posted a value.
  private func receivedOnActor(_ subscriber: ActorSubscriber<Int>, posting value: Int) -> Log<[Int]>
  {
    let seen = Log<[Int]>()
    reader.enqueue { [received] _ in
      subscriber.post(value)
      seen.append(received.events)
    }
    return seen
  }

  @Test func `values wait for one job, the backlog counts them, and the end comes after them`() {
    subscriber(1_000).finish { [received] in received.append(-1) }
    #expect([waiting, reader.jobs.count, received.events.count] == [1_000, 1, 0])
    reader.jobs.runAll()
    #expect(received.events == Array(0..<1_000) + [-1])
    #expect(waiting == 0)
    subscriber(0).finish { [received] in received.append(-2) }
    #expect(received.events.last == -2)
  }

  @Test func `who is closed leaves the backlog, and the others' values stay`() {
    let (closed, other) = (subscriber(5), subscriber(3, times: 10))
    closed.close()
    #expect(waiting == 3)
    closed.post(5)
    #expect(waiting == 3)
    reader.jobs.runAll()
    #expect(received.events == [0, 10, 20])
    #expect(waiting == 0)
    withExtendedLifetime(other) {}
  }

  @Test func `an actor's subscribers receive their values in one order`() {
    let (one, other) = (subscriber(2), subscriber(1, times: 10))
    one.post(2)
    other.post(1)
    reader.jobs.runAll()
    #expect(received.events == [0, 1, 0, 2, 10])
  }

  @Test func `posting on the actor delivers everybody's pending values, and then the own value`() {
    let (one, other) = (subscriber(0), subscriber(0, times: 10))
    let seen = receivedOnActor(one, posting: 3)
    // By this thread, which then runs the actor's job; the one that empties the box stands behind it.
    for value in 1..<3 {
      one.post(value)
      other.post(value)
    }
    reader.jobs.runFirst()
    #expect(seen.events == [[1, 10, 2, 20, 3]])
    #expect(waiting == 0)
    reader.jobs.runAll()
    #expect(received.events == [1, 10, 2, 20, 3])
  }

  @Test func `a first value doesn't wait within a call, and what follows it does`() {
    let late = subscriber(0, times: 10)
    let first = ActorSubscriber<Int>(on: reader, of: mailboxes) { [received] value in
      received.append(value)
      guard value == 0 else { return }
      for value in 5..<8 { late.post(value) }
      received.append(-1)
    }
    for value in 0..<2 { first.post(value) }
    reader.jobs.runAll()
    #expect(received.events == [0, 50, -1, 1, 60, 70])
    #expect(waiting == 0)
  }

  @Test func `a long mailbox yields the actor, but delivers at once what is posted there`() {
    let subscriber = subscriber(4, takingLong: true)
    reader.jobs.runFirst()
    #expect((1..<4).contains(received.events.count))
    let seen = receivedOnActor(subscriber, posting: 4)
    reader.jobs.runAll()
    #expect(received.events == [0, 1, 2, 3, 4])
    #expect(seen.events.first?.last == 4)
    #expect(waiting == 0)
  }

  @Test func `a job that a thread enqueued yields the actor, also if that thread runs it`() {
    let subscriber = subscriber(3, takingLong: true)
    // As another poster, which enqueues a job of its own, with all values before its own one.
    withExtendedLifetime(Task.immediate { subscriber.post(3) }) {}
    for _ in 0..<2 { reader.jobs.runFirst() }
    #expect(received.events == [0, 1])
    reader.jobs.runAll()
    #expect(received.events == [0, 1, 2, 3])
  }

  @Test func `an actor keeps its mailbox until its last subscriber has left, and is then released`()
  {
    weak var released: Reader?
    do {
      let reader = Reader()
      released = reader
      func subscriber(_ number: Int) -> ActorSubscriber<Int> {
        ActorSubscriber(on: reader, of: mailboxes) { [received] in received.append(number + $0) }
      }
      let (first, second) = (subscriber(10), subscriber(20))
      first.close()
      first.close()
      let third = subscriber(30)
      second.post(0)
      third.post(0)
      second.post(1)
      reader.jobs.runAll()
      #expect(received.events == [20, 30, 21])
      third.close()
      // The second one isn't closed, but released.
    }
    #expect(released == nil)
    withExtendedLifetime(mailboxes) {}
  }

  @Test func `a store counts pending values for sinks on actors, of projections too`() {
    let store = Store.counting()
    let part = store.projection(.state(\.count))
    let tokens = Shared<[SelectionToken]>([])
    reader.enqueue { [received] reader in
      tokens.value = [
        reader.observe(store.select(\.count), received),
        reader.observe(part.select(\.self), received),
      ]
    }
    reader.jobs.runAll()
    #expect(received.events == [0, 0])
    for _ in 0..<3 { store.dispatch(action: Increment()) }
    #expect(store.core.backlogCount == 6)
    tokens.value[0].cancel()
    #expect(store.core.backlogCount == 3)
    reader.jobs.runAll()
    #expect(received.events == [0, 0, 1, 2, 3])
    #expect(store.core.backlogCount == 0)
  }

  @Test func `a thread waits after a dispatch while more than a thousand values are pending`() {
    let store = Store.counting()
    let token = Shared<SelectionToken?>(nil)
    reader.enqueue { [received] reader in
      token.value = reader.observe(store.select(\.count), received)
    }
    reader.jobs.runAll()
    for _ in 0..<1_000 { store.dispatch(action: Increment()) }
    let time = ContinuousClock().measure { store.dispatch(action: Increment()) }
    #expect(store.core.backlogCount == 1_001)
    #expect(time > .milliseconds(10))
    reader.jobs.runAll()
    #expect(received.events == Array(0...1_001))
    token.value?.cancel()
  }
}
