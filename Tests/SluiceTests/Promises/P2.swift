import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures
@testable import SluiceLocks

extension Promises {
  /// One order: each observer sees each commit once, in order, never nested.
  @Suite struct P2 {
    private let bench = CountingBench()
    private var store: Store<Counting, Void> { bench.store }

    @Test func `a subscriber that dispatches sees both states in order, as do the others`() {
      bench.sink("A")
      bench.sink("B") { [seen = bench.seen] count, store in
        if count == 1 { store.dispatch(action: Increment()) }
        seen.append("B saw \(count)")
      }
      bench.sink("C")
      bench.increment()
      #expect(
        bench.events == [
          "A 0", "B 0", "B saw 0", "C 0",
          "A 1", "B 1", "B saw 1", "C 1", "A 2", "B 2", "B saw 2", "C 2",
        ]
      )
    }

    @Test func `interceptors come before selections and these before effects`() {
      bench.effect("effect")
      bench.sink("sink")
      bench.interceptor("interceptor")
      bench.increment(2)
      #expect(
        bench.events == [
          "sink 0", "interceptor 1", "sink 1", "effect", "interceptor 2", "sink 2", "effect",
        ]
      )
    }

    @Test func `what an interceptor dispatches is delivered after the commit it saw`() {
      bench.interceptor("first") { commit, store in
        if commit.number == 1 { store.dispatch(action: Increment()) }
      }
      bench.interceptor("second")
      bench.sink("sink")
      bench.increment()
      let first = ["sink 0", "first 1", "second 1", "sink 1"]
      #expect(bench.events == first + ["first 2", "second 2", "sink 2"])
    }

    @Test func `an effect of an effect keeps the order`() {
      struct First: Action {}
      struct Second: Action {}
      let interceptor = store.watched()
      store.register(effect: .on(Increment.self).map { _, _ in First() })
      store.register(effect: .on(First.self).map { _, _ in Second() })
      store.register(effect: .on(Increment.self).flatMap { _, _ in [Unhandled(), Unhandled()] })
      bench.increment()
      #expect(interceptor.stateChanges.map(\.number) == [1, 2, 3, 4, 5])
      #expect(
        interceptor.dispatchedActions.map { "\(type(of: $0))" }
          == ["Increment", "First", "Unhandled", "Unhandled", "Second"]
      )
    }

    @Test func `a subscription made during a delivery starts at the newest state`() {
      let inner = Shared<SelectionToken?>(nil)
      bench.sink("outer") { [seen = bench.seen] count, store in
        guard count == 1 else { return }
        store.dispatch(action: Increment())
        inner.value = store.select(\.count).includingRepeats().sink { seen.append("inner \($0)") }
        seen.append("subscribed")
      }
      bench.increment(2)
      #expect(
        bench.events
          == ["outer 0", "outer 1", "inner 2", "subscribed", "outer 2", "outer 3", "inner 3"]
      )
      inner.value = nil
    }

    @Test func `what is committed while a first value is delivered follows it`() async {
      let call = HeldCall()
      await call.run { [bench] in
        bench.sink("count") { count, _ in if count == 0 { call.hold() } }
        #expect(bench.events == (0...3).map { "count \($0)" })
        bench.increment()
        #expect(bench.events == (0...4).map { "count \($0)" })
      } meanwhile: { [bench] in
        // Delivered by this thread, to everybody but the one that is still at its first value.
        bench.increment(3)
        #expect(bench.events == ["count 0"])
      }
    }

    @Test func `a subscription made while another thread delivers sees no commit twice`()
      async throws
    {
      let seen = Log<Int>()
      let call = HeldCall()
      bench.sink("slow") { count, _ in if count == 1 { call.hold() } }
      let tokens = Shared<[SelectionToken]>([])
      await call.run { [bench] in
        bench.increment()
      } meanwhile: { [bench] in
        for factor in [1, 10] {
          let token = bench.store.select(\.count).includingRepeats().sink {
            seen.append($0 * factor)
          }
          tokens.change { $0.append(token) }
          // The commit is being delivered, or waits for that: its state was the first value.
          #expect(seen.events == (factor == 1 ? [1] : [1, 20]))
          bench.increment()
        }
      }
      // Another thread may deliver what was enqueued.
      try await seen.wait(forCount: 5)
      #expect(seen.events == [1, 20, 2, 3, 30])
      tokens.value = []
    }

    @Test func `a thread that delivers for long hands over, and nothing is lost`() async throws {
      let call = HeldCall()
      bench.sink("count") { count, _ in if count == 1 { call.hold() } }
      await call.run { [bench] in
        bench.increment()
      } meanwhile: { [bench] in
        bench.increment(199)
      }
      try await bench.seen.wait(forCount: 201)
      #expect(bench.events == (0...200).map { "count \($0)" })
    }

    @Test func `a thread that is handed the turn and commits nothing delivers the rest`()
      async throws
    {
      let isDelivering = Gate()
      let ends = Log<Int>()
      store.register(
        interceptor: EffectProbe<Counting> { [core = store.core] event in
          if event.duration == nil { return }
          if event.run.number == 1 {
            // Takes longer than a thread's share of the queue.
            let end = Platform.now + 200_000
            isDelivering.open()
            while core.turn.word.load(ordering: .relaxed) & FairLock.sleeping == 0
              || Platform.now < end
            { Platform.pause(10) }
          }
          ends.append(event.run.number)
        }
      )
      let contexts = Log<RunContext<Void>>()
      store.register(
        effect: .on(Increment.self).run { (_, _, context: RunContext<Void>) in
          contexts.append(context)
          try await context.sleep(for: .seconds(100))
        },
        id: "waiting"
      )
      bench.increment(2)
      try await contexts.wait(forCount: 2)
      let run = contexts.events[0]
      await Threads.run(2) { [store] index in
        if index == 0 { return store.unregisterEffects(withID: "waiting") }
        isDelivering.wait()
        // Refused, because the run is cancelled.
        run.send(Touch())
      }
      try await ends.wait(forCount: 2)
      #expect(ends.events == [1, 2])
    }

    @Test func `all observers see one order while eight threads dispatch and others subscribe`()
      async throws
    {
      let (threads, dispatches) = (Promises.threads, Promises.dispatches)
      #expect(try await Hammering.faults(threads: threads, dispatches: dispatches) == [])
    }
  }
}
