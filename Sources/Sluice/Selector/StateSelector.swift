// Parameter types of overloads that differ only in taking a selector or a key path.
//
// A closure behind such a call is type-checked together with it. If the closure has a mistake, the
// compiler reports the overload that needs the fewest changes: it would rather take the selector
// for a key path than mention the mistake. Each protocol that an argument doesn't conform to counts
// as a change. Three outweigh a mistake; four if a key path could become a function. They have no
// requirements. `.ci/check-mistakes` checks whether they are still needed.
//
// A closure has nothing that counts so much. It keeps its label, `projector:`, which a trailing
// closure does without: with none, each selector would be taken for a projector in this way.
//
// The overloads for selectors are disfavored, so that the type checker decides early for key paths,
// whose values it doesn't know yet, before trying all meanings of the closures that follow.

/// A selector, for calls that also accept a key path.
public typealias StateSelector<State: Sendable, Value: Sendable> =
  Selector<State, Value> & _IsSelector.First & _IsSelector.Second & _IsSelector.Third
  & _IsSelector.Fourth

/// A key path from a state to a part of it, for calls that also accept a selector.
public typealias StateKeyPath<State, Value> =
  KeyPath<State, Value> & Sendable & _IsKeyPath.First & _IsKeyPath.Second & _IsKeyPath.Third

/// Protocols that selectors conform to, and key paths don't.
public enum _IsSelector {
  /// Counts as one difference from a key path.
  public protocol First {}
  /// Counts as one difference from a key path.
  public protocol Second {}
  /// Counts as one difference from a key path.
  public protocol Third {}
  /// Counts as one difference from a key path, or from a function that a key path becomes.
  public protocol Fourth {}
}

/// Protocols that key paths conform to, and selectors don't.
public enum _IsKeyPath {
  /// Counts as one difference from a selector.
  public protocol First {}
  /// Counts as one difference from a selector.
  public protocol Second {}
  /// Counts as one difference from a selector.
  public protocol Third {}
}

extension Selector: _IsSelector.First, _IsSelector.Second, _IsSelector.Third,
  _IsSelector.Fourth
{}
extension KeyPath: _IsKeyPath.First, _IsKeyPath.Second, _IsKeyPath.Third {}
