// What SluiceSwiftUI and its examples use of SwiftUI, as far as its signatures go: enough to compile
// against where SwiftUI is not, and nothing that runs.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Objective-C's, which comes with SwiftUI: its name is that of a type of Sluice.
public struct Selector: Hashable, Sendable {}

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) { fatalError() }
  public init(initialValue value: Value) { fatalError() }

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    fatalError()
  }

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    fatalError()
  }
}

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
  public var body: Never { fatalError() }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    fatalError()
  }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
}

public struct TupleView<Content>: View {
  public var body: Never { fatalError() }
}

extension View {
  public func disabled(_ isDisabled: Bool) -> some View { self }
}

public struct Text: View {
  public init(_ content: String) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Button: View {
  @preconcurrency
  public init(_ title: String, action: @escaping @MainActor () -> Void) { fatalError() }
  public var body: Never { fatalError() }
}

public struct TextField: View {
  public init(_ title: String, text: Binding<String>) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Toggle: View {
  public init(_ title: String, isOn: Binding<Bool>) { fatalError() }
  public var body: Never { fatalError() }
}
