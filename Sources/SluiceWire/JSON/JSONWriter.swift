import SluiceTree

/// Writes trees as JSON text that has no raw line break, and is read back as the same tree.
struct JSONWriter<Sink: ByteSink> {
  var sink: Sink
  /// Arrays and objects that are open.
  private var depth = 0
  /// Whether a user's `$` at the beginning of a key is doubled, so that a single one is always a tag.
  var doublesDollars = true

  init(to sink: Sink) {
    self.sink = sink
  }

  mutating func write(_ tree: Tree) {
    switch tree {
    case .null: write(ascii: "null")
    case .bool(let value): write(ascii: value ? "true" : "false")
    case .integer(let value): write(value)
    case .wideInteger(let value): write(plain: value.description)
    case .double(let value): write(value)
    case .string(let value): write(value)
    case .array(let elements):
      guard hasRoom else { return writeCut(.depth(typeName: "Array")) }
      open("[")
      for (index, element) in elements.enumerated() {
        if sink.isFull { break }
        if index > 0 { sink.append(UInt8(ascii: ",")) }
        write(element)
      }
      close("]")
    case .object(let object):
      guard hasRoom else { return writeCut(.depth(typeName: "Object")) }
      write(object)
    case .data(let bytes):
      writeTagged("data") { writer in
        writer.write(key: "base64")
        writer.write(base64: bytes)
      }
    case .date(let instant):
      writeTagged("date") { writer in
        writer.write(key: "seconds")
        writer.write(instant.secondsSince1970)
        if instant.remainder != 0 {
          writer.write(key: "remainder")
          writer.write(instant.remainder)
        }
      }
    case .enumCase(let name, let payload):
      guard hasRoom || payload.isEmpty else { return writeCut(.depth(typeName: name)) }
      writeTagged("case") { writer in
        writer.write(key: "name")
        writer.write(name)
        if !payload.isEmpty {
          writer.write(key: "payload")
          writer.write(payload)
        }
      }
    case .opaque(let typeName):
      writeTagged("opaque") { writer in
        writer.write(key: "typeName")
        writer.write(typeName)
      }
    case .cut(let cut): writeCut(cut)
    case .redacted: writeTagged("redacted") { _ in }
    }
  }

  /// Whether a container fits: its own level, a case's payload, a date in that, and its float.
  private var hasRoom: Bool { depth + 4 <= JSONText.maximumDepthOfFiles }

  private mutating func write(_ object: Tree.Object) {
    open("{")
    var isFirst = true
    for member in object.members {
      if sink.isFull { break }
      if !isFirst { sink.append(UInt8(ascii: ",")) }
      isFirst = false
      write(member.key, doublingDollar: doublesDollars)
      sink.append(UInt8(ascii: ":"))
      write(member.value)
    }
    close("}")
  }

  private mutating func writeCut(_ cut: Tree.Cut) {
    writeTagged("cut") { writer in
      writer.write(key: "kind")
      switch cut {
      case .depth(let typeName):
        writer.write(ascii: "\"depth\"")
        writer.write(key: "typeName")
        writer.write(typeName)
      case .elements(let count):
        writer.write(ascii: "\"elements\"")
        writer.write(key: "omitted")
        writer.write(Int64(count))
      case .members(let count):
        writer.write(ascii: "\"members\"")
        writer.write(key: "omitted")
        writer.write(Int64(count))
      case .characters(let kept, let omitted):
        writer.write(ascii: "\"characters\"")
        writer.write(key: "kept")
        writer.write(kept)
        writer.write(key: "omitted")
        writer.write(Int64(omitted))
      case .bytes(let kept, let omitted):
        writer.write(ascii: "\"bytes\"")
        writer.write(key: "kept")
        writer.write(base64: kept)
        writer.write(key: "omitted")
        writer.write(Int64(omitted))
      }
    }
  }

  private mutating func writeTagged(_ kind: StaticString, _ members: (inout Self) -> Void) {
    open("{")
    write(ascii: "\"$\":\"")
    write(ascii: kind)
    sink.append(UInt8(ascii: "\""))
    members(&self)
    close("}")
  }

  /// Writes a comma, a key of our own, and a colon.
  mutating func write(key: StaticString) {
    write(ascii: ",\"")
    write(ascii: key)
    write(ascii: "\":")
  }

  mutating func open(_ bracket: Unicode.Scalar) {
    depth += 1
    sink.append(UInt8(ascii: bracket))
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    depth -= 1
    sink.append(UInt8(ascii: bracket))
  }
}
