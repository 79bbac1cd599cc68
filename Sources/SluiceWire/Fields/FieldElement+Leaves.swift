import SluiceTree

extension Array: FieldValue where Element: FieldElement {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    let elements = try reader.value(key, "an array") { tree -> Tree.Elements? in
      if case .array(let elements) = tree { elements } else { nil }
    }
    guard let elements else { return nil }
    let list = RecordPlace.member(key, of: reader.place)
    var values: Self = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard let value = try Element.read(element, at: .element(index, of: list)) else {
        throw reader.fault(key, Element.listName)
      }
      values.append(value)
    }
    return values
  }

  func write(to writer: inout RecordWriter) {
    writer.json.open("[")
    for index in indices {
      if index > 0 { writer.json.sink.append(UInt8(ascii: ",")) }
      self[index].write(to: &writer)
    }
    writer.json.close("]")
  }
}

extension Int: FieldElement {
  static var listName: String { "an array of whole numbers from 0 to \(WireNumber.maximum)" }

  static func read(_ tree: Tree, at place: @autoclosure () -> RecordPlace) -> Int? {
    guard case .integer(let number) = tree, 0...Int64(WireNumber.maximum) ~= number else {
      return nil
    }
    return Int(number)
  }
}

extension String: FieldElement {
  static var listName: String { "an array of strings" }

  static func read(_ tree: Tree, at place: @autoclosure () -> RecordPlace) -> String? {
    if case .string(let text) = tree { text } else { nil }
  }
}

extension Tree: FieldElement {
  static var listName: String { "an array" }

  static func read(_ tree: Tree, at place: @autoclosure () -> RecordPlace) -> Tree? { tree }
}

/// An element, not a key: its `$` is not doubled.
extension TreePath.Step: FieldElement {
  static var listName: String { "an array of keys and of indices from 0" }

  static func read(_ tree: Tree, at place: @autoclosure () -> RecordPlace) -> Self? {
    if case .string(let key) = tree { return .key(key) }
    return Int.read(tree, at: place()).map { .index($0) }
  }

  func write(to writer: inout RecordWriter) {
    switch self {
    case .key(let key): key.write(to: &writer)
    case .index(let index): index.write(to: &writer)
    }
  }
}
