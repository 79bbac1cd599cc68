import Sluice
import SluiceTree
import SluiceWire

/// The actions that an Explorer may dispatch, by the names it sees.
struct AcceptedActions: Sendable {
  private let types: [String: [any (Action & Decodable).Type]]
  /// The names in `hello`: a type's own name, or its full name if two types share one.
  let names: [String]

  init(_ accepted: [any (Action & Decodable).Type]) {
    var types: [String: [any (Action & Decodable).Type]] = [:]
    for type in accepted where !types["\(type)", default: []].contains(where: { $0 == type }) {
      types["\(type)", default: []].append(type)
    }
    names = types.flatMap { name, types in
      types.count == 1 ? [name] : types.map { String(reflecting: $0) }
    }.sorted()
    for same in types.values where same.count > 1 {
      for type in same { types[String(reflecting: type)] = [type] }
    }
    self.types = types
  }

  var isEmpty: Bool { types.isEmpty }

  /// The number of types above which no more examples are made.
  private static let maximalExamples = 200

  /// What actions of these types carry, by the names, as far as it can be learned.
  func examples() -> Tree.Object {
    Tree.Object(
      names.prefix(Self.maximalExamples).compactMap { name in
        guard let type = types[name]?.first, let payload = ActionExample(of: type).payload else {
          return nil
        }
        return .init(key: name, value: payload)
      }
    )
  }

  /// Makes an action from what an Explorer sends.
  ///
  /// - Parameter takes: Returns whether the store takes actions of a type.
  func action(
    _ sent: WireRecord.Action,
    takes: (any Action.Type) -> Bool = { _ in true }
  ) throws(CommandRefusal) -> any Action {
    let candidates = types[sent.type] ?? []
    guard let type = candidates.first else {
      throw .notAccepted(type: sent.type, accepted: names)
    }
    guard candidates.count == 1 else {
      throw .ambiguous(type: sent.type, names: candidates.map { String(reflecting: $0) }.sorted())
    }
    let action: any Action
    do {
      action = try TreeDecoder().decode(type, from: sent.payload ?? [:])
    } catch {
      throw .unreadable(type: sent.type, reason: error.reason)
    }
    do {
      return try LiftedElements.wrap(action, for: sent.elements, takes: takes) {
        try TreeDecoder().decode($0, from: $1)
      }
    } catch {
      throw .noElement(type: sent.type, reason: error.reason)
    }
  }
}

extension Error {
  /// What a decoder reported, for the sender.
  var reason: String {
    guard let error = self as? DecodingError else { return "\(self)" }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      return context.debugDescription
    @unknown default:
      return "\(error)"
    }
  }

  /// The place of a decoder's failure, without the value found there.
  var place: String {
    guard let error = self as? DecodingError else { return "\(type(of: self)) was thrown." }
    let path: [any CodingKey]
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      path = context.codingPath
    @unknown default: path = []
    }
    let place = TreePath(coding: path)
    return "What is at \(place.isRoot ? "the top" : place.description) does not fit."
  }
}

extension TreePath {
  /// The place that a decoder names.
  init(coding path: [any CodingKey]) {
    self.init(path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
  }
}
