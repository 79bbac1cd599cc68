/// The actions that effects answer; test support names them when given another one.
package struct AnsweredActions: Sendable {
  /// The distinct names of types and ids of templates, in the order of the effects.
  package let names: [String]
  private let matches: [ActionMatch]

  /// Creates the set of actions that start effects; `nil` if an effect sees all actions, or none
  /// starts.
  package init?<Environment>(_ effects: [Effect<Environment>]) {
    var matches: [ActionMatch] = []
    for effect in effects {
      switch effect.work {
      case .synchronous(let match, _), .run(let match, _, _, _): matches.append(match)
      case .cancel: continue
      case .stream, .source: return nil
      }
    }
    if matches.isEmpty { return nil }
    self.matches = matches
    names = matches.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns whether an action starts one of the effects.
  package func contains(_ action: any Action) -> Bool {
    matches.contains { $0.matches(action) }
  }
}
