import SluiceTree

extension RecordWriter {
  mutating func write(_ changes: [TreeChange]) {
    writeArray("changes", changes) { json, change in json.write(change) }
  }
}

extension JSONWriter {
  mutating func write(_ change: TreeChange) {
    open("{")
    write(ascii: "\"kind\":")
    write(change.kind.rawValue)
    write(key: "path")
    open("[")
    for index in change.path.steps.indices {
      if index > 0 { sink.append(UInt8(ascii: ",")) }
      write(change.path.steps[index])
    }
    close("]")
    switch change {
    case .add(_, let new, let position):
      if let position {
        write(key: "position")
        write(Int64(position))
      }
      write(key: "new")
      write(new)
    case .remove(_, let old):
      write(old: old)
    case .set(_, let old, let new):
      write(old: old)
      write(key: "new")
      write(new)
    case .move(_, let target):
      write(key: "to")
      write(Int64(target))
    }
    close("}")
  }

  mutating func write(_ step: TreePath.Step) {
    switch step {
    // An element, not a key: its `$` is not doubled.
    case .key(let key): write(key)
    case .index(let index): write(Int64(index))
    }
  }

  private mutating func write(old: Tree?) {
    guard let old else { return }
    write(key: "old")
    write(old)
  }
}

extension RecordReader {
  func changes(_ key: String) throws(WireError) -> [TreeChange] {
    try (optionalObjects(key) ?? []).map { object throws(WireError) in try object.change() }
  }

  private func change() throws(WireError) -> TreeChange {
    guard let path = try optionalPath("path") else { throw .missingKey("path", record: name) }
    return switch try choice("kind", of: TreeChange.Kind.self) {
    case .add: .add(path, try tree("new"), position: try optionalNumber("position"))
    case .remove: .remove(path, old: object["old"])
    case .set: .set(path, old: object["old"], new: try tree("new"))
    case .move: .move(path, to: try number("to"))
    }
  }

  func optionalPath(_ key: String) throws(WireError) -> TreePath? {
    guard let elements = try optionalArray(key) else { return nil }
    var steps: [TreePath.Step] = []
    steps.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      case .string(let key):
        steps.append(.key(key))
      case .integer(let wide):
        guard (0...Int64(WireNumber.maximum)).contains(wide) else { fallthrough }
        steps.append(.index(Int(wide)))
      default:
        throw fault(key, "an array of keys and of indices from 0")
      }
    }
    return TreePath(steps)
  }
}
