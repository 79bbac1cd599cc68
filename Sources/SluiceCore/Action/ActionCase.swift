/// One case of an enum of actions; closures receive its payload.
///
/// ```swift
/// enum AppAction: Action {
///   case search(String), logout
///   var search: String? { if case .search(let query) = self { query } else { nil } }
///   var logout: Void? { if case .logout = self { () } else { nil } }
/// }
/// let search = Effect<API>.on(matching: ActionCase(\AppAction.search)) { query, api in
///   Found(titles: try await api.search(query))
/// }
/// .overlap(.latest)
/// .cancelled(matching: ActionCase(\AppAction.logout))
/// ```
///
/// The property is read as the closure of a lift is called: it must be pure, because it may be read
/// while the store reduces, and is read several times for an action.
public struct ActionCase<Whole: Action, Payload: Sendable>: ActionPattern,
  CustomStringConvertible
{
  private let keyPath: any KeyPath<Whole, Payload?> & Sendable

  /// Matches the actions of which an optional property isn't `nil`.
  /// - Parameter keyPath: The property with the case's payload; of type `Void?` if it has none.
  public init(_ keyPath: any KeyPath<Whole, Payload?> & Sendable) {
    self.keyPath = keyPath
  }

  /// The match, for the library.
  public var _match: _PatternMatch<Payload> {
    let input: @Sendable (any Action) -> Payload? = { [keyPath] action in
      (action as? Whole).flatMap { $0[keyPath: keyPath] }
    }
    let match = ActionMatch(
      Whole.self,
      named:
        "\(Whole.self)'s case with \(Payload.self == Void.self ? "no payload" : "\(Payload.self)")",
      identity: keyPath
    ) { input($0) != nil }
    return _PatternMatch(match, input: input)
  }
}
