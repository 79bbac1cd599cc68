/// The reducers that are registered at one moment, to reduce actions into states that aren't the
/// store's, without its lock.
struct ReducerSnapshot<State: Sendable>: Sendable {
  /// Tells whether reducers were registered or unregistered since; see ``Routes/revision``.
  let revision: Int
  private let registry: ReducerRegistry
  /// The lists of the types reduced so far.
  private var lists: [ObjectIdentifier: HandlerList] = [:]
  /// What the reducers request; it is dropped.
  private var output = ReducerOutput()

  /// - Parameter routes: Those of a store with this state.
  init(_ routes: Routes) {
    revision = routes.revision
    registry = routes.registry
  }

  /// Applies the handlers for an action's type to a state with no other owner.
  mutating func reduce(_ action: any Action, into state: StateBox<State>) {
    let type = type(of: action)
    let list = lists[ObjectIdentifier(type)] ?? registry.list(for: type)
    lists[ObjectIdentifier(type)] = list
    unsafe list.reduce(&state.pointer.pointee, action, &output)
    _ = output.takeFollowUps()
  }
}
