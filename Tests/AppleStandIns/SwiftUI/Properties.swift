// A small SwiftUI that runs: what SluiceSwiftUI, its examples and its tests use. Views are values
// that a `Screen` draws, and draws again when what they read changes. Only for where SwiftUI is not.
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
  /// A screen puts the location of the first drawing in the place of later ones.
  final class Location {
    var cell: Cell

    init(_ value: Value) { cell = Cell(value) }
  }

  final class Cell {
    var value: Value
    var onChange: (() -> Void)?

    init(_ value: Value) { self.value = value }
  }

  let location: Location

  public init(wrappedValue value: Value) { location = Location(value) }
  public init(initialValue value: Value) { location = Location(value) }

  public var wrappedValue: Value {
    get { location.cell.value }
    nonmutating set {
      location.cell.value = newValue
      location.cell.onChange?()
    }
  }

  public var projectedValue: Binding<Value> {
    Binding(reading: { wrappedValue }, writing: { wrappedValue = $0 })
  }
}

// `@unchecked`: as in SwiftUI, views use it on the main actor only.
extension State: @unchecked Sendable where Value: Sendable {}

/// A `State`, whatever its value.
protocol StoredState {
  /// Takes the values of an earlier drawing, or keeps its own if there is none.
  /// - Returns: What a later drawing takes.
  func take(_ earlier: AnyObject?, onChange: @escaping () -> Void) -> AnyObject
}

extension State: StoredState {
  func take(_ earlier: AnyObject?, onChange: @escaping () -> Void) -> AnyObject {
    if let cell = earlier as? Cell { location.cell = cell }
    location.cell.onChange = onChange
    return location.cell
  }
}

@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  // The caller is on the actor to which the closures are isolated: views are.
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    self.get = unsafe unsafeBitCast(get, to: (@Sendable () -> Value).self)
    self.set = unsafe unsafeBitCast(set, to: (@Sendable (Value) -> Void).self)
  }

  fileprivate init(reading get: @escaping () -> Value, writing set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      reading: { get()[keyPath: keyPath] },
      writing: { new in
        var value = get()
        value[keyPath: keyPath] = new
        set(value)
      }
    )
  }
}
