import Sluice
import SluiceMonitor

/// A store whose Explorer is the test.
struct Watched<State: Sendable> {
  let hub: TestHub
  let store: Store<State, Void>
  let explorer: ExplorerInterceptor<State>

  init(
    _ store: Store<State, Void>,
    isListening: Bool = true,
    _ configure: (inout ExplorerConfiguration<State>) -> Void = { _ in }
  ) throws {
    hub = try TestHub(isListening: isListening)
    self.store = store
    explorer = ExplorerInterceptor(endpoint: hub.address, configure)
    store.register(interceptor: explorer)
  }

  /// Returns the hub's end of the connection, behind the first state.
  func connect() throws -> TestPeer {
    let peer = try hub.accept()
    _ = try peer.start()
    return peer
  }

  func waitForConnection(_ isConnected: Bool = true) throws {
    try wait(for: isConnected ? "the connection" : "the end of the connection") {
      explorer.endpoint.isConnected == isConnected
    }
  }
}

extension Watched<Counter> {
  init(
    isListening: Bool = true,
    _ configure: (inout ExplorerConfiguration<Counter>) -> Void = { _ in }
  ) throws {
    try self.init(makeStore(), isListening: isListening, configure)
  }
}
