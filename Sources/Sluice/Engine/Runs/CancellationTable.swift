import Synchronization

/// Which effects are cancelled by which types of actions, at the commit.
///
/// Used under the store's lock; runs no code of the user's.
@safe
final class CancellationTable {
  /// The effects that one type of action cancels.
  private final class Route {
    let targets: [(entry: EffectEntry, match: ActionMatch)]

    init(_ targets: [(entry: EffectEntry, match: ActionMatch)]) { self.targets = targets }
  }

  private let entries: ContiguousArray<EffectEntry>
  private let routes = TypeTable<Route>()

  init(_ entries: ContiguousArray<EffectEntry>) {
    self.entries = ContiguousArray(entries.filter { !$0.cancellers.isEmpty })
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Cancels what commits before this one set off.
  func commit(_ action: any Action, number: Int) {
    let type = type(of: action)
    let known = unsafe routes.value(for: ObjectIdentifier(type))
    let route = unsafe known ?? makeRoute(for: type)
    unsafe route._withUnsafeGuaranteedRef { route in
      for (entry, match) in route.targets where match.picks(action) {
        entry.horizon.store(number, ordering: .releasing)
      }
    }
  }

  private func makeRoute(for type: any Action.Type) -> Unmanaged<Route> {
    let targets = entries.flatMap { entry in
      entry.cancellers.filter { $0.accepts(type) }.map { (entry: entry, match: $0) }
    }
    return unsafe routes.insert(Route(targets), for: ObjectIdentifier(type))
  }
}
