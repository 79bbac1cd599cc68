/// The registered effects, and which of them an action's type concerns.
@safe
final class EffectRoutes: @unchecked Sendable {
  // `@unchecked`: `routes` is touched only by the thread that delivers; the role passes from
  // thread to thread under the store's lock.

  /// The effects that one type of action concerns, and how.
  private final class Route {
    let stops: ContiguousArray<(entry: EffectEntry, role: EffectRole)>

    init(_ stops: ContiguousArray<(entry: EffectEntry, role: EffectRole)>) { self.stops = stops }
  }

  /// No effects.
  ///
  /// Shared by all stores: nobody asks it for the effects of an action.
  static let none = EffectRoutes([])

  let entries: ContiguousArray<EffectEntry>
  private let routes = TypeTable<Route>()

  init(_ entries: ContiguousArray<EffectEntry>) {
    self.entries = entries
  }

  var isEmpty: Bool { entries.isEmpty }

  func stop() { for entry in entries { entry.stop() } }

  /// Tells those effects of a commit that its action concerns, in order.
  func receive(_ record: CommitRecord, ticket: Int, in engine: Engine) {
    let type = type(of: record.action)
    let known = unsafe routes.value(for: ObjectIdentifier(type))
    let route = unsafe known ?? makeRoute(for: type)
    unsafe route._withUnsafeGuaranteedRef { route in
      // Through the buffer: this object holds the entries for the whole loop.
      unsafe route.stops.withUnsafeBufferPointer { stops in
        for index in stops.indices {
          let role = unsafe stops[index].role
          unsafe Unmanaged.passUnretained(stops[index].entry)._withUnsafeGuaranteedRef { entry in
            if entry.isDue(ticket) { entry.receive(record, as: role, in: engine) }
          }
        }
      }
    }
  }

  private func makeRoute(for type: any Action.Type) -> Unmanaged<Route> {
    let stops = entries.map { (entry: $0, role: $0.role(of: type)) }.filter { !$0.role.isEmpty }
    return unsafe routes.insert(Route(ContiguousArray(stops)), for: ObjectIdentifier(type))
  }
}
