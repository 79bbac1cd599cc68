// What overloads take that differ in nothing but selector and key path.
//
// A closure behind such a call is type-checked together with it. Where the closure has a mistake, the
// compiler reports the overload that needs the fewest changes: it would rather take the selector for
// a key path than mention the mistake. Each protocol that an argument does not conform to counts as
// a change. Three outweigh a mistake, and four where a key path could become a function. They have
// no requirements. `.ci/check-mistakes` tells whether they are still needed.
//
// The overloads of selectors are disfavored: so the type checker decides early for key paths, whose
// values it does not know yet, and not after trying whatever the closures that follow could mean.

/// A selector, where a key path is accepted as well.
public typealias StateSelector<State: Sendable, Value: Sendable> =
  Selector<State, Value> & _IsSelector.First & _IsSelector.Second & _IsSelector.Third
  & _IsSelector.Fourth

/// A key path from a state to a part of it, where a selector is accepted as well.
public typealias StateKeyPath<State, Value> =
  KeyPath<State, Value> & Sendable & _IsKeyPath.First & _IsKeyPath.Second & _IsKeyPath.Third

/// What selectors conform to, and key paths don't.
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

/// What key paths conform to, and selectors don't.
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
