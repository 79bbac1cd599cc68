import Foundation
import SluiceCore
import SluiceLocks

/// What a ``SavedState`` is of, and how far it was read and written.
///
/// In a store it is a selection, which marks the slot as changed, and an interceptor, which is notified
/// of the end only: no commit is made or delivered for it.
final class SavedSlot<State: Sendable, Part: Codable & Equatable & Sendable>:
  SavedSlice, AttachedInterceptor, WatchingInterceptor
{
  typealias KeyPath = any WritableKeyPath<State, Part> & Sendable

  private enum Status {
    /// Nothing is known of the file, or that it has what isn't overwritten.
    case unread
    /// The file has this part, or none.
    case ready(Part?)
  }

  private struct Standing {
    var status = Status.unread
    /// Why it isn't saved, if it isn't.
    var problem: SavedStateError?
    /// Whether it belongs to a store.
    var isRegistered = false
    var source: StateSource?
    var token: SelectionToken?
    var timer: WriteTimer?
    /// The number of restored parts.
    var restores = 0
  }

  let file: SavedFile
  let name: String
  let version: Int
  let keyPath: KeyPath
  private let standing = Locked(Standing())
  private let isChanged = Atomic<Bool>(false)
  /// Whether the selection's first value was received.
  private let hasBegun = Atomic<Bool>(false)

  init(_ keyPath: KeyPath, in file: SavedFile, _ name: String, version: Int) {
    self.keyPath = keyPath
    self.file = file
    self.name = name
    self.version = version
  }

  func error(_ reason: SavedStateError.Reason) -> SavedStateError {
    SavedStateError(reason, of: name, in: file.path)
  }

  /// Changes the standing; what that releases is released after unlocking.
  @discardableResult
  private func change<Result>(_ body: (inout Standing) -> Result) -> Result {
    let (old, result) = standing.withLock { standing in (standing, body(&standing)) }
    withExtendedLifetime(old) {}
    return result
  }

  // MARK: - Reading

  var problem: SavedStateError? { standing.withLock(\.problem) }

  /// Records what the file has.
  func setReady(_ part: Part?) {
    change { standing in
      standing.status = .ready(part)
      standing.problem = nil
    }
  }

  /// Records that what the file has can't be read, and so isn't overwritten.
  func refuse(_ error: SavedStateError) {
    change { $0.status = .unread }
    note(error)
  }

  /// Records why the part isn't saved, and reports it once.
  private func note(_ error: SavedStateError) {
    let source = change { standing in
      defer { standing.problem = error }
      return standing.problem == error ? nil : standing.source
    }
    report(error, to: source)
  }

  private func report(_ error: SavedStateError, to source: StateSource?) {
    source?.report(.notSaved(part: name, reason: error.cause, cure: error.cure))
  }

  // MARK: - In a store

  /// - Parameters:
  ///   - selection: The part, selected where its type is known.
  ///   - site: Who registers it.
  func register(
    in core: StateCore<State>,
    _ registration: Int,
    observing selection: Selection<Part>,
    at site: SubscriptionSite
  ) {
    let isTaken = standing.withLock { standing in
      defer { standing.isRegistered = true }
      return standing.isRegistered
    }
    guard !isTaken, let timer = file.join(self, core) else {
      if !isTaken { change { $0.isRegistered = false } }
      return core.report(.registeredElsewhere("The saved state “\(name)” of \(file.path)"))
    }
    change { $0.timer = timer }
    hasBegun.store(false, ordering: .relaxed)
    core.register(InterceptorEntry(self, registration: registration) { _, _, _ in })
    let token = selection.observe(on: nil, at: site) { [self, timer] part in
      if hasBegun.load(ordering: .relaxed) {
        isChanged.store(true, ordering: .releasing)
        timer.changed()
      } else {
        begin(part)
      }
    }
    let isOver = change { standing in
      if standing.isRegistered { standing.token = token }
      return !standing.isRegistered
    }
    // The store was closed before.
    if isOver { token.cancel() }
    let (problem, source) = standing.withLock { ($0.problem, $0.source) }
    if let problem { report(problem, to: source) }
  }

  /// Receives the state's part at the registration.
  private func begin(_ part: Part) {
    hasBegun.store(true, ordering: .relaxed)
    if case .ready(let written) = standing.withLock(\.status), written != part { changed() }
  }

  /// Has the part written after the quiet time.
  func changed() {
    isChanged.store(true, ordering: .releasing)
    standing.withLock(\.timer)?.changed()
  }

  var isDormant: Bool { true }

  func committed(_ commit: Commit<State>) {}

  func attached(to source: StateSource, after number: Int, state: HeldState) {
    change { $0.source = source }
  }

  func storeClosed() async { await file.write(all: true) }

  func detached() {
    let state = snapshot()
    let token = change { standing in
      standing.isRegistered = false
      standing.timer = nil
      return standing.token.take()
    }
    token?.cancel()
    let wasChanged = takeMark()
    file.leave(self, lastly: state.flatMap { pending(in: $0, wasChanged: wasChanged) })
    change { $0.source = nil }
  }

  // MARK: - Writing

  func snapshot() -> HeldState? { standing.withLock(\.source)?.snapshot().state }

  func takeMark() -> Bool { isChanged.exchange(false, ordering: .acquiringAndReleasing) }

  func pending(in state: HeldState, wasChanged: Bool) -> PendingSlice? {
    let part = state.withState(as: State.self) { $0[keyPath: keyPath] }
    let (status, problem) = standing.withLock { ($0.status, $0.problem) }
    switch status {
    case .unread:
      return wasChanged && problem?.isRefusal != true ? pending(part, isUnread: true) : nil
    case .ready(let written):
      if written != part { return pending(part, isUnread: false) }
      if problem != nil { setReady(part) }
      return nil
    }
  }

  private func pending(_ part: Part, isUnread: Bool) -> PendingSlice {
    PendingSlice(name: name, version: version, isUnread: isUnread) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(part))
    } end: { [self] outcome in
      switch outcome {
      case .written: setReady(part)
      case .refused(let reason): refuse(error(reason))
      case .failed(let reason, let again):
        if again { isChanged.store(true, ordering: .releasing) }
        note(error(reason))
      }
    }
  }

  // MARK: - Restoring in a store

  /// What a part was when a restore began, and the number of restored parts before it.
  struct Beginning: Sendable {
    let part: Part
    let restores: Int
  }

  func beginning(in core: StateCore<State>) -> Beginning {
    let restores = standing.withLock(\.restores)
    return Beginning(part: core.snapshot().value[keyPath: keyPath], restores: restores)
  }

  /// Replaces the part of a store's state by what the file has, unless somebody has set it since the
  /// beginning.
  ///
  /// - Returns: Whether it was replaced.
  func restore(
    _ part: Part,
    in core: StateCore<State>,
    since beginning: Beginning,
    _ context: borrowing DispatchContext
  ) -> Bool {
    let isDone = core.restore(.state(keyPath), .saved(in: file.path), context) {
      let (box, number) = core.locked("restore(saved:)") { _ in
        (StateBox<State>(core.box), core.number)
      }
      let current = box.value[keyPath: keyPath]
      guard current == beginning.part || current == restored(since: beginning) else { return nil }
      return RestoredPart(confirm: { replaced, _ in replaced.number == number }, part: { part })
    }
    setReady(part)
    change { $0.restores += isDone ? 1 : 0 }
    if !isDone { changed() }
    return isDone
  }

  /// Returns the part that an earlier call has restored since a restore began.
  private func restored(since beginning: Beginning) -> Part? {
    let standing = standing.withLock { $0 }
    guard standing.restores > beginning.restores, case .ready(let part) = standing.status
    else { return nil }
    return part
  }
}
