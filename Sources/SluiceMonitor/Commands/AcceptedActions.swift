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

  /// Makes an action from what an Explorer sends.
  func action(_ sent: WireRecord.Action) throws(CommandRefusal) -> any Action {
    let candidates = types[sent.type] ?? []
    guard let type = candidates.first else {
      throw .notAccepted(type: sent.type, accepted: names)
    }
    guard candidates.count == 1 else {
      throw .ambiguous(type: sent.type, names: candidates.map { String(reflecting: $0) }.sorted())
    }
    do {
      return try TreeDecoder().decode(type, from: sent.payload ?? [:])
    } catch {
      throw .unreadable(type: sent.type, reason: error.reason)
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
    let steps = path.map { key in
      key.intValue.map { TreePath.Step.index($0) } ?? .key(key.stringValue)
    }
    let place = steps.isEmpty ? "the top" : TreePath(steps).description
    return "What is at \(place) does not fit."
  }
}
