import ExplorerTerminal
import SluiceTree
import SluiceWire

/// An action to be dispatched, as fields that somebody fills in.
///
/// The fields are the leaves of an example: an action of the same type that the program had.
struct DispatchForm: Hashable, Sendable {
  /// Something to fill in.
  struct Field: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// A text, as it is.
      case text
      case number
      /// `true` or `false`.
      case truth
      /// The name of a case without a payload.
      case enumCase
      /// Anything else, written as JSON.
      case json
      /// A value that the example doesn't have, since it was redacted, cut or not encoded: JSON.
      case unknown
    }

    /// In the payload.
    let path: TreePath
    let kind: Kind
    var text: String
    /// Whether the value is `null`, whatever the text is.
    var isNull = false
  }

  /// Why a field has no value.
  struct Mistake: Error, Hashable, CustomStringConvertible {
    /// The index of the field.
    let field: Int
    let description: String
  }

  let type: String
  let id: String?
  /// The elements for which the action is, the outermost first.
  let elements: [ElementName]
  /// What has the fields for its leaves; `nil` where the whole payload is one field.
  private(set) var example: Tree?
  private(set) var fields: [Field]

  /// The number of leaves above which the payload is one field, as JSON.
  static let maximalFields = 200

  /// Creates the form for an action like another.
  init(_ action: WireRecord.Action) {
    type = action.type
    id = action.id
    elements = action.elements
    example = action.payload
    fields = []
    guard let payload = action.payload else { return }
    collect(payload, at: TreePath())
    guard fields.count > Self.maximalFields else { return }
    example = nil
    fields = [Field(path: TreePath(), kind: .json, text: Self.json(payload))]
  }

  /// Creates a form with a single field for the payload, as JSON, which may stay empty.
  init(type: String) {
    self.type = type
    id = nil
    elements = []
    example = nil
    fields = [Field(path: TreePath(), kind: .json, text: "")]
  }

  /// Creates the form for a type: from the last action of the type, or from what the program says that one carries.
  init(type: String, _ history: History, example: Tree? = nil) {
    if let action = history.lastAction(of: type) {
      self.init(action)
    } else if let example {
      self.init(WireRecord.Action(type: type, payload: example))
    } else {
      self.init(type: type)
    }
  }

  mutating func set(_ text: String, at index: Int) {
    fields[index].text = text
    fields[index].isNull = false
  }

  /// Makes a value `null`, or again what its text says.
  mutating func toggleNull(at index: Int) {
    fields[index].isNull.toggle()
  }

  private mutating func collect(_ tree: Tree, at path: TreePath) {
    if let parts = TreeParts(tree) {
      for part in parts where fields.count <= Self.maximalFields {
        collect(part.value, at: path.appending(part.step))
      }
      return
    }
    func add(_ kind: Field.Kind, _ text: String) {
      fields.append(Field(path: path, kind: kind, text: text))
    }
    switch tree {
    case .string(let text): add(.text, text)
    case .integer, .wideInteger: add(.number, Self.json(tree))
    // A number that JSON has not is an object there.
    case .double(let number): add(number.isFinite ? .number : .json, Self.json(tree))
    case .bool: add(.truth, Self.json(tree))
    case .enumCase(let name, _): add(.enumCase, name)
    case .redacted, .cut, .opaque: add(.unknown, "")
    case .null, .array, .object, .data, .date: add(.json, Self.json(tree))
    }
  }

  private static func json(_ tree: Tree) -> String {
    String(decoding: JSONText.bytes(of: tree), as: UTF8.self)
  }
}

extension DispatchForm {
  /// Returns the action that the form describes.
  ///
  /// - Throws: The first mistake in it.
  func action() throws(Mistake) -> WireRecord.Action {
    WireRecord.Action(type: type, id: id, payload: try payload(), elements: elements)
  }

  /// Returns the payload as JSON, for somebody who would rather write that.
  func json() throws(Mistake) -> String {
    try payload().map(Self.json) ?? ""
  }

  private func payload() throws(Mistake) -> Tree? {
    guard let example else {
      guard let field = fields.first, field.isNull || !field.text.isBlank else { return nil }
      return try value(of: field, 0)
    }
    var payload = example
    for (index, field) in fields.enumerated() {
      let value = try value(of: field, index)
      do {
        try payload.apply([.set(field.path, old: nil, new: value)])
      } catch {
        throw Mistake(field: index, description: "\(error)")
      }
    }
    return payload
  }

  private func value(of field: Field, _ index: Int) throws(Mistake) -> Tree {
    if field.isNull { return .null }
    switch field.kind {
    case .text: return .string(field.text)
    case .enumCase: return .enumCase(name: field.text, payload: Tree.Object())
    case .number, .truth, .json, .unknown: break
    }
    if field.kind == .unknown, field.text.isBlank {
      throw Mistake(field: index, description: "The example has no value here: write one.")
    }
    let tree: Tree
    do throws(WireError) {
      tree = try JSONText.tree(of: Array(field.text.utf8)[...])
    } catch {
      throw Mistake(field: index, description: mistake(field))
    }
    switch (field.kind, tree) {
    case (.number, .integer), (.number, .wideInteger), (.number, .double), (.truth, .bool),
      (_, .null), (.json, _), (.unknown, _):
      return tree
    default:
      throw Mistake(field: index, description: mistake(field))
    }
  }

  private func mistake(_ field: Field) -> String {
    let text = VisibleText(field.text.quoted).description
    return switch field.kind {
    case .number: "\(text) is no number."
    case .truth: "\(text) is neither true nor false."
    case .text, .enumCase, .json, .unknown: "\(text) is no JSON. A text stands in quotation marks."
    }
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
