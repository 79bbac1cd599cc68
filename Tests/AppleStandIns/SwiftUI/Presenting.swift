// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension View {
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    SheetView(presenting: self, item: item, onDismiss: onDismiss, sheet: content)
  }

  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type,
    @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    DestinationView(root: self, destination: destination)
  }
}

struct SheetView<Presenting: View, Item: Identifiable, Content: View>: DrawnView {
  let presenting: Presenting
  let item: Binding<Item?>
  let onDismiss: (() -> Void)?
  let sheet: (Item) -> Content

  func draw(on screen: Screen) {
    guard let shown = item.wrappedValue else { return screen.draw(presenting, id: "presenting") }
    screen.covering { screen.draw(presenting, id: "presenting") }
    screen.addDismissal {
      item.wrappedValue = nil
      onDismiss?()
    }
    screen.draw(sheet(shown), id: shown.id)
  }
}

public struct NavigationStack<Data, Root: View>: DrawnView {
  let root: Root
  let path: [AnyHashable]
  let push: (AnyHashable) -> Void
  let pop: () -> Void

  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  {
    self.root = root()
    self.path = path.wrappedValue.map { AnyHashable($0) }
    push = { value in
      if let element = value.base as? Data.Element { path.wrappedValue.append(element) }
    }
    pop = { path.wrappedValue = Data(path.wrappedValue.dropLast()) }
  }

  public func draw(on screen: Screen) {
    let stack = DrawnStack(push: push)
    let before = screen.stack
    screen.stack = stack
    defer { screen.stack = before }
    guard let last = path.last else { return screen.draw(root, id: "root") }
    screen.covering { screen.draw(root, id: "root") }
    screen.addDismissal(pop)
    if let view = stack.destinations.lazy.compactMap({ $0(last) }).first {
      screen.draw(view, id: path)
    }
  }
}

/// A stack that is being drawn: what its root has said of its destinations.
@MainActor
final class DrawnStack {
  let push: (AnyHashable) -> Void
  var destinations: [(AnyHashable) -> (any View)?] = []

  init(push: @escaping (AnyHashable) -> Void) { self.push = push }
}

struct DestinationView<Root: View, Value: Hashable, Destination: View>: DrawnView {
  let root: Root
  let destination: (Value) -> Destination

  func draw(on screen: Screen) {
    screen.stack?.destinations.append { value in (value.base as? Value).map(destination) }
    screen.draw(root)
  }
}

public struct NavigationLink<Label: View, Destination: View>: DrawnView {
  let title: String
  let value: AnyHashable?

  public func draw(on screen: Screen) {
    let stack = screen.stack
    screen.add("[\(title)]", title, onTap: { if let value { stack?.push(value) } })
  }
}

extension NavigationLink where Destination == Never, Label == Text {
  public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) {
    self.title = String(title)
    self.value = value.map { AnyHashable($0) }
  }
}
