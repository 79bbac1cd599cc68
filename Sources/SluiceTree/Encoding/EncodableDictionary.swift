/// A dictionary or a set of anything encodable.
///
/// Their order differs in every run, and comparing needs a stable one.
protocol EncodableHashTable {
  func tree(_ encoder: ValueEncoder) throws -> Tree
}

extension Dictionary: EncodableHashTable where Key: Encodable, Value: Encodable {
  /// Returns an object where the standard library makes one, else keys and values in turn; sorted.
  func tree(_ encoder: ValueEncoder) throws -> Tree {
    guard
      Key.self == String.self || Key.self == Int.self
        || Key.self is any CodingKeyRepresentable.Type
    else { return try alternating(encoder) }

    let members = compactMap { key, value -> (name: String, number: Int?, value: Value)? in
      if let key = key as? String { return (key, nil, value) }
      if let key = key as? Int { return (String(key), key, value) }
      guard let key = (key as? any CodingKeyRepresentable)?.codingKey else { return nil }
      return (key.stringValue, key.intValue, value)
    }
    let sorted = members.sorted { left, right in
      if let left = left.number, let right = right.number { return left < right }
      return left.name < right.name
    }
    let content = KeyedContent()
    for (name, number, value) in sorted where content.admits(name, encoder.run) {
      let key = NameKey(stringValue: name, intValue: number)
      content.set(name, to: encoder.run.tree(of: value, in: encoder, key: key))
    }
    return .object(content.object)
  }

  private func alternating(_ encoder: ValueEncoder) throws -> Tree {
    let run = encoder.run
    var entries: [(key: Tree, value: Value)] = []
    for (key, value) in self where run.bounds.admit(besides: 2 * entries.count) {
      let index = IndexKey(2 * entries.count)
      entries.append((run.tree(of: key, in: encoder, key: index), value))
    }
    entries.sort { $0.key.precedes($1.key) }
    var elements: [Tree] = []
    for (key, value) in entries {
      let index = IndexKey(elements.count + 1)
      elements.append(key)
      elements.append(run.tree(of: value, in: encoder, key: index))
    }
    return elements.tree(omitted: 2 * count - elements.count)
  }
}

extension Set: EncodableHashTable where Element: Encodable {
  func tree(_ encoder: ValueEncoder) throws -> Tree {
    var elements: [Tree] = []
    for element in self where encoder.run.bounds.admit(besides: elements.count) {
      let index = IndexKey(elements.count)
      elements.append(encoder.run.tree(of: element, in: encoder, key: index))
    }
    elements.sort { $0.precedes($1) }
    return .list(elements, omitted: count - elements.count)
  }
}

/// A key made at run time.
package struct NameKey: CodingKey {
  /// The key of a superclass's part, unless the subclass uses another.
  package static let superclass = NameKey(stringValue: "super", intValue: nil)

  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String, intValue: Int?) {
    self.stringValue = stringValue
    self.intValue = intValue
  }

  package init?(stringValue: String) {
    self.init(stringValue: stringValue, intValue: nil)
  }

  package init?(intValue: Int) {
    self.init(stringValue: String(intValue), intValue: intValue)
  }
}
