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

/// A view that a screen draws by itself, without a body.
@MainActor
protocol DrawnView {
  func draw(on screen: Screen)
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
}

public struct TupleView<Content>: View, DrawnView {
  let views: [any View]
  public var body: Never { preconditionFailure("It has none.") }

  func draw(on screen: Screen) { for view in views { screen.draw(view) } }
}

struct DisabledView<Content: View>: View, DrawnView {
  let content: Content
  let isDisabled: Bool
  var body: Never { preconditionFailure("It has none.") }

  func draw(on screen: Screen) { screen.disabling(isDisabled) { screen.draw(content) } }
}

extension View {
  public func disabled(_ isDisabled: Bool) -> some View {
    DisabledView(content: self, isDisabled: isDisabled)
  }

  /// Compiles only: nobody pulls.
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
}

public struct Text: View, DrawnView {
  let content: String
  public var body: Never { preconditionFailure("It has none.") }

  public init(_ content: String) { self.content = content }

  func draw(on screen: Screen) { screen.add(.text(content)) }
}

public struct Button: View, DrawnView {
  let title: String
  let action: @MainActor () -> Void
  public var body: Never { preconditionFailure("It has none.") }

  @preconcurrency
  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }

  func draw(on screen: Screen) { screen.add(.button(title, action)) }
}

public struct TextField: View, DrawnView {
  let title: String
  let text: Binding<String>
  public var body: Never { preconditionFailure("It has none.") }

  public init(_ title: String, text: Binding<String>) {
    self.title = title
    self.text = text
  }

  func draw(on screen: Screen) { screen.add(.field(title, text.wrappedValue, text)) }
}

public struct Toggle: View, DrawnView {
  let title: String
  let isOn: Binding<Bool>
  public var body: Never { preconditionFailure("It has none.") }

  public init(_ title: String, isOn: Binding<Bool>) {
    self.title = title
    self.isOn = isOn
  }

  func draw(on screen: Screen) { screen.add(.toggle(title, isOn.wrappedValue, isOn)) }
}
