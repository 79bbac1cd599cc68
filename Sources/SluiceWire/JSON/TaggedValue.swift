import SluiceTree

/// An object whose key `$` names a kind that JSON has not.
struct TaggedValue {
  let kind: String
  let members: Tree.Object
  /// Where the object begins, for errors.
  let offset: Int

  func tree() throws(WireError) -> Tree {
    switch kind {
    case "data": return .data(try bytes("base64"))
    case "date":
      let remainder = members["remainder"] == nil ? 0 : try double("remainder")
      return .date(.init(secondsSince1970: try double("seconds"), remainder: remainder))
    case "float": return .double(try nonFinite())
    case "case": return .enumCase(name: try string("name"), payload: try payload())
    case "opaque": return .opaque(typeName: try string("typeName"))
    case "cut": return .cut(try cut())
    case "redacted": return .redacted
    // A kind from a later version: shown by its name, like any value without parts.
    default: return .opaque(typeName: kind)
    }
  }

  private func cut() throws(WireError) -> Tree.Cut {
    switch try string("kind") {
    case "depth": .depth(typeName: try string("typeName"))
    case "elements": .elements(try count())
    case "members": .members(try count())
    case "characters": .characters(kept: try string("kept"), omitted: try count())
    case "bytes": .bytes(kept: try bytes("kept"), omitted: try count())
    default: throw fault("kind")
    }
  }

  private func payload() throws(WireError) -> Tree.Object {
    switch members["payload"] {
    case .object(let object): return object
    case nil: return Tree.Object()
    default: throw fault("payload")
    }
  }

  private func string(_ key: String) throws(WireError) -> String {
    guard case .string(let value) = members[key] else { throw fault(key) }
    return value
  }

  private func bytes(_ key: String) throws(WireError) -> [UInt8] {
    guard let bytes = Base64.bytes(of: try string(key)) else { throw fault(key) }
    return bytes
  }

  private func count() throws(WireError) -> Int {
    guard case .integer(let value) = members["omitted"],
      (0...Int64(WireNumber.maximum)).contains(value)
    else { throw fault("omitted") }
    return Int(value)
  }

  private func double(_ key: String) throws(WireError) -> Double {
    switch members[key] {
    case .double(let value): return value
    case .integer(let value): return Double(value)
    default: throw fault(key)
    }
  }

  private func nonFinite() throws(WireError) -> Double {
    switch try string("value") {
    case "inf": return .infinity
    case "-inf": return -.infinity
    case "nan": return .nan
    default: throw fault("value")
    }
  }

  private func fault(_ key: String) -> WireError {
    .json(.badTag(kind: kind, key: key), offset: offset)
  }
}
