import SluiceTree

/// Checks values against the part of JSON Schema (2020-12) that the tools use.
///
/// A keyword that it doesn't know is a fault, so that no schema says more than is checked.
enum SchemaValidator {
  /// Returns what is wrong with a value, each with its place.
  static func faults(of value: Tree, _ schema: Tree, at place: String = "") -> [String] {
    guard case .object(let keywords) = schema else { return ["\(place): the schema is no object"] }
    return keywords.members.flatMap { keyword in
      faults(of: value, keyword.key, keyword.value, in: keywords, at: place)
    }
  }

  private static func faults(
    of value: Tree,
    _ keyword: String,
    _ rule: Tree,
    in schema: Tree.Object,
    at place: String
  ) -> [String] {
    func unless(_ isValid: Bool, _ fault: String) -> [String] {
      isValid ? [] : ["\(place): \(fault)"]
    }
    switch (keyword, rule, value) {
    case ("type", _, _): return unless(isOfType(value, rule), "not of type \(rule)")
    case ("enum", .array(let choices), _):
      return unless(choices.contains(value), "not one of \(rule)")
    case ("minimum", .integer(let limit), _):
      return unless(value.double.map { $0 >= Double(limit) } ?? true, "below \(limit)")
    case ("maximum", .integer(let limit), _):
      return unless(value.double.map { $0 <= Double(limit) } ?? true, "above \(limit)")
    case ("items", _, .array(let elements)):
      return elements.enumerated().flatMap { faults(of: $1, rule, at: "\(place)[\($0)]") }
    case ("properties", .object(let properties), .object(let object)):
      return properties.members.flatMap { property in
        object[property.key].map {
          faults(of: $0, property.value, at: "\(place).\(property.key)")
        } ?? []
      }
    case ("required", .array(let names), .object(let object)):
      return names.compactMap(\.text).flatMap { unless(object[$0] != nil, "\($0) is missing") }
    case ("additionalProperties", _, .object(let object)):
      guard case .object(let properties)? = schema["properties"] else { return [] }
      return object.members.map(\.key).flatMap { key in
        unless(properties[key] != nil, "\(key) is not in the schema")
      }
    case ("items", _, _), ("properties", _, _), ("required", _, _), ("additionalProperties", _, _),
      ("description", _, _), ("title", _, _):
      return []
    default: return unless(false, "the keyword \(keyword) is not checked")
    }
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
