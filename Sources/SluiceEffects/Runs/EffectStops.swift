import SluiceCore

/// The effects that handle a type of action, and what it cancels.
///
/// Made when the type is first dispatched after a registration, and kept with its route.
final class EffectStops: RunStops {
  let stops: ContiguousArray<(entry: EffectEntry, role: EffectRole)>
  /// Those that receive the actions; others only may ask for them later.
  let receivers: ContiguousArray<(entry: EffectEntry, role: EffectRole)>
  /// The effects whose runs actions of the type cancel at their commit, if they match.
  let cancellations: [(entry: EffectEntry, match: ActionMatch)]
  /// The effects for which actions of the type may open scopes of parts.
  let openers: [EffectEntry]
  let changesScopes: Bool
  let retainsState: Bool
  let retainsOldState: Bool

  /// - Returns: `nil` if no effect handles the type.
  init?(_ type: any Action.Type, among entries: ContiguousArray<EffectEntry>) {
    stops = ContiguousArray(
      entries.lazy.map { (entry: $0, role: $0.role(of: type)) }.filter { !$0.role.isEmpty }
    )
    if stops.isEmpty { return nil }
    receivers = stops.filter { entry, role in
      entry.isStream || !role.isDisjoint(with: [.starts, .cancelsSome])
    }
    cancellations = stops.flatMap { stop in
      stop.entry.cancellers.filter { $0.accepts(type) }.map { (entry: stop.entry, match: $0) }
    }
    openers = stops.filter { $0.role.contains(.starts) && $0.entry.opensScopes }.map(\.entry)
    changesScopes = !cancellations.isEmpty || !openers.isEmpty
    retainsOldState = stops.contains { $0.entry.readsOldState(of: type, as: $0.role) }
    retainsState =
      retainsOldState
      || stops.contains { $0.role.contains(.starts) && $0.entry.settings.readsState }
  }

  /// A route's stops are made by the scheduler of its core, so they are these.
  static func of(_ stops: (any RunStops)?) -> EffectStops? {
    stops.map { unsafe unsafeDowncast($0, to: EffectStops.self) }
  }

  static func of(_ record: CommitRecord) -> EffectStops? { of(record.route.stops) }

  func takes(_ action: any Action) -> Bool {
    stops.contains { $0.entry.takes(action, as: $0.role) }
  }

  func reactsForWhole(to action: any Action) -> Bool {
    stops.contains { $0.entry.scope.parts == nil && $0.entry.reacts(to: action) }
  }
}
