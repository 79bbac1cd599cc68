import Sluice
import SluiceMonitor

/// A store in this process that counts, and connects to an Explorer.
struct CountingStore {
  struct State: Encodable, Equatable, Sendable {
    var count = 0
  }

  private struct Add: EncodableAction {}

  private let store: Store<State, Void>
  private let interceptor: ExplorerInterceptor<State>

  init(at endpoint: String) {
    store = Store(
      initialState: State(),
      reducers: [Reducer(ReduceOn(Add.self) { state, _ in state.count += 1 })]
    )
    interceptor = ExplorerInterceptor(endpoint: endpoint) { $0.backlog = 200 }
    store.register(interceptor: interceptor)
  }

  var isConnected: Bool { interceptor.endpoint.isConnected }

  func add() { store.dispatch(action: Add()) }
}
