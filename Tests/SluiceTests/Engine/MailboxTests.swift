import SluiceTesting
import Synchronization
import TestSupport
import Testing

@testable import Sluice

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

  private let backlog = Backlog()
  private let reader = Reader()
  private let received = Log<Int>()
  private var waiting: Int { backlog.count }

  /// A mailbox in which values wait, from 0.
  private func mailbox(_ count: Int, takingLong: Bool = false) -> Mailbox<Int> {
    let mailbox = Mailbox<Int>(actor: reader, backlog: backlog) { [received] value in
      received.append(value)
      guard takingLong else { return }
      // Longer than a turn.
      let end = ContinuousClock.now + .milliseconds(5)
      while ContinuousClock.now < end {}
    }
    for value in 0..<count { mailbox.post(value) }
    return mailbox
  }

  /// What was received when the actor had its turn, after it posted a value.
  private func receivedOnActor(_ mailbox: Mailbox<Int>, posting value: Int) -> Log<[Int]> {
    let seen = Log<[Int]>()
    reader.enqueue { [received] _ in
      mailbox.post(value)
      seen.append(received.events)
    }
    return seen
  }

  @Test func `values wait for one job, the backlog counts them, and the end comes after them`() {
    mailbox(1_000).finish { [received] in received.append(-1) }
    #expect([waiting, reader.jobs.count, received.events.count] == [1_000, 1, 0])
    reader.jobs.runAll()
    #expect(received.events == Array(0..<1_000) + [-1])
    #expect(waiting == 0)
  }

  @Test func `a closed mailbox leaves the backlog`() {
    let mailbox = mailbox(5)
    mailbox.close()
    #expect(waiting == 0)
    mailbox.post(5)
    #expect(waiting == 0)
    reader.jobs.runAll()
    #expect(received.events.isEmpty)
    #expect(waiting == 0)
  }

  @Test func `posting on the actor delivers pending values, and then the own value`() async {
    let mailbox = mailbox(0)
    let seen = receivedOnActor(mailbox, posting: 3)
    // The job that is to empty the box stands behind that one.
    await Threads.run { _ in
      for value in 0..<3 { mailbox.post(value) }
    }
    reader.jobs.runFirst()
    #expect(seen.events == [[0, 1, 2, 3]])
    #expect(waiting == 0)
    reader.jobs.runAll()
    #expect(received.events == [0, 1, 2, 3])
  }

  @Test func `a long mailbox yields the actor, but delivers at once what is posted there`() {
    let mailbox = mailbox(4, takingLong: true)
    reader.jobs.runFirst()
    #expect((1..<4).contains(received.events.count))
    let seen = receivedOnActor(mailbox, posting: 4)
    reader.jobs.runAll()
    #expect(received.events == [0, 1, 2, 3, 4])
    #expect(seen.events.first?.last == 4)
    #expect(waiting == 0)
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
}
