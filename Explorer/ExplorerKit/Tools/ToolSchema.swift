import SluiceTree
import SluiceWire

/// A JSON Schema (2020-12) of the few kinds that the tools need.
indirect enum ToolSchema: Sendable {
  /// A value of a program: any JSON.
  case any
  case integer(minimum: Int? = nil, maximum: Int? = nil)
  case string
  case choice([String])
  case array(ToolSchema)
  case object([Property])

  struct Property: Sendable {
    let name: String
    let schema: ToolSchema
    let isRequired: Bool
    let description: String?

    init(
      _ name: String,
      _ schema: ToolSchema,
      _ description: String? = nil,
      isRequired: Bool = true
    ) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.description = description
    }

    static func optional(_ name: String, _ schema: ToolSchema, _ description: String? = nil) -> Self
    {
      Self(name, schema, description, isRequired: false)
    }
  }

  var tree: Tree { .object(present: members) }

  private var members: [(String, Tree?)] {
    switch self {
    case .any: []
    case .string: [("type", "string")]
    case .choice(let choices):
      [("type", "string"), ("enum", .array(choices.map { .string($0) }))]
    case .integer(let minimum, let maximum):
      [
        ("type", "integer"), ("minimum", minimum.map(Tree.number)),
        // Beyond that, JSON's numbers are no longer exact: it isn't worth its words.
        ("maximum", maximum.flatMap { $0 == WireNumber.maximum ? nil : .number($0) }),
      ]
    case .array(let element):
      [("type", "array"), ("items", element.tree)]
    case .object(let properties):
      [
        ("type", "object"),
        (
          "properties",
          .object(
            present: properties.map { property in
              let description = ("description", property.description.map { Tree.string($0) })
              return (property.name, .object(present: property.schema.members + [description]))
            }
          )
        ),
        ("required", Self.required(properties)),
        ("additionalProperties", false),
      ]
    }
  }

  private static func required(_ properties: [Property]) -> Tree? {
    let names = properties.filter(\.isRequired).map { Tree.string($0.name) }
    return names.isEmpty ? nil : .array(names)
  }
}
