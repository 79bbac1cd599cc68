import SluiceLocks

/// The state of one store that code on the main actor reads through ``ObservedSelection``s: that of
/// one commit, between two suspensions or own dispatches.
///
/// Retained until the job that reads it ends, unless an own dispatch replaces it, or the main actor
/// is notified of a change.
@MainActor
final class MainActorPicture {
  private var shown: (box: AnyStateBox, version: Int)?

  nonisolated init() {}

  /// Returns the state to read.
  func state(of core: Core) -> (box: AnyStateBox, version: Int) {
    core.preconditionOutsideReducer("ObservedSelection.value")
    if let shown, core.pictureReader.load(ordering: .relaxed) == Platform.currentThread() {
      return shown
    }
    // Runs once the current job has suspended.
    if shown == nil { Task { end() } }
    let new = core.locked("ObservedSelection.value") { held in
      core.pictureReader.store(held.thread, ordering: .relaxed)
      return (core.box, core.version)
    }
    shown = new
    return new
  }

  /// Releases the state; the next read takes the store's.
  func end() { shown = nil }
}
