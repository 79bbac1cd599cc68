import Foundation
import Sluice
import SluiceMonitor

extension ExplorerInterceptor {
  func waitForConnection() throws {
    for _ in 0..<500 {
      if endpoint.isConnected { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
    throw CheckFailure(description: "No connection in five seconds: \(endpoint).")
  }
}

/// About 100 bytes of JSON for each of its elements.
struct TodoList: Codable, Sendable {
  struct Todo: Codable, Sendable {
    let id: Int
    let title: String
    var isDone = false
  }

  var toggles = 0
  var todos: [Todo]

  init(_ count: Int) {
    todos = (0..<count).map {
      Todo(id: $0, title: "Something that has to be done soon, number \($0)")
    }
  }
}

struct Toggle: EncodableAction { let index: Int }

extension Reducer<TodoList> {
  static var toggling: Reducer {
    Reducer(
      ReduceOn(Toggle.self) { state, action in
        state.todos[action.index].isDone.toggle()
        state.toggles += 1
      }
    )
  }
}
