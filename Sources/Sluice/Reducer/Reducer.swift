/// The only code that changes state: pure functions from a state and an action to a new state.
///
/// Reducers run under the store's lock, in the order in which they were registered, and mutate
/// the state in place. They must not use the store, directly or through something they call;
/// a reducer that does stops the program with a message that names it.
public struct Reducer<State: Sendable>: Sendable, Identifiable {
  @usableFromInline let name: ReducerName
  @usableFromInline let handlers: [Handler]

  /// What the reducer is registered under, and what messages call it.
  public var id: String { name.id }

  /// A reducer for some types of actions, each with its handler.
  ///
  /// Without an id, the reducer gets one of its own that names file and line.
  ///
  /// Inlined, so that the array of handlers is made where the state's type is known: without, a
  /// reducer looks up metadata for longer than it takes to make.
  @inlinable
  public init(
    id: String? = nil,
    _ reduceOns: ReduceOn<State>...,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(name: ReducerName(id, fileID, line), handlers: reduceOns.map { $0.handler })
  }

  /// Creates a reducer that is called with every action, whatever its type.
  ///
  /// ```swift
  /// Reducer<AppState> { state, action in state.log.append("\(action)") }
  /// ```
  ///
  /// Costs a call for each action; a ``ReduceOn`` is called for the actions that it names only.
  /// - Parameters:
  ///   - id: What the reducer is registered under; by default an id that names file and line.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - reduce: Changes the state for an action.
  public init(
    id: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    every reduce: @escaping @Sendable (inout State, any Action) -> Void
  ) {
    self.init(
      name: ReducerName(id, fileID, line),
      handlers: [Handler(matching: { _ in true }) { state, action, _ in reduce(&state, action) }]
    )
  }

  /// - Parameter handlers: Handlers of this state.
  @usableFromInline
  init(name: ReducerName, handlers: [Handler]) {
    self.name = name
    self.handlers = handlers
  }

  /// Applies the handlers that take this action's type, in order.
  ///
  /// For tests of a reducer alone; a store keeps a table instead.
  ///
  /// - Returns: The work that the handlers ask for beside the change of the state; it is not done.
  @discardableResult
  public func reduce(_ state: inout State, _ action: any Action) -> [FollowUp] {
    var output = ReducerOutput()
    HandlerList(for: type(of: action), among: handlers).reduce(&state, action, &output)
    for diagnostic in output.takeDiagnostics() { Platform.warn("Sluice: \(diagnostic)") }
    return output.takeFollowUps()
  }

  /// The same reducer, whose follow-ups dispatch other actions.
  ///
  /// What a lift to larger actions needs: there, a reducer's own actions are not known.
  public func mapFollowUps(
    _ transform: @escaping @Sendable (any Action) -> any Action
  ) -> Reducer {
    Reducer(name: name, handlers: handlers.map { $0.mappingFollowUps(transform) })
  }
}
