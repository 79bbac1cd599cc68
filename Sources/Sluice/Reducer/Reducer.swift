/// The only code that changes state: pure functions from a state and an action to a new state.
///
/// Reducers run under the store's lock, in the order in which they were registered, and mutate
/// the state in place. They must not use the store, directly or through something they call;
/// a reducer that does stops the program with a message that names it.
public struct Reducer<State: Sendable>: Sendable, Identifiable {
  /// What the reducer is registered under, and what messages call it.
  public let id: String
  let handlers: [Handler<State>]

  /// A reducer for some types of actions, each with its handler.
  ///
  /// Without an id, the reducer gets one of its own that names file and line.
  public init(
    id: String? = nil,
    _ reduceOns: ReduceOn<State>...,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.id = id ?? Self.uniqueID(fileID, line)
    handlers = reduceOns.map(\.handler)
  }

  /// A reducer that is called with every action, whatever its type.
  ///
  /// Costs a call for each action; a ``ReduceOn`` is called for the actions that it names only.
  public init(
    id: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, any Action) -> Void
  ) {
    self.id = id ?? Self.uniqueID(fileID, line)
    handlers = [ErasedHandler(types: nil, reduce: reduce)]
  }

  private init(id: String, handlers: [Handler<State>]) {
    self.id = id
    self.handlers = handlers
  }

  /// Applies the handlers that take this action's type, in order.
  ///
  /// For tests of a reducer alone; a store keeps a table instead.
  public func reduce(_ state: inout State, _ action: any Action) {
    for handler in handlers {
      handler.erasedBody(for: type(of: action))?(&state, action)
    }
  }

  /// The same reducer for a state that has this one's in it.
  ///
  /// Stored properties are mutated in place; a computed one costs a get and a set.
  public func lift<Whole>(
    state keyPath: any WritableKeyPath<Whole, State> & Sendable
  ) -> Reducer<Whole> {
    Reducer<Whole>(id: id, handlers: handlers.map { $0.lifted(keyPath) })
  }

  private static func uniqueID(_ fileID: StaticString, _ line: UInt) -> String {
    "\(fileID):\(line)#\(UniqueNumbers.reducers.next())"
  }
}
