public import Sluice
import SluiceRecordings
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

extension AcceptedActions {
  init(
    _ types: [any (Action & Decodable).Type],
    _ templates: [AcceptedTemplate],
    _ place: SourcePlace
  ) throws {
    self.init(
      types,
      templates: templates.map { ($0.id, $0.make) },
      decoder: AcceptedTemplate.decoder
    )
    guard let name = ambiguousNames.first else { return }
    try ExpectationFailure(
      place,
      happened: "Two of the accepted actions are called \(name.quoted).",
      [],
      fix: "accept one of them: a recording does not tell them apart."
    ).end()
  }

  /// Requires that every action of a recording can be decoded.
  func require(_ names: [String: Int], _ place: SourcePlace) throws {
    let missing = names.filter { !accepts($0.key) && $0.key != Replayed.restored }
    if missing.isEmpty { return }
    let lines = missing.sorted { $0.key < $1.key }.map { "\($0.key.quoted): \($0.value)" }
    try ExpectationFailure(
      place,
      happened: "The recording has actions that are not accepted.",
      [Listing("How often they happened:", lines)],
      fix: "make them Decodable and add their types to `accepting:`, or templates to `templates:`."
    ).end()
  }
}

/// The names in a recording that are not the user's.
enum Replayed {
  /// A state that replaced the current one.
  static let restored = "StateRestored"
}
