import SluiceTree

extension Reducer {
  /// The same reducer, which prints each action that it handles, and only what it changed.
  ///
  /// ```
  /// Increment {by: 42}
  ///   ~ counter: 0 → 42
  /// ```
  ///
  /// For development, and for a part of a program: makes trees of the state before and after, and
  /// prints while the store waits. ``PrintInterceptor`` prints all commits, and lets it go on.
  /// - Parameter output: Gets the text for each action, one line or more, without a newline at the
  ///   end. It is called within the reducer, and must not use the store. By default it goes to
  ///   standard output.
  public func logging(
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Reducer {
    let nested = NestedHandlers<State>(handlers)
    let handler = Handler(
      matching: { nested.handles($0) },
      asksForFollowUps: nested.asksForFollowUps,
      { (state: inout State, action, reducerOutput) in
        let old = Tree(showing: state)
        nested.reduce(&state, action, &reducerOutput)
        output(ChangeText(action, Tree.changes(from: old, to: Tree(showing: state))).description)
      }
    )
    return Reducer(name: name, handlers: [handler])
  }
}
