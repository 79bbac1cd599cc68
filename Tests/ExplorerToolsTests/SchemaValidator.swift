import SluiceTree

/// Checks values against the part of JSON Schema (2020-12) that the tools use.
///
/// A keyword that it doesn't know is a fault, so that no schema says more than is checked.
enum SchemaValidator {
  /// Returns what is wrong with a value, each with its place.
  static func faults(of value: Tree, _ schema: Tree, at place: String = "") -> [String] {
    guard case .object(let schema) = schema else { return ["\(place): the schema is no object"] }
    var faults: [String] = []
    for member in schema.members {
      switch member.key {
      case "type":
        if !isOfType(value, member.value) { faults.append("\(place): not of type \(member.value)") }
      case "enum":
        guard case .array(let choices) = member.value else {
          return ["\(place): no list of choices"]
        }
        if !choices.contains(value) { faults.append("\(place): not one of \(member.value)") }
      case "minimum":
        if let number = value.double, let limit = member.value.double, number < limit {
          faults.append("\(place): below \(limit)")
        }
      case "maximum":
        if let number = value.double, let limit = member.value.double, number > limit {
          faults.append("\(place): above \(limit)")
        }
      case "items":
        guard case .array(let elements) = value else { break }
        for (index, element) in elements.enumerated() {
          faults += self.faults(of: element, member.value, at: "\(place)[\(index)]")
        }
      case "properties":
        guard case .object(let object) = value, case .object(let properties) = member.value else {
          break
        }
        for property in properties.members {
          guard let value = object[property.key] else { continue }
          faults += self.faults(of: value, property.value, at: "\(place).\(property.key)")
        }
      case "required":
        guard case .object(let object) = value, case .array(let names) = member.value else { break }
        for case .string(let name) in names where object[name] == nil {
          faults.append("\(place): \(name) is missing")
        }
      case "additionalProperties":
        guard case .object(let object) = value, case .object(let properties)? = schema["properties"]
        else { break }
        for key in object.members.map(\.key) where properties[key] == nil {
          faults.append("\(place): \(key) is not in the schema")
        }
      case "description", "title":
        break
      case let keyword:
        faults.append("\(place): the keyword \(keyword) is not checked")
      }
    }
    return faults
  }

  private static func isOfType(_ value: Tree, _ type: Tree) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
      ("integer", .integer), ("number", .integer), ("number", .double):
      true
    default: false
    }
  }
}

extension Tree {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
