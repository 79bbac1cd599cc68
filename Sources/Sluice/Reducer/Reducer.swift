/// The only code that changes state: pure functions from a state and an action to a new state.
///
/// Reducers run under the store's lock, in the order in which they were registered, and mutate
/// the state in place. They must not use the store, directly or through something they call;
/// a reducer that does stops the program with a message that names it.
public struct Reducer<State: Sendable>: Sendable, Identifiable {
  /// What the reducer is registered under, and what messages call it.
  public let id: String
  /// What it does where no store is: in a test, or by hand.
  let handlers: [Handler<State>]
  /// Makes the handlers anew for a store, which they tell what they notice.
  private let bind: Bind?

  typealias Bind = @Sendable (_ outlet: ReducerOutlet) -> [Handler<State>]

  /// A reducer for some types of actions, each with its handler.
  ///
  /// Without an id, the reducer gets one of its own that names file and line.
  public init(
    id: String? = nil,
    _ reduceOns: ReduceOn<State>...,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let id = id ?? Self.uniqueID(fileID, line)
    let handlers = reduceOns.map(\.handler)
    if handlers.contains(where: \.asksForFollowUps) {
      self.init(id: id) { outlet in handlers.map { $0.bound(to: outlet.followUps) } }
    } else {
      self.init(id: id, handlers: handlers)
    }
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
    self.init(
      id: id ?? Self.uniqueID(fileID, line),
      handlers: [ErasedHandler(types: nil, reduce: reduce)]
    )
  }

  init(id: String, handlers: [Handler<State>], bind: Bind? = nil) {
    self.id = id
    self.handlers = handlers
    self.bind = bind
  }

  /// A reducer whose handlers notice things that a store should tell.
  init(id: String, bind: @escaping Bind) {
    self.init(id: id, handlers: bind(Self.outlet(FollowUpBox())), bind: bind)
  }

  /// Applies the handlers that take this action's type, in order.
  ///
  /// For tests of a reducer alone; a store keeps a table instead.
  ///
  /// - Returns: The work that the handlers ask for beside the change of the state; it is not done.
  @discardableResult
  public func reduce(_ state: inout State, _ action: any Action) -> [FollowUp] {
    let followUps = FollowUpBox()
    let bound = bind?(Self.outlet(followUps)) ?? []
    for handler in followUps.isUsed ? bound : handlers {
      handler.erasedBody(for: type(of: action))?(&state, action)
    }
    return followUps.take()
  }

  private static func outlet(_ followUps: FollowUpBox) -> ReducerOutlet {
    ReducerOutlet(report: { Platform.warn("Sluice: \($0)") }, followUps: followUps)
  }

  /// The handlers for a store, which takes what they notice and what they ask for.
  func handlers(tellingTo outlet: @autoclosure () -> ReducerOutlet) -> [Handler<State>] {
    bind?(outlet()) ?? handlers
  }

  /// The same reducer, whose follow-ups dispatch other actions.
  ///
  /// What a lift to larger actions needs: there, a reducer's own actions are not known.
  public func mapFollowUps(
    _ transform: @escaping @Sendable (any Action) -> any Action
  ) -> Reducer {
    guard let bind else { return self }
    return Reducer(id: id) { outlet in
      let followUps = FollowUpBox(into: outlet.followUps) { $0.map(transform) }
      return bind(ReducerOutlet(report: outlet.report, followUps: followUps))
    }
  }

  /// Whether the handlers are made for each store.
  var isBound: Bool { bind != nil }

  /// A reducer with this one's id, whose handlers are made from this one's.
  func derived<Other>(
    _ derive: @escaping @Sendable ([Handler<State>]) -> [Handler<Other>]
  ) -> Reducer<Other> {
    guard let bind else { return Reducer<Other>(id: id, handlers: derive(handlers)) }
    return Reducer<Other>(id: id, handlers: derive(handlers)) { derive(bind($0)) }
  }

  private static func uniqueID(_ fileID: StaticString, _ line: UInt) -> String {
    "\(fileID):\(line)#\(UniqueNumbers.reducers.next())"
  }
}

/// Takes what a reducer noticed, and tells it when the store's lock is free.
typealias DiagnosticReport = @Sendable (StoreDiagnostic) -> Void
