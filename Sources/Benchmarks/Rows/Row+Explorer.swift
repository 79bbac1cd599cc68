import Foundation
import Sluice
import SluiceMonitor

extension Row {
  /// The cost of an Explorer for the dispatching thread, including the next dispatch's copy.
  static var explorer: [Row] {
    [
      watching("no interceptor, 1 KB of state", todos: 10) { nil },
      watching("ExplorerInterceptor without an Explorer, 1 KB of state", todos: 10) {
        (
          nil,
          ExplorerInterceptor(endpoint: "unix:/nonexistent/explorer.sock") { $0.isEnabled = true }
        )
      },
      connected("1 KB of state", todos: 10, goal: .nanoseconds(atMost: 1_000)),
      connected(
        "1 KB of state, each one held",
        todos: 10,
        goal: .nanoseconds(atMost: 1_000),
        1_000
      ),
      connected("100 KB of state", todos: 1_000),
    ]
  }

  private typealias Watching = (hub: DrainingHub?, interceptor: ExplorerInterceptor<TodoList>)

  /// - Parameter burst: The number of dispatches after which the thread sleeps until everything is
  ///   sent, so that no state is omitted because too many are retained; otherwise most are.
  private static func connected(
    _ name: String,
    todos: Int,
    goal: Goal? = nil,
    _ burst: Int? = nil
  ) -> Row {
    watching("ExplorerInterceptor, connected, \(name)", todos: todos, goal: goal, burst) {
      let hub = try DrainingHub()
      let limits = ExplorerLimits(heldStates: (burst ?? 62) + 2)
      return (
        hub,
        ExplorerInterceptor(endpoint: hub.address) {
          $0.isEnabled = true
          $0.limits = limits
        }
      )
    }
  }

  private static func watching(
    _ name: String,
    todos: Int,
    goal: Goal? = nil,
    _ burst: Int? = nil,
    _ watch: @escaping () throws -> Watching?
  ) -> Row {
    Row(name, against: .locked, goal: goal) {
      let store = Store(initialState: TodoList(todos), reducers: [.toggling])
      let watching = try watch()
      if let (hub, interceptor) = watching {
        store.register(interceptor: interceptor)
        if hub != nil { try interceptor.waitForConnection() }
      }
      return Subject { count in
        for number in 0..<count {
          store.dispatch(action: Toggle(index: number % todos))
          if let burst, number % burst == 0 { watching?.interceptor.flush(timeout: .seconds(10)) }
        }
      } check: {
        try expect("toggles", store.toggles, is: $0)
        guard let watching, let hub = watching.hub else { return }
        watching.interceptor.flush(timeout: .seconds(10))
        try expect("connection kept", watching.interceptor.endpoint.isConnected ? 1 : 0, is: 1)
        if hub.bytes == 0 { throw CheckFailure(description: "The Explorer received nothing.") }
      }
    }
  }
}
