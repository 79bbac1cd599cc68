import Sluice
import SluiceMonitor
import TestSupport

struct AddItem: Action, Codable {
  let title: String
}

enum Tick: Action {
  case done(index: Int)
}

struct Save: Action {}

/// A small program with something of everything.
struct WatchedList {
  struct State: Codable, Sendable {
    struct Item: Codable, Sendable {
      var title: String
      var isDone = false
    }

    var items: [Item] = []
    var owner = "Bo"
    var token = "secret"
  }

  struct DiskFull: Error, CustomStringConvertible {
    let description = "the disk is full"
  }

  static let rename = ActionTemplate(id: "rename", payloadType: String.self)

  let store: Store<State, Void>
  private let interceptor: ExplorerInterceptor<State>

  /// - Parameter backlog: The number of commits that are kept for an Explorer that connects later.
  init(at socket: TestSocket, backlog: Int? = nil) {
    store = Store(
      initialState: State(),
      reducers: [
        Reducer(
          ReduceOn(AddItem.self) { $0.items.append(State.Item(title: $1.title)) },
          ReduceOn(Tick.self) { state, action in
            if case .done(let index) = action { state.items[index].isDone = true }
          },
          ReduceOn(Self.rename) { $0.owner = $1.payload }
        )
      ]
    )
    store.onEffectFailure = { _ in }
    store.register(
      effect: Effect<Void>.on(Save.self).run { _, _ in throw DiskFull() },
      id: "save"
    )
    interceptor = ExplorerInterceptor(name: "List", endpoint: "unix:\(socket.path)") {
      $0.isEnabled = true
      $0.acceptedActions = [AddItem.self]
      $0.allowsRestore = true
      $0.backlog = backlog
    }
    store.register(interceptor: interceptor)
  }

  var titles: [String] { store.state.items.map(\.title) }
  var isConnected: Bool { interceptor.endpoint.isConnected }

  func add(_ title: String) { store.dispatch(action: AddItem(title: title)) }
  func rename(_ owner: String) { store.dispatch(action: Self.rename(payload: owner)) }

  /// Waits until everything was handed to the Explorer.
  func flush() {
    interceptor.flush(timeout: patience)
  }
}
