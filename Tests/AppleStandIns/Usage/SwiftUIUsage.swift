// What a program does with SluiceSwiftUI: compiled by `.ci/check-apple`, and the source of the
// examples in the documentation.
import Sluice
import SluiceSwiftUI
import SwiftUI

struct AppState: Sendable {
  var name = ""
  var isAsking = false
  var todos: [String] = []
}

struct NameTyped: Action { let name: String }
struct AskToClear: Action {}
struct CancelClear: Action {}
struct Clear: Action {}
struct Refresh: Action {}

enum Selectors {
  static let canClear = Sluice.Selector { (state: AppState) in !state.todos.isEmpty }
  static let count = Sluice.Selector(keyPath: \AppState.todos.count)
  static let name = Sluice.Selector(keyPath: \AppState.name)
  static let isAsking = Sluice.Selector(keyPath: \AppState.isAsking)
}

let typeName = ActionTemplate(id: "Type name", payloadType: String.self)
let ask = ActionTemplate(id: "Ask to clear")
let cancel = ActionTemplate(id: "Cancel clear")
let store = Store(initialState: AppState())

struct ClearButton: View {
  @StoreValue(store, Selectors.canClear) private var canClear

  var body: some View {
    Button("Clear") { store.dispatch(action: Clear()) }.disabled(!canClear)
  }
}

struct Profile: View {
  @State private var name = store.observed(\.name) { NameTyped(name: $0) }

  var body: some View {
    TextField("Name", text: $name.value)
  }
}

struct Refreshing: View {
  var body: some View {
    Profile().refreshable { await store.dispatchTracked(action: Refresh()).finish() }
  }
}

struct Bindings: View {
  @StoreValue(store, \.todos.count) private var count

  var body: some View {
    Text("\(count)")
    TextField("Name", text: store.binding(get: Selectors.name, send: { NameTyped(name: $0) }))
    TextField("Name", text: store.binding(get: Selectors.name, send: typeName))
    Toggle("Asks", isOn: store.binding(get: \.isAsking, enable: ask, disable: cancel))
    OtherBindings()
  }

  func watch() async {
    for await count in $count { print(count) }
  }
}

/// The same for key paths, selectors and closures, wherever that differs.
struct OtherBindings: View {
  var body: some View {
    TextField("Name", text: store.binding(get: \.name, send: NameTyped.init))
    TextField(
      "Name",
      text: store.binding(get: \.name, send: { $0.isEmpty ? nil : NameTyped(name: $0) })
    )
    TextField("Name", text: store.binding(get: \.name, send: typeName))
    Toggle("Asks", isOn: store.binding(get: Selectors.isAsking, enable: ask, disable: cancel))
    Toggle(
      "Asks",
      isOn: store.binding(get: \.isAsking, enable: { AskToClear() }, disable: { CancelClear() })
    )
    Toggle(
      "Asks",
      isOn: store.binding(
        get: Selectors.isAsking,
        enable: { AskToClear() },
        disable: { CancelClear() }
      )
    )
  }
}

/// A view that knows a projection only.
struct NameField: View {
  enum NameAction: Sendable { case type(String) }

  let projection: StoreProjection<String, NameAction>

  var body: some View {
    TextField("Name", text: projection.binding(get: \.self, send: { .type($0) }))
  }
}
