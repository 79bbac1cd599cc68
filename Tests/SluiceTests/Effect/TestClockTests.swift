import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct TestClockTests {
  @Test func `sleepers wake in the order of their deadlines, then of falling asleep`() async {
    let clock = TestClock()
    let log = Log<String>()
    for (name, seconds) in [("c", 3), ("a", 1), ("b1", 2), ("b2", 2), ("now", 0)] {
      Task(executorPreference: clock.taskExecutor) {
        try await clock.sleep(for: .seconds(seconds))
        log.append("\(name) \(clock.seconds)")
      }
    }
    await clock.advance()
    #expect(log.events == ["now 0"])
    #expect(clock.sleeperCount == 4)
    await clock.advance(by: .milliseconds(2_500))
    #expect(log.events.dropFirst() == ["a 1", "b1 2", "b2 2"])
    #expect(clock.now == .init(offset: .milliseconds(2_500)))
    await clock.advance(to: .init(offset: .seconds(3)))
    #expect(log.events.last == "c 3")
  }

  @Test func `a sleep of no time lasts until the clock is advanced by none`() async throws {
    try await withTestStore(initialState: 0) { store in
      let effect = Effect<Void>.on(Ask.self).run { action, _, context in
        try await context.sleep(for: .zero)
        try await context.sleep(for: .seconds(-1))
        context.send(Answered(action.name))
      }
      store.register(effect: effect, id: "answering")
      try await store.send(Ask("a"))
      try await store.send(Touch())
      #expect(store.clock.sleeperCount == 1)
      await store.clock.advance()
      try await store.receive(Answered("a"))
    }
  }

  @Test func `what a sleeper does next is done before the clock moves on`() async {
    let clock = TestClock()
    let log = Log<Duration>()
    Task(executorPreference: clock.taskExecutor) {
      for _ in 1...5 {
        try await clock.sleep(for: .seconds(1))
        await withTaskGroup { group in
          for _ in 1...3 { group.addTask { await Task.yield() } }
        }
        log.append(clock.now.offset)
      }
    }
    await clock.run()
    #expect(log.events == (1...5).map { .seconds($0) })
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a cancelled sleeper wakes at once`() async {
    let clock = TestClock()
    let log = Log<Bool>()
    let task = Task(executorPreference: clock.taskExecutor) {
      do { try await clock.sleep(for: .seconds(1)) } catch {
        log.append(error is CancellationError)
      }
    }
    await clock.advance()
    #expect(clock.sleeperCount == 1)
    task.cancel()
    await clock.advance()
    #expect(log.events == [true])
    #expect(clock.sleeperCount == 0)
    #expect(clock.now == .init())
  }

  @Test func `actors that a run visits are waited for`() async {
    actor Counter {
      var count = 0
      func increment() { count += 1 }
    }
    let clock = TestClock()
    let counter = Counter()
    for _ in 1...50 {
      Task(executorPreference: clock.taskExecutor) {
        try await clock.sleep(for: .seconds(1))
        await counter.increment()
        try await clock.sleep(for: .seconds(1))
        await counter.increment()
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(await counter.count == 50)
    await clock.run()
    #expect(await counter.count == 100)
  }

  @Test(arguments: [false, true])
  func `what is held starts after a body, even if it throws or a run executes`(isBusy: Bool) async {
    let clock = TestClock()
    let log = Log<String>()
    let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    @Sendable func block() {
      begun.signal()
      mayEnd.wait()
    }
    func awaitBeginning() { begun.wait() }
    if isBusy {
      Task(executorPreference: clock.taskExecutor) { block() }
      awaitBeginning()
    }
    #expect(throws: CancellationError.self) {
      try clock.holding {
        Task(executorPreference: clock.taskExecutor) { log.append("run") }
        mayEnd.signal()
        // Long enough for another thread to start it.
        Thread.sleep(forTimeInterval: 0.01)
        log.append("body")
        throw CancellationError()
      }
    }
    await clock.advance()
    #expect(log.events == ["body", "run"])
  }
}
