extension Selector {
  /// Creates a selector of an equatable part of the state, without repeats.
  @inlinable
  public convenience init(keyPath: any KeyPath<State, Value> & Sendable) where Value: Equatable {
    self.init(keyPath: keyPath, comparing: .equality)
  }

  /// Creates a selector of a part of the state, and says how its values are compared.
  ///
  /// ```swift
  /// let report = Selector(keyPath: \AppState.report, comparing: .by { $0.id == $1.id })
  /// ```
  @inlinable
  public convenience init(
    keyPath: any KeyPath<State, Value> & Sendable,
    comparing comparison: Comparison<Value>
  ) {
    // A stored property is read directly at its offset; traversing the key path costs several
    // times as much.
    if let offset = MemoryLayout<State>.offset(of: keyPath) {
      self.init(.state(keyPath), comparison) { home, _ in
        SelectorCell(home, comparison) { box, _ in
          unsafe UnsafeRawPointer(box.pointer).load(fromByteOffset: offset, as: Value.self)
        }
      }
    } else {
      self.init(.state(keyPath), comparison) { home, _ in
        SelectorCell(home, comparison) { box, _ in box.value[keyPath: keyPath] }
      }
    }
  }
}

extension Selector where Value: Equatable {
  /// Creates a selector of an equatable part of another selector's value, without repeats.
  @inlinable
  public static func with<Input: Sendable>(
    _ input: Selector<State, Input>,
    keyPath: any KeyPath<Input, Value> & Sendable
  ) -> Selector {
    Selector(
      .part(keyPath),
      .equality,
      elements: input.elementsToCompare ?? [],
      of: [input.identity]
    ) { home, _ in
      let input = input.cell(in: home)
      return SelectorCell(home, .equality) { box, version in
        input.value(box, version)[keyPath: keyPath]
      }
    }
  }
}
