import Sluice
import SluiceSwiftUI
import SwiftUI
import Testing

@MainActor
struct BindingTests {
  let store = Store.shop()

  /// Types a name, which the store then has, and the screen shows.
  @discardableResult
  private func expectTyped(_ name: String, on view: some View) -> Screen {
    let screen = Screen(view)
    screen.type(name, into: "Name")
    #expect(store.name == name)
    #expect(screen.lines == ["Name: \(name)"])
    return screen
  }

  @Test func `what is typed is dispatched, and shown`() {
    let bindings = [
      store.binding(get: Selectors.name, send: { NameTyped(name: $0) }),
      store.binding(get: \.name, send: NameTyped.init),
      store.binding(get: Selectors.name, send: nameTyped),
      store.binding(get: \.name, send: nameTyped),
    ]
    for (number, binding) in bindings.enumerated() {
      let screen = expectTyped("\(number)", on: TextField("Name", text: binding))
      store.type("from elsewhere")
      #expect(screen.lines == ["Name: from elsewhere"])
    }
  }

  @Test func `a value without an action leaves what is shown`() {
    let binding = store.binding(get: \.name) { $0.isEmpty ? nil : NameTyped(name: $0) }
    let screen = expectTyped("Ada", on: TextField("Name", text: binding))
    screen.type("", into: "Name")
    #expect(screen.lines == ["Name: Ada"])
  }

  @Test func `a toggle dispatches one action for on and one for off`() {
    let bindings = [
      store.binding(get: Selectors.isAsking, enable: { Asked() }, disable: { Cancelled() }),
      store.binding(get: \.isAsking, enable: { Asked() }, disable: { Cancelled() }),
      store.binding(get: Selectors.isAsking, enable: asked, disable: cancelled),
      store.binding(get: \.isAsking, enable: asked, disable: cancelled),
    ]
    for binding in bindings {
      let screen = Screen(Toggle("Asks", isOn: binding))
      #expect(screen.lines == ["Asks: off"])
      screen.tap("Asks")
      #expect(store.isAsking)
      #expect(screen.lines == ["Asks: on"])
      screen.tap("Asks")
      #expect(!store.isAsking)
    }
  }

  @Test func `an action of a binding has the binding's line as its origin`() {
    let log = OriginLog()
    store.register(interceptor: log)
    let line = #line + 1
    let binding = store.binding(get: \.name, send: nameTyped)
    binding.wrappedValue = "Ada"
    #expect(log.origins.map(\.line) == [line])
    #expect(log.origins.first?.fileID.hasSuffix("BindingTests.swift") == true)
  }

  @Test func `a view's own state may be an observed value that is edited`() {
    struct Profile: View {
      @State private var name: EditableSelection<String>

      init(_ store: Store<Shop, Void>) {
        _name = State(initialValue: store.observed(\.name) { NameTyped(name: $0) })
      }

      var body: some View { TextField("Name", text: $name.value) }
    }
    expectTyped("Ada", on: Profile(store))
  }

  @Test func `a projection's binding sends the projection's actions`() {
    enum NameAction: Sendable { case type(String) }
    let projection = store.projection(.state(\.name)) { (action: NameAction) in
      switch action {
      case .type(let name): NameTyped(name: name)
      }
    }
    expectTyped(
      "Ada",
      on: TextField("Name", text: projection.binding(get: \.self, send: { .type($0) }))
    )
  }

  @Test func `an editable selection has a binding`() {
    let name = store.observed(Selectors.name) { NameTyped(name: $0) }
    expectTyped("Ada", on: TextField("Name", text: name.binding))
    #expect(name.value == "Ada")
  }
}
