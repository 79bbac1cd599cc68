import Sluice
import SluiceSwiftUI
import SwiftUI
import Testing

private struct Row: View {
  @StoreValue private var item: Item?

  init(_ id: Item.ID, in store: Store<Shop, Void>) {
    _item = StoreValue(store, Selectors.items.byID(id))
  }

  var body: some View {
    if let item { Text(item.title) }
  }
}

private struct Rows: View {
  private let store: Store<Shop, Void>
  @StoreValue private var ids: [Item.ID]

  init(_ store: Store<Shop, Void>) {
    self.store = store
    _ids = StoreValue(store, Selectors.items.ids)
  }

  var body: some View {
    List(ids, id: \.self) { id in Row(id, in: store) }
  }
}

@MainActor
struct PresentingTests {
  let store = Store.shop()

  init() {
    for (id, title) in ["Milk", "Tea", "Salt"].enumerated() {
      store.put(id, title)
    }
  }

  @Test func `a row is drawn again when its element changes, and not when others do`() {
    let screen = Screen(Row(1, in: store))
    store.put(0, "Oat milk")
    store.remove(2)
    #expect(screen.lines == ["Tea"])
    #expect(screen.drawings == 1)

    store.put(1, "Green tea")
    #expect(screen.lines == ["Green tea"])
    #expect(screen.drawings == 2)
    store.remove(1)
    #expect(screen.lines == [])
  }

  @Test func `the rows of a list are those of its elements, also after a removal`() {
    let screen = Screen(Rows(store))
    #expect(screen.lines == ["Milk", "Tea", "Salt"])
    store.remove(0)
    #expect(screen.lines == ["Tea", "Salt"])
    store.put(2, "Pepper")
    #expect(screen.lines == ["Tea", "Pepper"])
  }

  @Test func `a sheet is there while its part of the state is`() {
    struct Picked: View {
      let store: Store<Shop, Void>

      var body: some View {
        Text("Shop").sheet(
          item: store.binding(get: \.picked, send: { $0 == nil ? Picking(item: nil) : nil })
        ) { item in
          Text("\(item.title)!")
        }
      }
    }
    let screen = Screen(Picked(store: store))
    #expect(screen.lines == ["Shop"])
    store.dispatch(action: Picking(item: Item(id: 1, title: "Tea")))
    #expect(screen.lines == ["Tea!"])
    screen.goBack()
    #expect(store.picked == nil)
    #expect(screen.lines == ["Shop"])
  }

  @Test func `a stack follows its path in the state, and writes to it through an action`() {
    struct Items: View {
      let store: Store<Shop, Void>

      var body: some View {
        NavigationStack(path: store.binding(get: \.path, send: { Navigated(path: $0) })) {
          NavigationLink("First", value: Aisle.first)
            .navigationDestination(for: Aisle.self) { aisle in
              switch aisle {
              case .first: NavigationLink("Last", value: Aisle.last)
              case .last: Row(2, in: store)
              }
            }
        }
      }
    }
    let screen = Screen(Items(store: store))
    #expect(screen.lines == ["[First]"])
    screen.tap("First")
    screen.tap("Last")
    #expect(store.path == [.first, .last])
    #expect(screen.lines == ["Salt"])
    screen.goBack()
    #expect(screen.lines == ["[Last]"])
    store.dispatch(action: Navigated(path: [.last]))
    #expect(screen.lines == ["Salt"])
  }

  @Test func `what a dispatch changes is announced within its animation`() async {
    let screen = Screen(Rows(store))
    withAnimation {
      store.remove(0)
    }
    #expect(screen.lines == ["Tea", "Salt"])
    #expect(screen.animation == .default)
    store.remove(1)
    #expect(screen.lines == ["Salt"])
    #expect(screen.animation == nil)
  }
}
