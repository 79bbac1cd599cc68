/// The registered effects, and which of them the actions of each type concern.
@safe
final class EffectRoutes: @unchecked Sendable {
  // `@unchecked`: `routes` is used only by the thread that delivers; the role passes from thread to
  // thread under the store's lock.

  /// The effects that one type of action concerns, and how.
  private final class Route {
    let stops: ContiguousArray<(entry: EffectEntry, role: EffectRole)>

    init(_ stops: ContiguousArray<(entry: EffectEntry, role: EffectRole)>) { self.stops = stops }
  }

  let entries: ContiguousArray<EffectEntry>
  private let routes = TypeTable<Route>()

  init(_ entries: ContiguousArray<EffectEntry>) {
    self.entries = entries
  }

  /// Calls a closure with each effect that an action's type concerns, in order of registration.
  @inline(__always)
  func forEach(receiving action: any Action, _ body: (EffectEntry, EffectRole) -> Void) {
    let type = type(of: action)
    let known = unsafe routes.value(for: ObjectIdentifier(type))
    let route = unsafe known ?? makeRoute(for: type)
    unsafe route._withUnsafeGuaranteedRef { route in
      // Not retained, neither the array nor its entries: this object holds them for the whole loop.
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

  /// Whether the actions of a type concern no effect.
  ///
  /// Called by the thread that delivers, or with the lock held while nobody delivers.
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
