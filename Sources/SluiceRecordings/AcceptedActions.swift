package import SluiceCore
package import SluiceTree
package import SluiceWire

/// The actions that may be made of received or recorded ones, by the names that these have.
package struct AcceptedActions: Sendable {
  package typealias Maker = @Sendable (Tree?) throws -> any Action

  /// A type, or a template.
  private struct Candidate: Sendable {
    let fullName: String
    let type: (any (Action & Decodable).Type)?
    let make: Maker
  }

  private let candidates: [String: [Candidate]]
  private let decoder: TreeDecoder
  /// The names to choose from: a type's own name, or its full name if several have one name.
  package let names: [String]
  /// The names that several have.
  package let ambiguousNames: [String]

  package init(
    _ types: [any (Action & Decodable).Type],
    templates: [(id: String, make: Maker)] = [],
    decoder: TreeDecoder = TreeDecoder()
  ) {
    var candidates: [String: [Candidate]] = [:]
    for type in types
    where !candidates["\(type)", default: []].contains(where: {
      $0.type.map { $0 == type } ?? false
    }) {
      // An action without contents is written without a payload.
      let candidate = Candidate(fullName: String(reflecting: type), type: type) {
        try decoder.decode(type, from: $0 ?? [:])
      }
      candidates["\(type)", default: []].append(candidate)
    }
    for (id, make) in templates {
      candidates[id, default: []].append(Candidate(fullName: id, type: nil, make: make))
    }
    names = candidates.flatMap { name, same in
      same.count == 1 ? [name] : same.map(\.fullName)
    }.sorted()
    ambiguousNames = candidates.filter { $0.value.count > 1 }.keys.sorted()
    for same in candidates.values where same.count > 1 {
      for candidate in same where candidate.type != nil {
        candidates[candidate.fullName] = [candidate]
      }
    }
    self.candidates = candidates
    self.decoder = decoder
  }

  package var isEmpty: Bool { candidates.isEmpty }

  package func accepts(_ name: String) -> Bool { candidates[name] != nil }

  /// Returns the type with one of the names; `nil` for a template.
  package func type(named name: String) -> (any (Action & Decodable).Type)? {
    candidates[name]?.first?.type
  }

  /// Makes an action again.
  ///
  /// - Parameter takes: Returns whether the store takes actions of a type.
  package func action(
    _ recorded: WireRecord.Action,
    takes: (any Action.Type) -> Bool = { _ in true }
  ) throws(ActionRefusal) -> any Action {
    let candidates = candidates[recorded.name] ?? []
    guard let candidate = candidates.first else {
      throw .notAccepted(recorded.name, accepted: names)
    }
    guard candidates.count == 1 else {
      throw .ambiguous(recorded.name, names: candidates.map(\.fullName).sorted())
    }
    let action: any Action
    do {
      action = try candidate.make(recorded.payload)
    } catch {
      throw .unreadable(recorded.name, reason: error.reason)
    }
    do {
      return try LiftedElements.wrap(action, for: recorded.elements, takes: takes) {
        try decoder.decode($0, from: $1)
      }
    } catch {
      throw .noElement(recorded.name, reason: error.reason)
    }
  }
}

/// Why no action can be made of a received or recorded one.
package enum ActionRefusal: Error, Hashable, CustomStringConvertible {
  case notAccepted(String, accepted: [String])
  case ambiguous(String, names: [String])
  case unreadable(String, reason: String)
  case noElement(String, reason: String)

  package var description: String {
    switch self {
    case .notAccepted(let name, let accepted) where accepted.isEmpty:
      "This program accepts no actions. Allow “\(name)” with"
        + " ExplorerInterceptor { $0.acceptedActions = [\(name).self] }."
    case .notAccepted(let name, let accepted):
      "This program accepts no “\(name)”. It accepts \(accepted.joined(separator: ", ")); name more"
        + " types in acceptedActions to allow them."
    case .ambiguous(let name, let names):
      "There are several actions “\(name)”. Send one of \(names.joined(separator: ", "))."
    case .unreadable(let name, let reason):
      "The payload can't be decoded as “\(name)”. \(reason)"
    case .noElement(let name, let reason):
      "“\(name)” can't be dispatched for that element. \(reason)"
    }
  }
}

extension WireRecord.Action {
  /// The name that accepts the action: its type's name, or its template's id.
  package var name: String { type.hasPrefix("AnonymousAction<") ? id ?? type : type }
}

extension Error {
  /// What a decoder reported, for people.
  package var reason: String {
    (self as? DecodingError)?.context?.debugDescription ?? "\(self)"
  }
}
