extension Tree {
  /// Returns the value on one line, as `{id: 4, title: "Milk"}`, with an "…" for what doesn't fit.
  ///
  /// Quotes text, and escapes its control characters. The cost is that of what is shown.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars.
  package func summary(limit: Int = 80) -> String {
    var writer = LineWriter(limit: limit)
    writer.write(self)
    return writer.text
  }
}

extension Tree: CustomStringConvertible {
  package var description: String { summary(limit: 1_000) }
}

extension LineWriter {
  mutating func write(_ tree: Tree) {
    // Leaves a container of a million elements as soon as the line is full.
    guard !isFull else { return }
    switch tree {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .integer(let value): write(String(value))
    case .wideInteger(let value): write(value.description)
    case .double(let value): write(value.description)
    case .string(let value): writeQuoted(value)
    case .array(let elements): write(elements)
    case .object(let object):
      write("{")
      writeMembers(of: object, namelessPositions: false)
      write("}")
    case .data(let bytes): write("<\(bytes.count) bytes>")
    case .date(let instant): write(CalendarText.utc(secondsSince1970: instant.secondsSince1970))
    case .enumCase(let name, let payload):
      write(".")
      write(name)
      guard !payload.isEmpty else { return }
      write("(")
      writeMembers(of: payload, namelessPositions: true)
      write(")")
    case .opaque(let typeName):
      write("<")
      write(typeName)
      write(">")
    case .redacted: write("<redacted>")
    case .cut(let cut): write(cut)
    }
  }

  private mutating func write(_ elements: Tree.Elements) {
    write("[")
    for (index, element) in elements.enumerated() {
      guard !isFull else { return }
      if index > 0 { write(", ") }
      write(element)
    }
    write("]")
  }

  /// - Parameter namelessPositions: Whether to omit `_0`, `_1`, … in their places.
  private mutating func writeMembers(of object: Tree.Object, namelessPositions: Bool) {
    for (index, member) in object.members.enumerated() {
      guard !isFull else { return }
      if index > 0 { write(", ") }
      if case .cut(.members) = member.value {
        write(member.value)
        continue
      }
      if !(namelessPositions && member.key == "_\(index)") {
        if member.key.isIdentifier { write(member.key) } else { writeQuoted(member.key) }
        write(": ")
      }
      write(member.value)
    }
  }

  private mutating func write(_ cut: Tree.Cut) {
    switch cut {
    case .depth(let typeName):
      write("<")
      write(typeName)
      write(", too deep>")
    case .elements(let count), .members(let count):
      write("<\(count) more>")
    case .characters(let kept, let omitted):
      writeQuoted(kept)
      write(" <\(omitted) more characters>")
    case .bytes(let kept, let omitted):
      write("<\(kept.count) bytes, \(omitted) more>")
    }
  }
}
