import Foundation
import Sluice
import SluiceMonitor
import TestSupport
import Testing

@testable import ExplorerKit

#if os(Linux)
  /// What the screen costs while nothing happens.
  extension ScreenEndToEndTests {
    /// How long nothing has to happen, and how often that may be tried.
    private static let stretch = Duration.seconds(2)
    private static let attempts = 8

    @Test func `a screen that rests makes no system call`() async throws {
      let directory = try TemporaryDirectory()
      let endpoint = "unix:\(directory.path)/x.sock"
      do {
        let hub = try TerminalSession(running: BuiltProgram.url(), ["--endpoint", endpoint])
        try await hub.screen(containing: "No program is connected yet.")
        let store = Store(initialState: 0, environment: ())
        let interceptor = ExplorerInterceptor<Int>(name: "Resting", endpoint: endpoint) {
          $0.isEnabled = true
        }
        store.register(interceptor: interceptor)
        try await hub.screen(containing: "Resting is connected")
        let replay = try await TerminalSession.shop()
        // While an editor has the terminal, and after a key.
        let editing = try await TerminalSession.shop(
          environment: ["EDITOR": "sh -c \"echo editing; read line\" sh"],
          columns: 200
        )
        editing.type("o")
        try await editing.screen(containing: "editing")
        let sessions = [hub, replay, editing]

        // One that is quiet is enough: what began before may end in the first ones.
        var isQuiet = false
        for _ in 0..<Self.attempts where !isQuiet {
          let before = sessions.map(\.contextSwitches)
          #expect(before.allSatisfy { !$0.isEmpty })
          let isChanged = await hub.changes(within: Self.stretch)
          isQuiet = !isChanged && before == sessions.map(\.contextSwitches)
        }
        #expect(isQuiet)
        withExtendedLifetime(interceptor) {}
        hub.type("q")
        #expect(try await hub.end() == .exited(0))
      }
      // The socket has to go before its directory.
      _ = consume directory
    }
  }
#endif
