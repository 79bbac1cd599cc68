import Foundation
import Sluice
import SluiceMonitor
import TestSupport
import Testing

@testable import ExplorerKit

/// A screen that attaches to another Explorer.
@Suite(.inTurn, .unsanitized) struct SecondScreenTests {
  @Test func `a second screen shows what the first one has seen`() async throws {
    let directory = try TemporaryDirectory()
    let endpoint = "unix:\(directory.path)/x.sock"
    do {
      let program = try BuiltProgram.url()
      let first = try TerminalSession(running: program, ["--endpoint", endpoint])
      try await first.screen(containing: "No program is connected yet.")
      let store = Store(initialState: 0, environment: ())
      store.register(reducer: Reducer<Int>(ReduceOn(Count.self) { state, _ in state += 1 }))
      store.register(
        interceptor: ExplorerInterceptor<Int>(name: "Counter", endpoint: endpoint) {
          $0.isEnabled = true
        }
      )
      try await first.screen(containing: "Counter is connected")
      for _ in 0..<30 { store.dispatch(action: Count()) }
      try await first.screen(containing: "▶ 30")

      let second = try TerminalSession(running: program, ["--endpoint", endpoint])
      try await second.screen(containing: "30 commits")
      second.type("g")
      try await second.screen(containing: "▶  1 ")
      store.dispatch(action: Count())
      second.type("G")
      try await second.screen(containing: "▶ 31")
      for session in [second, first] {
        session.type("q")
        #expect(try await session.end() == .exited(0))
      }
    }
    // The socket has to go before its directory.
    _ = consume directory
  }

  private struct Count: Action {}
}
