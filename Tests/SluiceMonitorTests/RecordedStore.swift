import Sluice
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// A recorded store, and its diagnostics about the recording.
struct RecordedStore<State: Sendable> {
  let file: Recorded
  let store: Store<State, Void>
  let interceptor: ExplorerInterceptor<State>
  private let log = Guarded<[RecordingTrouble]>([])

  init(
    _ store: Store<State, Void>,
    at file: Recorded = Recorded(),
    _ configure: (inout ExplorerConfiguration<State>) -> Void = { _ in }
  ) {
    self.store = store
    self.file = file
    let log = log
    let path = file.path
    store.onDiagnostic = { diagnostic in
      guard case .recording(path, let trouble) = diagnostic else { return }
      log.withLock { $0.append(trouble) }
    }
    interceptor = ExplorerInterceptor(endpoint: file.address, configure)
    store.register(interceptor: interceptor)
  }

  var troubles: [RecordingTrouble] { log.withLock { $0 } }

  func flush() { #expect(interceptor.flush(timeout: patience) == 0) }

  func waitForTrouble(_ count: Int = 1) throws {
    try wait(for: "\(count) reports, after \(troubles)") { troubles.count >= count }
  }
}
