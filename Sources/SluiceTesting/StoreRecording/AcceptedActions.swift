public import Sluice
import SluiceTree
import SluiceWire

/// A template whose actions are decoded from a recording.
public struct AcceptedTemplate: Sendable {
  let id: String
  let make: @Sendable (Tree?) throws -> any Action
  /// For the thread that reads a recording.
  static let decoder = TreeDecoder(maximalDepth: Tree.maximalDepth)

  /// Accepts the actions of a template that has a payload.
  public init<Payload: Decodable & Sendable>(_ template: ActionTemplate<Payload>) {
    id = template.id
    make = { tree in
      template(payload: try Self.decoder.decode(Payload.self, from: tree ?? .null))
    }
  }

  /// Accepts the actions of a template that has no payload.
  public init(_ template: ActionTemplate<Void>) {
    id = template.id
    make = { _ in template() }
  }
}

/// Decodes actions from a recording; only those of types that a test accepts.
struct AcceptedActions: Sendable {
  private var makers: [String: @Sendable (Tree?) throws -> any Action] = [:]

  init(
    _ types: [any (Action & Decodable).Type],
    _ templates: [AcceptedTemplate],
    _ place: SourcePlace
  ) throws {
    func maker<A: Action & Decodable>(_ type: A.Type) -> @Sendable (Tree?) throws -> any Action {
      // An action without contents is written without a payload.
      { try AcceptedTemplate.decoder.decode(type, from: $0 ?? .object(Tree.Object())) }
    }
    for type in types { try add("\(type)", maker(type), place) }
    for template in templates { try add(template.id, template.make, place) }
  }

  private mutating func add(
    _ name: String,
    _ make: @escaping @Sendable (Tree?) throws -> any Action,
    _ place: SourcePlace
  ) throws {
    if makers.updateValue(make, forKey: name) == nil { return }
    try ExpectationFailure(
      place,
      happened: "Two of the accepted actions are called \(name.quoted).",
      [],
      fix: "accept one of them: a recording does not tell them apart."
    ).end()
  }

  /// Requires that every action of a recording can be decoded.
  func require(_ names: [String: Int], _ place: SourcePlace) throws {
    let missing = names.filter { makers[$0.key] == nil && $0.key != Replayed.restored }
    if missing.isEmpty { return }
    let lines = missing.sorted { $0.key < $1.key }.map { "\($0.key.quoted): \($0.value)" }
    try ExpectationFailure(
      place,
      happened: "The recording has actions that are not accepted.",
      [Listing("How often they happened:", lines)],
      fix: "make them Decodable and add their types to `accepting:`, or templates to `templates:`."
    ).end()
  }

  func action(
    _ recorded: WireRecord.Action,
    takes: (any Action.Type) -> Bool
  ) throws -> any Action {
    guard let make = makers[recorded.name] else {
      throw ReplayProblem(
        "\(recorded.name.quoted) is not accepted.",
        fix: "add it to `accepting:`."
      )
    }
    let action = try make(recorded.payload)
    return try LiftedElements.wrap(action, for: recorded.elements, takes: takes) {
      try AcceptedTemplate.decoder.decode($0, from: $1)
    }
  }
}

extension WireRecord.Action {
  /// The name that accepts the action: its type's name, or its template's id.
  var name: String { type.hasPrefix("AnonymousAction<") ? id ?? type : type }
}

/// The names in a recording that are not the user's.
enum Replayed {
  /// A state that replaced the current one.
  static let restored = "StateRestored"
}
