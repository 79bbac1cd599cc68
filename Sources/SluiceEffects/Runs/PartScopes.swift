import SluiceCore

/// The scopes of the parts of the state for which an effect has runs: elements of a collection, or a part
/// that may be absent.
///
/// A place opens and closes them. A part has a scope as long as something may run in it: what nothing
/// happens to costs nothing. Each commit ends the scopes of parts that the state no longer has; a part that
/// comes back under the same id gets another.
///
/// Ids and places are the program's. They are asked in the reducing section, as reducers are; everything
/// else that holds the lock appends to a list, which the next reducing section looks through.
final class PartScopes: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  private let path: any AnyPlacePath
  /// Returns the parts that an action is for.
  private let pattern: @Sendable (any Action) -> PartPattern?
  /// Creates what the runs of a part see of the state; `nil` if the part is absent.
  private let makeView: @Sendable (PartID) -> PartView?

  /// The scopes; changed in the reducing section only.
  private var open: [PartID: RunScope] = [:]
  /// Those opened since.
  private var fresh: ContiguousArray<RunScope> = []
  /// Those that something used the last time since.
  private var idle: ContiguousArray<RunScope> = []
  private var compare: PartChanges?
  private var lastOrder = 0
  /// The number of scopes that are found one by one rather than by comparing states.
  private static let few = 4

  init(
    _ path: any AnyPlacePath,
    pattern: @escaping @Sendable (any Action) -> PartPattern?,
    makeView: @escaping @Sendable (PartID) -> PartView?
  ) {
    self.path = path
    self.pattern = pattern
    self.makeView = makeView
  }

  var isEmpty: Bool { open.isEmpty && fresh.isEmpty }

  /// All scopes, in the order in which they were opened.
  var all: [RunScope] { (Array(open.values) + fresh).inOrder(of: \.order) }

  // MARK: - In the reducing section

  /// Cancels the runs of parts that an action is for, of commits before one.
  ///
  /// - Returns: Whether the action is for some parts rather than for the effect.
  func cancel(before number: Int, by action: any Action, _ changes: ScopeChanges) -> Bool {
    guard let pattern = pattern(action) else { return false }
    update(changes)
    let cancelled =
      partID(of: pattern).map { open[$0].map { [$0] } ?? [] }
      ?? open.values.filter { pattern.matches($0.part) }
    for scope in cancelled.inOrder(of: \.order) {
      scope.cancel(before: number)
      changes.cancelled.append(scope)
    }
    return true
  }

  /// Ends the scopes of parts that are no longer in the state.
  ///
  /// Takes time proportional to the number of scopes; where there are many and the place can compare
  /// states, to the number of changes.
  func endAbsent(from box: AnyStateBox, _ changes: ScopeChanges) {
    update(changes)
    for scope in absent(from: box).inOrder(of: \.order) {
      scope.end()
      open[scope.part] = nil
      changes.cancelled.append(scope)
    }
    if open.count <= Self.few {
      compare = nil
    } else if compare == nil {
      compare = path.changes(since: box)
    }
  }

  /// Opens a scope for each part that an action is for, if it is in the state.
  ///
  /// The caller releases them once it has started what it starts in them.
  func open(
    for action: any Action,
    in box: AnyStateBox,
    within parent: RunScope,
    _ changes: ScopeChanges
  ) -> [RunScope] {
    guard let pattern = pattern(action) else { return [] }
    update(changes)
    let ids =
      partID(of: pattern).map { path.contains($0, in: box) ? [$0] : [] }
      ?? path.ids(of: pattern, in: box)
    var scopes: [RunScope] = []
    var found: Set<ObjectIdentifier> = []
    for id in ids {
      let scope = open[id] ?? makeScope(id, within: parent)
      // Of several members of one id, the first is the part.
      guard found.insert(ObjectIdentifier(scope)).inserted else { continue }
      open[id] = scope
      scope.useCount += 1
      scopes.append(scope)
    }
    return scopes
  }

  /// Brings the table up to date.
  private func update(_ changes: ScopeChanges) {
    for scope in fresh {
      if let old = open.updateValue(scope, forKey: scope.part) { changes.released.append(old) }
    }
    fresh = []
    for scope in idle where scope.isIdle && open[scope.part] === scope {
      open[scope.part] = nil
      changes.released.append(scope)
    }
    changes.released += idle
    idle = []
  }

  private func absent(from box: AnyStateBox) -> [RunScope] {
    var absent: [RunScope] = []
    let isKnown = compare?(box) { id in
      if let scope = open[id], !path.contains(id, in: box) { absent.append(scope) }
    }
    return isKnown == true ? absent : open.values.filter { !path.contains($0.part, in: box) }
  }

  /// Returns the id of the only part that a pattern matches; `nil` if it may match several.
  private func partID(of pattern: PartPattern) -> PartID? {
    pattern.steps.count == path.depth ? pattern.id : nil
  }

  private func makeScope(_ id: PartID, within parent: RunScope) -> RunScope {
    let lanes = parent.lanes.map { _ in EffectLanes() }
    let scope = RunScope(in: parent, part: id, owner: self, lanes: lanes)
    lastOrder += 1
    scope.order = lastOrder
    return scope
  }

  // MARK: - Elsewhere with the lock held

  /// Opens a scope for a part that a state requests runs for, which has none.
  ///
  /// The part need not be in the state any more; see ``hasView(_:)``. The caller releases the scope.
  func open(_ id: PartID, within parent: RunScope) -> RunScope {
    let scope = makeScope(id, within: parent)
    scope.useCount += 1
    fresh.append(scope)
    return scope
  }

  /// Notes that nothing uses a scope.
  func noteIdle(_ scope: RunScope) { idle.append(scope) }

  /// Removes all scopes, which have ended.
  func removeAll(_ deferred: inout DeferredWork) {
    deferred.release((open, fresh, idle))
    (open, fresh, idle, compare) = ([:], [], [], nil)
  }

  // MARK: - By the delivering thread, without the lock

  /// Returns the parts in a state that an action is for.
  func ids(for action: any Action, in core: Core) -> [PartID] {
    guard let pattern = pattern(action) else { return [] }
    if let id = partID(of: pattern) { return contains(id, in: core) ? [id] : [] }
    // Of several members of one id, the first is the part.
    var found: Set<PartID> = []
    return path.ids(of: pattern, in: core.anySnapshot("effect").box).filter {
      found.insert($0).inserted
    }
  }

  /// Returns whether a part is in the state.
  func contains(_ id: PartID, in core: Core) -> Bool {
    path.contains(id, in: core.anySnapshot("effect").box)
  }

  /// Returns whether the runs of a scope see their part, which is in the state or was, since it was opened.
  func hasView(_ scope: RunScope) -> Bool {
    if scope.view == nil { scope.view = makeView(scope.part) }
    return scope.view != nil
  }
}
