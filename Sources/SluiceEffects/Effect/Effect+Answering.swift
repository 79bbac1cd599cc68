package import SluiceCore

/// The actions that effects answer; test support names them when given another one.
package struct AnsweredActions: Sendable {
  private let matches: [ActionMatch]

  /// Creates the set of actions that start effects; `nil` if an effect sees all actions, or none
  /// starts.
  package init?<Environment>(_ effects: [Effect<Environment>]) {
    var matches: [ActionMatch] = []
    for effect in effects {
      switch effect.work {
      case .synchronous(let match, _), .run(let match, _, _): matches.append(match)
      case .cancel: continue
      case .stream, .source: return nil
      }
    }
    if matches.isEmpty { return nil }
    self.matches = matches
  }

  /// The number of effects that actions start.
  package var effectCount: Int { matches.count }

  /// Returns whether an action starts one of the effects.
  package func contains(_ action: any Action) -> Bool {
    matches.contains { $0.matches(action) }
  }

  /// Returns the distinct names of the types and templates that start effects, in the order of the
  /// effects, and those of other actions.
  ///
  /// Where two have the same name, the names say how they differ.
  package func names(beside actions: [any Action]) -> (answered: [String], given: [String]) {
    let names = matches.map(\.name)
    let given = actions.map { ActionDescription($0).name }
    let ambiguous = Set(names).intersection(given)
    func distinct(_ names: [String]) -> [String] {
      names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    return (
      answered: distinct(matches.map { ambiguous.contains($0.name) ? $0.detailedName : $0.name }),
      given: distinct(
        zip(given, actions).map { name, action in
          ambiguous.contains(name) ? ActionMatch.detail(name, type(of: action)) : name
        }
      )
    )
  }
}
