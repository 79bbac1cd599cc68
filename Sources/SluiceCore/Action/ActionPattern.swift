/// Some actions, and what a closure receives of each: those made from an ``ActionTemplate``, one case of
/// an enum, or several types.
///
/// Wherever an effect or a run names the actions that it is about, it takes one type, or a pattern with
/// the label `matching:`.
///
/// ```swift
/// Effect<API>.on(Search.self) { action, api in … }
/// Effect<API>.on(matching: renamed) { action, api in … }  // an ActionTemplate
/// Effect<API>.on(matching: ActionCase(\AppAction.search)).answers { query, api in … }
/// Effect<API>.on(matching: .any(of: Reset.self, Logout.self)).run { action, api in … }
/// ```
///
/// Only the library's types conform.
public protocol ActionPattern<Input>: Sendable {
  /// What closures receive of an action that matches.
  associatedtype Input: Sendable

  /// The match and its input, for the library.
  var _match: _PatternMatch<Input> { get }
}

/// The actions that a pattern matches, and what is made of them for a closure.
public struct _PatternMatch<Input: Sendable>: Sendable {
  package let actions: ActionMatch
  /// Returns what closures receive of an action; `nil` if it doesn't match.
  @usableFromInline package let input: @Sendable (any Action) -> Input?

  init(_ actions: ActionMatch, input: @escaping @Sendable (any Action) -> Input?) {
    self.actions = actions
    self.input = input
  }

  /// Matches actions of a type, including its subclasses.
  @usableFromInline
  package init(_ type: Input.Type) where Input: Action {
    self.init(ActionMatch(type)) { $0 as? Input }
  }
}

extension ActionPattern {
  /// The template's id, the types' names, or the case.
  public var description: String { _match.actions.name }
}

extension ActionTemplate: ActionPattern, CustomStringConvertible {
  /// The match, for the library.
  public var _match: _PatternMatch<AnonymousAction<Payload>> {
    _PatternMatch(ActionMatch(self)) { [id] action in
      (action as? AnonymousAction<Payload>).flatMap { $0.id == id ? $0 : nil }
    }
  }
}

/// The actions of several types; see ``ActionPattern``.
public struct ActionTypes: ActionPattern, CustomStringConvertible {
  fileprivate let types: [any Action.Type]

  /// The match, for the library.
  public var _match: _PatternMatch<any Action> {
    let match = ActionMatch(anyOf: types)
    return _PatternMatch(match) { match.matches($0) ? $0 : nil }
  }
}

extension ActionPattern where Self == ActionTypes {
  /// Matches actions of several types, including their subclasses; closures receive `any Action`.
  public static func any(
    of first: any Action.Type,
    _ second: any Action.Type,
    _ more: any Action.Type...
  ) -> ActionTypes {
    ActionTypes(types: [first, second] + more)
  }
}
