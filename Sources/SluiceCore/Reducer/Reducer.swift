import SluiceLocks

/// The only code that changes state: pure functions from a state and an action to a new state.
///
/// Reducers run under the store's lock, in order of registration, and mutate the state in place.
/// They must not use the store, directly or indirectly; a reducer that does stops the program with
/// a message that names it.
public struct Reducer<State: Sendable>: Sendable, Identifiable {
  @usableFromInline package let name: ReducerName
  @usableFromInline package let handlers: [Handler]

  /// The id under which the reducer is registered, and which messages use.
  public var id: String { name.id }

  /// Creates a reducer for some types of actions, each with its handler.
  ///
  /// Without an id, the reducer gets a unique one that names file and line.
  ///
  /// Inlined so that the array of handlers is created where the state's type is known; otherwise
  /// looking up metadata takes longer than creating the reducer.
  @inlinable
  public init(
    id: String? = nil,
    _ reduceOns: ReduceOn<State>...,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(name: ReducerName(id, fileID, line), handlers: reduceOns.map { $0.handler })
  }

  /// Creates a reducer that is called with every action, regardless of type.
  ///
  /// ```swift
  /// Reducer<AppState> { state, action in state.log.append("\(action)") }
  /// ```
  ///
  /// Costs a call for each action; a ``ReduceOn`` is called only for the actions that it names.
  /// - Parameters:
  ///   - id: The reducer's id; by default, one that names file and line.
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

  /// Creates a reducer that is called with every action, and requests work in addition to changing
  /// the state.
  ///
  /// Costs a call for each action, as without follow-ups.
  @_disfavoredOverload
  public init(
    id: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    every reduce: @escaping @Sendable (inout State, any Action) -> [FollowUp]
  ) {
    let handler = Handler(
      matching: { _ in true },
      requestsFollowUps: true,
      { state, action, output in output.ask(for: reduce(&state, action)) }
    )
    self.init(name: ReducerName(id, fileID, line), handlers: [handler])
  }

  /// - Parameter handlers: Handlers of this state.
  @usableFromInline
  init(name: ReducerName, handlers: [Handler]) {
    self.name = name
    self.handlers = handlers
  }

  /// Applies the handlers for an action's type, in order.
  ///
  /// For tests of a reducer in isolation; a store uses a table instead. Linear in the number of
  /// handlers.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - action: The action to apply.
  /// - Returns: The follow-ups that the handlers request; they are not executed.
  @discardableResult
  public func reduce(_ state: inout State, _ action: any Action) -> [FollowUp] {
    var output = ReducerOutput()
    HandlerList(for: type(of: action), among: handlers).reduce(&state, action, &output)
    for diagnostic in output.takeDiagnostics().compactMap({ $0() }) {
      Platform.warn("Sluice: \(diagnostic)")
    }
    return output.takeFollowUps()
  }

  /// Returns whether a handler is for actions of a type.
  package func handles(_ type: any Action.Type) -> Bool {
    HandlerList(for: type, among: handlers).kind != .none
  }

  /// Returns this reducer, with the actions of its follow-ups transformed.
  ///
  /// A lift with `action:` wraps those of its own type; this is for others.
  public func mapFollowUps(
    _ transform: @escaping @Sendable (any Action) -> any Action
  ) -> Reducer {
    Reducer(name: name.derived, handlers: handlers.map { $0.mappingFollowUps(transform) })
  }
}
