import Sluice
import SluiceSwiftUI
import SwiftUI
import Testing

private struct Count: View {
  @StoreValue<Int> private var count: Int

  init(_ store: Store<Shop, Void>) { _count = StoreValue(store, Selectors.count) }

  var body: some View { Text("\(count) to do") }
}

private struct ClearButton: View {
  private let store: Store<Shop, Void>
  @StoreValue<Int> private var count: Int

  init(_ store: Store<Shop, Void>) {
    self.store = store
    _count = StoreValue(store, \.todos.count)
  }

  var body: some View {
    Button("Clear") { store.dispatch(action: Cleared()) }.disabled(count == 0)
  }
}

@MainActor
struct StoreValueTests {
  let store = Store.shop()

  @Test func `a view is drawn again when its value changes, and not when others do`() {
    let screen = Screen(Count(store))
    store.type("Ada")
    #expect(screen.lines == ["0 to do"])
    #expect(screen.drawings == 1)

    store.add("Milk")
    #expect(screen.lines == ["1 to do"])
    #expect(screen.drawings == 2)
  }

  @Test func `a view that is made again keeps the store with which it first appeared`() {
    let screen = Screen(Count(store))
    screen.show(Count(.shop()))
    store.add("Milk")
    #expect(screen.lines == ["1 to do"])
  }

  @Test func `a button follows a part of the state`() {
    let screen = Screen(ClearButton(store))
    #expect(screen.lines == ["([Clear])"])
    store.add("Milk")
    #expect(screen.lines == ["[Clear]"])
    screen.tap("Clear")
    #expect(store.todos == [])
    #expect(screen.lines == ["([Clear])"])
  }

  @Test func `a value of a projection is followed`() {
    struct Todos: View {
      @StoreValue<Int> var count: Int

      var body: some View { Text("\(count)") }
    }
    let projection = store.projection(.state(\.todos))
    let screen = Screen(Todos(count: StoreValue(projection, \.count)))
    store.add("Milk")
    #expect(screen.lines == ["1"])
  }

  @Test func `outside of a view the current value is read, and selected`() async {
    @StoreValue(store, \.name) var name
    store.type("Ada")
    #expect(name == "Ada")
    for await value in $name {
      #expect(value == "Ada")
      break
    }
  }
}
