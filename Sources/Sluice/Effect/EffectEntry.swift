/// An effect in its place among the observers of a store.
final class EffectEntry: Registration, @unchecked Sendable {
  // `@unchecked`: the fields under “guarded” are, by the store's lock; `view` is written by the
  // thread that makes the entry, before it is in its place.

  typealias Receive = @Sendable (EffectEntry, CommitRecord) -> Void

  /// What it was registered under; several effects share it.
  let registrationID: String
  let name: String
  let site: ActionOrigin.Site
  let accepts: ActionFilter
  /// Which actions cancel all runs at their commit.
  let cancellers: [ActionMatch]
  /// Whether its runs keep the store from being idle.
  let isCounted: Bool
  /// Whether its one run reads a stream of actions.
  let isStream: Bool
  private let take: Receive
  /// Called once, when the effect is unregistered or the store closes.
  let stop: @Sendable () -> Void

  /// The part of the state that the effect's runs see; `nil` for all of it.
  var view: (any AnyObject & Sendable)?

  // MARK: - Guarded

  /// What commits before this one set off is cancelled.
  ///
  /// All of it by one assignment, so that it can be done at a commit: the runs themselves are
  /// found when that commit is delivered.
  var horizon = 0
  /// Those that are alive, by their numbers.
  var runs: [Int: EffectRun] = [:]
  var lanes: ContiguousArray<EffectLane> = []

  init(
    registrationID: String,
    name: String,
    site: ActionOrigin.Site,
    accepts: @escaping ActionFilter,
    cancellers: [ActionMatch] = [],
    isCounted: Bool = true,
    isStream: Bool = false,
    receive: @escaping Receive = { _, _ in },
    stop: @escaping @Sendable () -> Void = {}
  ) {
    self.registrationID = registrationID
    self.name = name
    self.site = site
    self.accepts = accepts
    self.cancellers = cancellers
    self.isCounted = isCounted
    self.isStream = isStream
    take = receive
    self.stop = stop
  }

  /// Called by the thread that delivers, for the actions that the effect accepts.
  func receive(_ record: CommitRecord) {
    take(self, record)
  }
}

/// The registered effects, and which of them take an action's type.
@safe
final class EffectRoutes: @unchecked Sendable {
  // `@unchecked`: `routes` is touched only by the thread that delivers; the role passes from
  // thread to thread under the store's lock.

  /// The effects that take one type of action.
  final class Route {
    let entries: ContiguousArray<EffectEntry>

    init(_ entries: ContiguousArray<EffectEntry>) { self.entries = entries }
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

  /// Tells those effects of a commit that take its action, in order.
  func receive(_ record: CommitRecord, ticket: Int) {
    let type = type(of: record.action)
    let known = unsafe routes.value(for: ObjectIdentifier(type))
    let route = unsafe known ?? makeRoute(for: type)
    unsafe route._withUnsafeGuaranteedRef { route in
      for entry in route.entries where entry.isDue(ticket) { entry.receive(record) }
    }
  }

  private func makeRoute(for type: any Action.Type) -> Unmanaged<Route> {
    let route = Route(ContiguousArray(entries.filter { $0.accepts(type) }))
    return unsafe routes.insert(route, for: ObjectIdentifier(type))
  }
}
