/// The registered effects, and those that handle each type of action.
@safe
final class EffectRoutes: @unchecked Sendable {
  // `@unchecked`: `routes` is used only by the thread that delivers; the role passes from thread to
  // thread under the store's lock.

  /// The effects that handle one type of action, with their roles.
  private final class Route {
    let stops: ContiguousArray<(entry: EffectEntry, role: EffectRole)>
    /// Whether a run that starts retains the state.
    let retainsState: Bool

    init(_ stops: ContiguousArray<(entry: EffectEntry, role: EffectRole)>) {
      self.stops = stops
      retainsState = stops.contains { $0.entry.settings.retainsState && $0.role.contains(.starts) }
    }
  }

  private let entries: ContiguousArray<EffectEntry>
  /// Whether runs of some effect retain the state.
  let retainsStates: Bool
  private let routes = TypeTable<Route>()

  init(_ entries: ContiguousArray<EffectEntry>, retainsStates: Bool) {
    self.entries = entries
    self.retainsStates = retainsStates
  }

  /// Calls a closure with each effect that handles an action's type, in order of registration.
  @inline(__always)
  func forEach(receiving action: any Action, _ body: (EffectEntry, EffectRole) -> Void) {
    let type = type(of: action)
    let known = unsafe routes.value(for: ObjectIdentifier(type))
    let route = unsafe known ?? makeRoute(for: type)
    unsafe route._withUnsafeGuaranteedRef { route in
      // Neither the array nor its entries are retained here: this object retains them during the
      // loop.
      unsafe route.stops.withUnsafeBufferPointer { stops in
        for index in stops.indices {
          let role = unsafe stops[index].role
          unsafe Unmanaged.passUnretained(stops[index].entry)._withUnsafeGuaranteedRef { entry in
            body(entry, role)
          }
        }
      }
    }
  }

  /// Returns whether a run that a type of action starts retains the state.
  ///
  /// Called by the delivering thread.
  func retainsState(for type: any Action.Type) -> Bool {
    if !retainsStates { return false }
    let known = unsafe routes.value(for: ObjectIdentifier(type))
    let route = unsafe known ?? makeRoute(for: type)
    return unsafe route._withUnsafeGuaranteedRef(\.retainsState)
  }

  /// Returns whether no effect handles a type of action.
  ///
  /// Called by the delivering thread, or with the lock held while no thread delivers.
  func isEmpty(for type: any Action.Type) -> Bool {
    let known = unsafe routes.value(for: ObjectIdentifier(type))
    let route = unsafe known ?? makeRoute(for: type)
    return unsafe route._withUnsafeGuaranteedRef { $0.stops.isEmpty }
  }

  @inline(never)
  private func makeRoute(for type: any Action.Type) -> Unmanaged<Route> {
    let stops = entries.map { (entry: $0, role: $0.role(of: type)) }.filter { !$0.role.isEmpty }
    return unsafe routes.insert(Route(ContiguousArray(stops)), for: ObjectIdentifier(type))
  }
}
