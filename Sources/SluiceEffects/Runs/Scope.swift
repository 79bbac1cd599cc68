import SluiceCore
import SluiceLocks

/// Something of which all runs can be cancelled at once.
///
/// A store, what was registered together, an effect, a part of the state, a run, an attempt: each is
/// within the one before.
///
/// “Cancelled” is one word: a scope cancels what commits before a number started in it. The answer is exact
/// with the store's lock held; without it, it may miss a cancellation that takes place at the same time.
@usableFromInline
class Scope: @unchecked Sendable {
  // `@unchecked`: subclasses say what guards their fields.

  /// The scope that this one is within; `nil` for a store's.
  let parent: Scope?
  /// The commit before which everything is cancelled; the greatest number if the scope has ended.
  private let cancelledBefore = Atomic<Int>(0)

  init(in parent: Scope?) { self.parent = parent }

  /// Cancels what earlier commits started; called with the lock held.
  final func cancel(before number: Int) {
    // One that has ended remains so.
    if number > cancelledBefore.load(ordering: .relaxed) {
      cancelledBefore.store(number, ordering: .releasing)
    }
  }

  /// Cancels everything, and what would still start.
  final func end() { cancelledBefore.store(.max, ordering: .releasing) }

  /// Whether nothing can start any more.
  final var hasEnded: Bool { isCancelled(at: .max - 1) }

  /// Returns whether what a commit starts in this scope is cancelled.
  final func isCancelled(at commit: Int) -> Bool {
    commit < cancelledBefore.load(ordering: .acquiring)
      || parent?.isCancelled(at: commit) == true
  }
}

/// The runs of an effect, or of one of the parts of the state for which it has runs of their own.
final class RunScope: Scope, @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock, except `view`.

  /// The part; empty for the whole.
  let part: PartID
  /// The scopes of parts within an effect's; `nil` if its runs belong to the whole.
  let parts: PartScopes?
  /// Where this scope of a part is kept; `nil` for an effect's.
  unowned let owner: PartScopes?
  /// The lanes of the runs; `nil` if they don't depend on each other.
  let lanes: EffectLanes?
  /// What the runs see of the state, a ``ProjectedView``; `nil` for the whole.
  ///
  /// Changed by the delivering thread before the first run starts, and when nothing uses the scope.
  var view: PartView?
  var runs = RunTable()
  /// The number of runs and waiting actions, and of commits and feedbacks that may still start some.
  var useCount = 0
  /// The place in the order in which scopes were opened.
  var order = 0

  init(
    in parent: Scope,
    part: PartID = PartID(),
    parts: PartScopes? = nil,
    owner: PartScopes? = nil,
    view: PartView? = nil,
    lanes: EffectLanes?
  ) {
    self.part = part
    self.parts = parts
    self.owner = owner
    self.view = view
    self.lanes = lanes
    super.init(in: parent)
  }

  /// This scope, and those within it, in the order in which they were opened.
  var all: [RunScope] { [self] + (parts?.all ?? []) }

  /// Whether it has no state that affects the next action.
  var isIdle: Bool { useCount == 0 && lanes?.all.allSatisfy(\.policy.isIdle) != false }

  /// What started the runs, and the actions that wait to start one.
  var triggers: [StartingCommit] {
    (lanes?.all ?? []).flatMap(\.waiting.values) + runs.all.compactMap(\.trigger)
  }

  /// Returns an action as the work of a run receives it.
  func received(_ action: any Action) -> any Action {
    part.steps.isEmpty ? action : PartAction(action: action, id: part)
  }
}

/// What a commit did to scopes, until it has been delivered.
final class ScopeChanges: @unchecked Sendable {
  // `@unchecked`: changed in the reducing section of the commit, and read by the thread that delivers it.

  /// The scopes in which the commit may start runs, of each effect that has some for parts.
  var opened: [(entry: EffectEntry, scopes: [RunScope])] = []
  /// The scopes of which the commit cancelled runs.
  var cancelled: ContiguousArray<RunScope> = []
  /// The scopes that are no longer kept; to be released without the lock.
  var released: ContiguousArray<RunScope> = []

  /// What a commit did; the scheduler of its core has made it.
  static func of(_ record: CommitRecord) -> ScopeChanges? {
    record.scopes.map { unsafe unsafeDowncast($0, to: ScopeChanges.self) }
  }

  var isEmpty: Bool { opened.isEmpty && cancelled.isEmpty && released.isEmpty }

  /// Releases the scopes, once the commit is delivered: the program may retain the commit.
  func removeAll() { (opened, cancelled, released) = ([], [], []) }

  /// Returns the scopes that were opened for an effect.
  func opened(by entry: EffectEntry) -> [RunScope] {
    opened.first { $0.entry === entry }?.scopes ?? []
  }
}

/// The live runs of a scope, unordered; each knows its index.
struct RunTable {
  private(set) var all: ContiguousArray<EffectRun> = []

  mutating func insert(_ run: EffectRun) {
    assert(run.index == -1)
    run.index = all.count
    all.append(run)
  }

  /// Removes a run, which the caller retains.
  ///
  /// - Returns: Whether the run was alive.
  mutating func remove(_ run: EffectRun) -> Bool {
    let index = run.index
    if index < 0 { return false }
    assert(index < all.count && all[index] === run)
    let last = all.removeLast()
    if last !== run {
      all[index] = last
      last.index = index
    }
    run.index = -1
    return true
  }
}
