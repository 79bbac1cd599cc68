import Sluice
import SluiceMonitor
import SluiceStorage
import TestSupport
import Testing

@testable import ExplorerKit

/// A recording of a program that restores a part of its state.
@Suite(.inTurn) struct SavedStateEndToEndTests {
  private struct Settings: Codable, Equatable, Sendable { var volume = 0 }

  private struct Radio: Codable, Equatable, Sendable { var settings = Settings() }

  @Test func `why names what a value was restored from`() async throws {
    let memory = SavedMemory(#"{"sluice.saved":1,"settings":{"version":1,"value":{"volume":7}}}"#)
    let saved = SavedState(of: \Radio.settings, in: .memory(memory), as: "settings", version: 1)
    let directory = try TemporaryDirectory()
    let store = Store(initialState: Radio(), reducers: [])
    let recorder = ExplorerInterceptor<Radio>(
      endpoint: "file:\(directory.path("radio.session"))"
    ) { $0.isEnabled = true }
    store.register(interceptor: recorder)
    store.register(saved: saved)
    #expect(try await store.restore(saved: saved))
    #expect(recorder.flush(timeout: patience) == 0)
    let outcome = try await ExplorerProcess(
      ["why", "settings.volume", directory.path("radio.session")]
    ).outcome()
    #expect(outcome.code == 0)
    let text = outcome.output.joined(separator: "\n")
    #expect(text.contains("0 → 7") && text.contains("StateRestored"), "\(text)")
    #expect(text.contains(#".saved(in: "memory")"#), "\(text)")
  }
}
