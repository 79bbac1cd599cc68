import Foundation
public import SluiceCore

/// A part of a store's state that is kept in a file, and is there again when the program starts.
///
/// ```swift
/// let saved = SavedState(of: \AppState.settings, in: .file("settings.json"), version: 3)
///   .migrating(from: 1) { (old: SettingsV1) in SettingsV2(old) }
///   .migrating(from: 2) { (old: SettingsV2) in Settings(old) }
/// let store = Store(initialState: try saved.restored(into: AppState()))
/// store.register(saved: saved)
/// ```
///
/// The part is written when it hasn't changed for a time, on another thread than the one that dispatches:
/// encoded into a new file, which takes the place of the old one when the disk has it. So after a crash
/// there is the old part or the new one. A dispatch that leaves the part as it is costs what an observed
/// selection costs.
///
/// What can't be read isn't overwritten: as long as a ``SavedStateError`` stands, nothing is written, and
/// ``setAside()`` begins anew. A part that the program hasn't restored isn't overwritten either.
///
/// Callable from any thread. Copies are the same part of the same file.
public struct SavedState<State: Sendable, Part: Codable & Equatable & Sendable>: Sendable {
  let slot: SavedSlot<State, Part>
  private var migrations: [Migration] = []

  /// Creates a part that is kept in a file.
  ///
  /// - Parameters:
  ///   - part: The part of the state.
  ///   - file: The file.
  ///   - name: The part's name in the file, which must not change.
  ///   - version: The version of what the part encodes: the next one, when an older part doesn't decode
  ///     any more.
  public init(
    of part: any WritableKeyPath<State, Part> & Sendable,
    in file: SavedFile,
    as name: String = "state",
    version: Int
  ) {
    file.add(name)
    slot = SavedSlot(part, in: file, name, version: version)
  }

  /// Returns this saved state, which also reads a part of an earlier version.
  ///
  /// Write one for each version, from the oldest on: each makes what the next one takes, and the last one
  /// the part. Version 0 is what a program has written to the file before it used a `SavedState`.
  ///
  /// - Parameters:
  ///   - version: The earlier version.
  ///   - body: Makes the next version's value. What it throws is the reason of a ``SavedStateError``.
  public func migrating<Old: Decodable & Sendable, New: Sendable>(
    from version: Int,
    _ body: @escaping @Sendable (_ old: Old) throws -> New
  ) -> SavedState {
    var saved = self
    saved.migrations.append(Migration(from: version, body))
    return saved
  }

  // MARK: - Restoring

  /// Returns a state with the part that the file has; without a file, the state as it is.
  ///
  /// Reads the file on this thread, before there is a store. From then on, no other process uses it.
  ///
  /// - Throws: A ``SavedStateError`` if the part can't be read. Its file is left as it is.
  public func restored(into state: State) throws(SavedStateError) -> State {
    var state = state
    if let part = try read() { state[keyPath: slot.keyPath] = part }
    slot.setReady(state[keyPath: slot.keyPath])
    return state
  }

  /// Returns the part that the file has; `nil` if it has none.
  func read() throws(SavedStateError) -> Part? {
    Migration.check(migrations, of: slot.name, to: slot.version, Part.self)
    do throws(SavedStateError.Failure) {
      guard let found = try slot.file.read(slot.name, isMigrated: migrations.first?.version == 0)
      else { return nil }
      return try part(from: Data(found.value), version: found.version)
    } catch {
      let error = slot.error(error.reason)
      slot.refuse(error)
      throw error
    }
  }

  private func part(
    from text: Data,
    version: Int
  ) throws(SavedStateError.Failure) -> Part {
    if version > slot.version { throw .init(.tooNew(version: version)) }
    do {
      if version == slot.version { return try JSONDecoder().decode(Part.self, from: text) }
      let part: Part? = try Migration.value(from: text, version: version, by: migrations)
      if let part { return part }
    } catch {
      throw .init(.undecodable(version: version, "\(error)"))
    }
    throw .init(.tooOld(version: version))
  }

  /// Keeps what can't be read beside, under a name that nothing else has, and begins anew.
  ///
  /// From then on the part is saved. The other slices of the file stay, if it can be read at all.
  ///
  /// - Returns: The path at which the file is kept; `nil` if nothing was refused, and nothing was done.
  /// - Throws: A ``SavedStateError`` if the file is in use, or can't be moved.
  @discardableResult
  public func setAside() throws(SavedStateError) -> String? {
    guard let problem = slot.problem, problem.isRefusal else { return nil }
    do throws(SavedStateError.Failure) {
      try slot.file.place.claim()
      let place = try slot.file.place.setAside(moving: problem.isOfFile)
      slot.setReady(nil)
      slot.changed()
      return place
    } catch {
      throw slot.error(error.reason)
    }
  }

  // MARK: - Saving

  /// Writes what has changed, and returns when the disk has it, or can't take it; see ``problem``.
  ///
  /// `store.close()` does the same.
  public func flush() async {
    await slot.file.write(all: true)
  }

  /// Why the part isn't saved at the moment; `nil` if it is, or will be after the quiet time.
  ///
  /// Reported as a diagnostic of the store, too: once, until the part is saved.
  public var problem: SavedStateError? { slot.problem }

  // MARK: - In a store

  @usableFromInline
  var keyPath: any WritableKeyPath<State, Part> & Sendable { slot.keyPath }

  /// - Parameter selection: The part, selected where its type is known.
  @usableFromInline
  func register(
    in core: StateCore<State>,
    observing selection: Selection<Part>,
    fileID: StaticString,
    line: UInt
  ) -> StoreRegistration {
    let registration = StoreRegistration.nextNumber()
    let site = SubscriptionSite(fileID: fileID, line: line)
    slot.register(in: core, registration, observing: selection, at: site)
    return StoreRegistration(registration, in: core)
  }
}
