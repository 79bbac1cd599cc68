import SluiceTree

/// The arguments of a call, checked against the tool's input schema.
struct ToolArguments {
  private let members: [String: Tree]

  init(_ object: Tree.Object, of tool: Tool) throws(ToolFailure) {
    var members: [String: Tree] = [:]
    let parameters = tool.parameters
    for member in object.members {
      guard let parameter = parameters.first(where: { $0.name == member.key }) else {
        let known = parameters.map(\.name).joined(separator: ", ")
        throw .argument(member.key, "an argument of the tool: \(known)")
      }
      // Models pass null for what they leave out.
      if case .null = member.value, !parameter.isRequired { continue }
      members[member.key] = try parameter.read(member.value)
    }
    for parameter in parameters where parameter.isRequired && members[parameter.name] == nil {
      throw .argument(parameter.name, "given")
    }
    self.members = members
  }

  subscript(_ name: String) -> Tree? { members[name] }

  func string(_ name: String) -> String? {
    if case .string(let text)? = members[name] { text } else { nil }
  }

  func integer(_ name: String) -> Int? {
    if case .integer(let number)? = members[name] { Int(number) } else { nil }
  }

  func integers(_ name: String) -> [Int]? {
    guard case .array(let elements)? = members[name] else { return nil }
    return elements.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } }
  }

  func strings(_ name: String) -> [String]? {
    guard case .array(let elements)? = members[name] else { return nil }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  func path() throws(ToolFailure) -> StatePath {
    try rethrow(StatePath(parsing: string("path") ?? ""), as: ToolFailure.wrongPath)
  }

  func filter() throws(ToolFailure) -> Filter? {
    guard let text = string("filter"), !text.isEmpty else { return nil }
    return try rethrow(Filter(parsing: text), as: ToolFailure.wrongFilter)
  }

  var limit: Int { integer("limit") ?? Tool.standardLines }
}

extension ToolSchema.Property {
  /// Returns a value that fits the schema.
  fileprivate func read(_ value: Tree) throws(ToolFailure) -> Tree {
    switch (schema, value) {
    case (.any, _), (.string, .string):
      return value
    case (.choice(let choices), .string(let text)) where choices.contains(text):
      return value
    case (.choice(let choices), _):
      throw .argument(name, "one of: " + choices.joined(separator: ", "))
    case (.integer(let minimum, let maximum), _):
      guard let number = value.wholeNumber, number >= minimum ?? .min, number <= maximum ?? .max
      else {
        let range = [minimum.map { "from \($0)" }, maximum.map { "to \($0)" }].compactMap(\.self)
        throw .argument(name, (["a whole number"] + range).joined(separator: " "))
      }
      return .number(number)
    case (.array(let element), .array(let elements)):
      guard elements.count <= Tool.longestList else {
        throw .argument(name, "a list of at most \(Tool.longestList) elements")
      }
      var read: [Tree] = []
      for value in elements { read.append(try Self(name, element).read(value)) }
      return .array(Tree.Elements(read))
    case (.array, _): throw .argument(name, "a list")
    case (.string, _): throw .argument(name, "a string")
    case (.object, _): throw .argument(name, "another kind of value")
    }
  }
}

extension Tree {
  /// For JSON Schema, `1.0` is an integer, too.
  fileprivate var wholeNumber: Int? {
    switch self {
    case .integer(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }
}
