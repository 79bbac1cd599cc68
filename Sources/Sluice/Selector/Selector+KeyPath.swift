extension Selector {
  /// Creates a selector of a part of the state.
  @inlinable
  public convenience init(keyPath: any KeyPath<State, Value> & Sendable) {
    self.init(keyPath: keyPath, areEqual: nil)
  }

  /// Creates a selector of an equatable part of the state, without repeats.
  @inlinable
  public convenience init(keyPath: any KeyPath<State, Value> & Sendable) where Value: Equatable {
    self.init(keyPath: keyPath, areEqual: { $0 == $1 })
  }

  @inlinable
  convenience init(
    keyPath: any KeyPath<State, Value> & Sendable,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    // A stored property is read directly at its offset; traversing the key path costs several
    // times as much.
    if let offset = MemoryLayout<State>.offset(of: keyPath) {
      self.init(.state(keyPath), areEqual: areEqual) { home, _ in
        SelectorCell(home, areEqual) { box, _ in
          unsafe UnsafeRawPointer(box.pointer).load(fromByteOffset: offset, as: Value.self)
        }
      }
    } else {
      self.init(.state(keyPath), areEqual: areEqual) { home, _ in
        SelectorCell(home, areEqual) { box, _ in box.value[keyPath: keyPath] }
      }
    }
  }

  /// Creates a selector of a part of another selector's value.
  @inlinable
  public static func with<Input: Sendable>(
    _ input: Selector<State, Input>,
    keyPath: any KeyPath<Input, Value> & Sendable
  ) -> Selector {
    Selector(input, keyPath: keyPath, areEqual: nil)
  }

  /// Creates a selector of an equatable part of another selector's value, without repeats.
  @inlinable
  public static func with<Input: Sendable>(
    _ input: Selector<State, Input>,
    keyPath: any KeyPath<Input, Value> & Sendable
  ) -> Selector where Value: Equatable {
    Selector(input, keyPath: keyPath, areEqual: { $0 == $1 })
  }

  @inlinable
  convenience init<Input: Sendable>(
    _ input: Selector<State, Input>,
    keyPath: any KeyPath<Input, Value> & Sendable,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    let elements = input.elementsToCompare ?? []
    self.init(.part(keyPath), areEqual: areEqual, elements: elements) { home, _ in
      let input = input.cell(in: home)
      return SelectorCell(home, areEqual) { box, version in
        input.value(box, version)[keyPath: keyPath]
      }
    }
  }
}
