// Parameter types of overloads that differ only in taking a selector or a key path.
//
// A closure behind such a call is type-checked together with it. If the closure has a mistake, the
// compiler reports the overload that needs the fewest changes: it would rather take the selector
// for a key path than mention the mistake. Each protocol that an argument doesn't conform to counts
// as changes, so both types require what the other one lacks. `.ci/check-mistakes` notices if that
// doesn't outweigh a mistake any more.
//
// The overloads for selectors are disfavored, so that the type checker decides early for key paths,
// whose values it doesn't know yet, before trying all meanings of the closures that follow.

/// A selector, for calls that also accept a key path: each ``Selector`` is one.
public typealias StateSelector<State: Sendable, Value: Sendable> =
  Selector<State, Value> & Identifiable & CustomStringConvertible & CustomReflectable
  & TextOutputStreamable

/// A key path from a state to a part of it, for calls that also accept a selector: each key path is
/// one.
public typealias StateKeyPath<State, Value> =
  KeyPath<State, Value> & Sendable & Hashable & CustomDebugStringConvertible & _AppendKeyPath

/// Identified by the object: two selectors of the same key path are two.
extension Selector: Identifiable {}

extension Selector: CustomStringConvertible, CustomReflectable, TextOutputStreamable {
  /// The selector's key path, or its name and source position.
  public var description: String { identity.source.description }

  /// Writes the description.
  public func write<Target: TextOutputStream>(to target: inout Target) { target.write(description) }

  /// Shows the description, and not what the selector memoizes.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
