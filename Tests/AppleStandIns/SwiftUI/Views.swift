// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@preconcurrency
public protocol View {
  associatedtype Body: View

  @ViewBuilder
  @MainActor
  @preconcurrency
  var body: Body { get }
}

extension Never: View {
  public var body: Never { preconditionFailure("A view without a body has been asked for it.") }
}

/// Not of SwiftUI: a view that a screen draws by itself, without a body.
public protocol DrawnView: View where Body == Never {
  func draw(on screen: Screen)
}

extension DrawnView {
  public var body: Never { preconditionFailure("It has none.") }
}

@resultBuilder
public enum ViewBuilder {
  @MainActor
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var views: [any View] = []
    for view in repeat each content { views.append(view) }
    return TupleView(views: views)
  }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { .first(first) }

  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { .second(second) }
}

public struct TupleView<Content>: DrawnView {
  let views: [any View]
  public func draw(on screen: Screen) {
    for (index, view) in views.enumerated() { screen.draw(view, id: index) }
  }
}

extension Optional: View, DrawnView where Wrapped: View {
  public func draw(on screen: Screen) { if let self { screen.draw(self) } }
}

public enum _ConditionalContent<TrueContent: View, FalseContent: View>: DrawnView {
  case first(TrueContent)
  case second(FalseContent)

  public func draw(on screen: Screen) {
    switch self {
    case .first(let content): screen.draw(content, id: true)
    case .second(let content): screen.draw(content, id: false)
    }
  }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  let data: Data
  let id: KeyPath<Data.Element, ID>
  let content: (Data.Element) -> Content
}

extension ForEach: View, DrawnView where Content: View {
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.content = content
  }

  public func draw(on screen: Screen) {
    for element in data { screen.draw(content(element), id: element[keyPath: id]) }
  }
}

public struct List<SelectionValue: Hashable, Content: View>: View {
  let content: Content
  public var body: some View { content }
}

extension List where SelectionValue == Never {
  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

struct DisabledView<Content: View>: DrawnView {
  let content: Content
  let isDisabled: Bool

  func draw(on screen: Screen) { screen.disabling(isDisabled) { screen.draw(content) } }
}

extension View {
  public func disabled(_ isDisabled: Bool) -> some View {
    DisabledView(content: self, isDisabled: isDisabled)
  }

  /// Compiles only: nobody pulls.
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
}

public struct Text: DrawnView {
  let content: String

  public init(_ content: String) { self.content = content }

  public func draw(on screen: Screen) { screen.add(content) }
}

public struct Button: DrawnView {
  let title: String
  let action: @MainActor () -> Void

  @preconcurrency
  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }

  public func draw(on screen: Screen) { screen.add("[\(title)]", title, onTap: action) }
}

public struct TextField: DrawnView {
  let title: String
  let text: Binding<String>

  public init(_ title: String, text: Binding<String>) {
    self.title = title
    self.text = text
  }

  public func draw(on screen: Screen) {
    screen.add("\(title): \(text.wrappedValue)", title, onType: { text.wrappedValue = $0 })
  }
}

public struct Toggle: DrawnView {
  let title: String
  let isOn: Binding<Bool>

  public init(_ title: String, isOn: Binding<Bool>) {
    self.title = title
    self.isOn = isOn
  }

  public func draw(on screen: Screen) {
    let state = isOn.wrappedValue ? "on" : "off"
    screen.add("\(title): \(state)", title, onTap: { isOn.wrappedValue.toggle() })
  }
}
