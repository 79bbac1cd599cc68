public import SluiceCore
import SluiceLocks

extension Store {
  /// Saves a part of the state to its file from now on.
  ///
  /// Restore it before: a file that has the part, and that nobody has read, isn't overwritten. A part
  /// belongs to one store at a time, and so do those of one file: one that is registered elsewhere stays
  /// there, and that is reported to ``onDiagnostic``. What has changed when the registration ends, or the
  /// store is freed, is still written; `close()` waits for that.
  @inlinable
  @discardableResult
  public final func register<Part>(
    saved: SavedState<State, Part>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreRegistration {
    // Inlined, so that the selection is specialized for the part, as one of the program's own.
    saved.register(
      in: core,
      observing: select(Selector(keyPath: saved.keyPath)),
      fileID: fileID,
      line: line
    )
  }

  /// Replaces a part of the current state by what its file has, as one commit whose action is
  /// `StateRestored`; without a file, changes nothing.
  ///
  /// Reads the file on another thread. What an action has set since the call counts: then nothing is
  /// restored. Restores of one file end in the order of the calls. The commit starts no effect, and is no
  /// step of a history.
  ///
  /// - Returns: Whether the part was replaced.
  /// - Throws: A ``SavedStateError`` if the part can't be read. Its file is left as it is.
  @discardableResult
  public final func restore<Part>(
    saved: SavedState<State, Part>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) async throws(SavedStateError) -> Bool {
    let (core, slot) = (core, saved.slot)
    let beginning = slot.beginning(in: core)
    let failure = Locked<SavedStateError?>(nil)
    let isRestored = await slot.file.perform {
      do throws(SavedStateError) {
        guard let part = try saved.read() else {
          slot.setReady(beginning.part)
          return false
        }
        let context = DispatchContext.restoring(note, fileID, line, function)
        return slot.restore(part, in: core, since: beginning, context)
      } catch {
        failure.withLock { $0 = error }
        return false
      }
    }.value
    if let error = failure.withLock({ $0 }) { throw error }
    return isRestored
  }
}
