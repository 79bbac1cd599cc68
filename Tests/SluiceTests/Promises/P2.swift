import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// One order: each observer sees each commit once, in order, never nested.
  @Suite struct P2 {
    @Test func `a subscriber that dispatches sees both states in order`() {
      let store = Store.counting()
      let seen = Log<String>()
      let token = store.select(\.count).sink { [unowned store] count in
        seen.append("→ \(count)")
        if count == 1 { store.dispatch(action: Increment()) }
        seen.append("\(count) →")
      }
      store.dispatch(action: Increment())
      #expect(seen.events == ["→ 0", "0 →", "→ 1", "1 →", "→ 2", "2 →"])
      token.cancel()
    }

    @Test func `other subscribers see the states in the same order`() {
      let store = Store.counting()
      let seen = Log<String>()
      let tokens = ["A", "B", "C"].map { name in
        store.select(\.count).sink { [unowned store] count in
          seen.append("\(name)\(count)")
          if name == "B", count == 1 { store.dispatch(action: Increment()) }
        }
      }
      store.dispatch(action: Increment())
      #expect(seen.events.dropFirst(3) == ["A1", "B1", "C1", "A2", "B2", "C2"])
      for token in tokens { token.cancel() }
    }

    @Test func `interceptors come before selections and these before effects`() {
      let store = Store.counting()
      let seen = Log<String>()
      store.register(
        effect: .map(Increment.self) { _ in
          seen.append("effect")
          return nil
        }
      )
      let token = store.select(\.count).sink { seen.append("sink \($0)") }
      store.register(
        interceptor: CommitProbe<Counting> { seen.append("interceptor \($0.number)") }
      )
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      #expect(
        seen.events == [
          "sink 0", "interceptor 1", "sink 1", "effect", "interceptor 2", "sink 2", "effect",
        ]
      )
      token.cancel()
    }

    @Test func `what an interceptor dispatches is delivered after the commit it saw`() {
      let store = Store.counting()
      let seen = Log<String>()
      store.register(
        interceptor: CommitProbe<Counting> { [unowned store] commit in
          seen.append("first \(commit.number)")
          if commit.number == 1 { store.dispatch(action: Increment()) }
        }
      )
      store.register(
        interceptor: CommitProbe<Counting> { seen.append("second \($0.number)") }
      )
      let token = store.select(\.count).sink { seen.append("sink \($0)") }
      store.dispatch(action: Increment())
      #expect(
        seen.events == ["sink 0", "first 1", "second 1", "sink 1", "first 2", "second 2", "sink 2"]
      )
      token.cancel()
    }

    @Test func `an effect of an effect keeps the order`() {
      struct First: Action, Equatable {}
      struct Second: Action, Equatable {}
      let store = Store.counting()
      let interceptor = store.watched()
      store.register(effect: .map(Increment.self) { _ in First() })
      store.register(effect: .map(First.self) { _ in Second() })
      store.register(
        effect: .map(Increment.self) { _, _ in [Unhandled(), Unhandled()] }
      )
      store.dispatch(action: Increment())
      #expect(interceptor.stateChanges.map(\.number) == [1, 2, 3, 4, 5])
      #expect(
        interceptor.dispatchedActions.map { "\(type(of: $0))" }
          == ["Increment", "First", "Unhandled", "Unhandled", "Second"]
      )
    }

    @Test func `a subscriber that cancels itself receives nothing more`() {
      let store = Store.counting()
      let seen = Log<Int>()
      let token = Shared<SelectionToken?>(nil)
      token.value = store.select(\.count).sink { [unowned store] count in
        seen.append(count)
        if count == 1 {
          store.dispatch(action: Increment())
          token.value = nil
        }
      }
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      #expect(seen.events == [0, 1])
    }

    @Test func `a subscriber that another one cancels doesn't receive the same commit`() {
      let store = Store.counting()
      let seen = Log<String>()
      let victim = Shared<SelectionToken?>(nil)
      let killer = store.select(\.count).sink { count in
        seen.append("killer \(count)")
        if count == 1 { victim.value?.cancel() }
      }
      victim.value = store.select(\.count).sink { seen.append("victim \($0)") }
      store.dispatch(action: Increment())
      #expect(seen.events == ["killer 0", "victim 0", "killer 1"])
      killer.cancel()
    }

    @Test func `a subscription made during a delivery starts at the newest state`() {
      let store = Store.counting()
      let seen = Log<String>()
      let inner = Shared<SelectionToken?>(nil)
      let outer = store.select(\.count).sink { [unowned store] count in
        guard count == 1 else { return }
        store.dispatch(action: Increment())
        inner.value = store.select(\.count).includingRepeats().sink { seen.append("inner \($0)") }
        seen.append("subscribed")
      }
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      #expect(seen.events == ["inner 2", "subscribed", "inner 3"])
      outer.cancel()
      inner.value = nil
    }

    @Test func `what is committed while a first value is delivered follows it`() async {
      let store = Store.counting()
      let seen = Log<Int>()
      let isTold = Gate()
      let goOn = Gate()
      await Threads.run(2) { index in
        if index == 0 {
          let token = store.select(\.count).sink { count in
            if count == 0 {
              isTold.open()
              goOn.wait()
            }
            seen.append(count)
          }
          #expect(seen.events == [0, 1, 2, 3])
          store.dispatch(action: Increment())
          #expect(seen.events == [0, 1, 2, 3, 4])
          token.cancel()
        } else {
          isTold.wait()
          // Delivered by this thread, to everybody but the one that is still at its first value.
          for _ in 1...3 { store.dispatch(action: Increment()) }
          #expect(seen.events == [])
          goOn.open()
        }
      }
    }

    @Test func `a subscription made while another thread delivers sees no commit twice`()
      async throws
    {
      let store = Store.counting()
      let seen = Log<Int>()
      let isDelivering = Gate()
      let goOn = Gate()
      let slow = store.select(\.count).sink { count in
        if count == 1 {
          isDelivering.open()
          goOn.wait()
        }
      }
      let token = Shared<SelectionToken?>(nil)
      let later = Shared<SelectionToken?>(nil)
      await Threads.run(2) { index in
        if index == 0 {
          store.dispatch(action: Increment())
        } else {
          isDelivering.wait()
          token.value = store.select(\.count).includingRepeats().sink { seen.append($0) }
          // The delivery of commit 1 is under way; its state was the first value.
          #expect(seen.events == [1])
          store.dispatch(action: Increment())
          later.value = store.select(\.count).includingRepeats().sink { seen.append($0 * 10) }
          // Commit 2 waits for its delivery, and was the first value here.
          #expect(seen.events == [1, 20])
          store.dispatch(action: Increment())
          goOn.open()
        }
      }
      // Another thread may deliver what was enqueued.
      try await seen.wait(forCount: 5)
      #expect(seen.events == [1, 20, 2, 3, 30])
      slow.cancel()
      token.value = nil
      later.value = nil
    }

    @Test func `a thread that delivers for long hands over, and nothing is lost`() async throws {
      let store = Store.counting()
      let seen = Log<Int>()
      let isDelivering = Gate()
      let goOn = Gate()
      let token = store.select(\.count).sink { count in
        if count == 1 {
          isDelivering.open()
          goOn.wait()
        }
        seen.append(count)
      }
      await Threads.run(2) { index in
        if index == 0 {
          store.dispatch(action: Increment())
        } else {
          isDelivering.wait()
          for _ in 2...200 { store.dispatch(action: Increment()) }
          goOn.open()
        }
      }
      try await seen.wait(forCount: 201)
      #expect(seen.events == Array(0...200))
      token.cancel()
    }

    @Test func `all observers see one order while eight threads dispatch and others subscribe`()
      async throws
    {
      let report = try await Hammering.run(
        threads: Promises.threads,
        dispatches: Promises.dispatches
      )
      #expect(report.faults == [])
      #expect(report.state.count == Promises.threads * Promises.dispatches)
      #expect(report.passing > 0)
    }
  }
}
