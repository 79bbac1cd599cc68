import Foundation
import Sluice
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn)
struct BreakpointTests {
  @Test func `a breakpoint is reached at each commit that makes its condition true`() {
    let store = makeStore()
    let reached = Guarded<[Int]>([])
    store.register(
      interceptor: Breakpoint {
        $0.count % 3 == 2
      } then: { commit in
        reached.withLock { $0.append(commit.number) }
      }
    )
    store.countUp(3)
    store.note("between")
    store.countUp(2)
    store.note("while it holds")
    store.countUp(3)
    #expect(reached.withLock { $0 } == [2, 6, 10])
  }

  @Test func `without a debugger it is said, with who dispatched, and the program goes on`()
    async throws
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let store = makeStore()
      store.register(interceptor: Breakpoint { $0.count == 1 })
      store.countUp(2)
      #expect(store.state.count == 2)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("Commit 1 reaches the breakpoint at SluiceMonitorTests/BreakpointTests.swift:")
    )
    #expect(text.contains("dispatched by SluiceMonitorTests/Fixtures.swift:"))
    #expect(!text.contains("Commit 2"))
  }
}
