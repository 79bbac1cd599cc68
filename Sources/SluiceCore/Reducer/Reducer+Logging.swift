import SluiceTree

extension Reducer {
  /// Returns this reducer, printing each action that it handles with its changes only.
  ///
  /// ```
  /// Increment {by: 42}
  ///   ~ counter: 0 → 42
  /// ```
  ///
  /// For development, and for a part of a program: makes trees of the state before and after, in
  /// time linear in its size, and prints while the store waits. ``PrintInterceptor`` prints all
  /// commits without blocking it.
  /// - Parameter output: Receives the text for each action, one line or more, without a trailing
  ///   newline. Called within the reducer; must not use the store. By default, prints to standard
  ///   output.
  public func logging(
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Reducer {
    let nested = NestedHandlers<State>(handlers)
    let handler = Handler(
      matching: { nested.handles($0) },
      requestsFollowUps: nested.requestsFollowUps,
      { (state: inout State, action, reducerOutput) in
        let old = Tree(showing: state)
        nested.reduce(&state, action, &reducerOutput)
        output(ChangeText(action, Tree.changes(from: old, to: Tree(showing: state))).description)
      }
    )
    return Reducer(name: name.derived, handlers: [handler.calling { nested.names(for: $0) }])
  }
}
