public import Foundation
import SluiceCore
import SluiceLocks
import SluiceSocket

/// The file of one ``SavedState``, or of several, which then share one value.
///
/// ```swift
/// let file = SavedFile.file("app.json")
/// let settings = SavedState(of: \AppState.settings, in: file, as: "settings", version: 3)
/// let drafts = SavedState(of: \AppState.drafts, in: file, as: "drafts", version: 1)
/// ```
///
/// One process uses it at a time: from the first read on, until the value is released, a lock beside the
/// file keeps others away. Slices that nobody in the program knows stay in the file. The slices of one
/// file belong to one store, and are written together, as they are after one commit.
public final class SavedFile: Sendable {
  let place: any SavedPlace
  private let pace: WritePace
  private let work = Locked(Work())

  private struct Work {
    var names: Set<String> = []
    var slices: [any SavedSlice] = []
    /// The store of the slices.
    var core: ObjectIdentifier?
    var timer: WriteTimer?
    var executor: (any TaskExecutor)?
    /// The last of what is done one after another.
    var last: Task<Bool, Never>?
    /// The slices that the file has; `nil` if that isn't known.
    var known: Set<String>?
    /// Whether what the program wrote before it used a document was read, and may go.
    var isMigrated = false
  }

  init(_ place: any SavedPlace, quietTime: Duration, longest: Duration) {
    precondition(
      quietTime >= .zero && longest >= quietTime,
      "Sluice: the quiet time, \(quietTime), is negative or longer than `atMost:`, \(longest). Shorten it."
    )
    self.place = place
    pace = WritePace(quietTime: quietTime, longest: longest)
  }

  /// A file at a path; a relative one is found from the current directory.
  ///
  /// Its folder is made if there is none. Readable by its owner only.
  ///
  /// - Parameters:
  ///   - path: The path, which no other ``SavedFile`` has.
  ///   - quietTime: How long nothing changes before it is written, on the store's clock.
  ///   - longest: After which time it is written at the latest, although changes go on.
  public static func file(
    _ path: String,
    quietTime: Duration = .milliseconds(500),
    atMost longest: Duration = .seconds(5)
  ) -> SavedFile {
    SavedFile(DiskPlace(path), quietTime: quietTime, longest: longest)
  }

  /// A file at a URL, such as one in `URL.applicationSupportDirectory`.
  ///
  /// - Parameters:
  ///   - url: The URL of a file.
  ///   - quietTime: How long nothing changes before it is written, on the store's clock.
  ///   - longest: After which time it is written at the latest, although changes go on.
  public static func file(
    _ url: URL,
    quietTime: Duration = .milliseconds(500),
    atMost longest: Duration = .seconds(5)
  ) -> SavedFile {
    file(url.path(percentEncoded: false), quietTime: quietTime, atMost: longest)
  }

  /// A file in memory, for tests and previews.
  ///
  /// - Parameters:
  ///   - memory: What has the text.
  ///   - quietTime: How long nothing changes before it is written, on the store's clock.
  ///   - longest: After which time it is written at the latest, although changes go on.
  public static func memory(
    _ memory: SavedMemory,
    quietTime: Duration = .milliseconds(500),
    atMost longest: Duration = .seconds(5)
  ) -> SavedFile {
    SavedFile(memory, quietTime: quietTime, longest: longest)
  }

  /// The path, from the root.
  public var path: String { place.path }

  // MARK: - Its slices

  func add(_ name: String) {
    let isNew = work.withLock { $0.names.insert(name).inserted }
    precondition(
      isNew && name != SavedDocument.mark,
      """
      Sluice: the slice “\(name)” of “\(path)” exists already. Give each slice of a file a name, with `as:`, \
      and make its SavedState once.
      """
    )
  }

  /// Has a slot written from now on.
  ///
  /// - Returns: What to notify of changes; `nil` if the file belongs to another store.
  func join(_ slot: any SavedSlice, _ core: Core) -> WriteTimer? {
    work.withLock { work in
      if let home = work.core, home != ObjectIdentifier(core) { return nil }
      work.core = ObjectIdentifier(core)
      work.slices.append(slot)
      work.executor = core.clock.preferredExecutor
      let timer = work.timer ?? makeTimer(core.clock)
      work.timer = timer
      return timer
    }
  }

  private func makeTimer<C: Clock<Duration>>(_ clock: C) -> WriteTimer {
    WriteTimer(clock, pace) { [weak self] in
      await self?.write(all: false) ?? true
    }
  }

  /// Writes a slot for the last time.
  func leave(_ slot: any SavedSlice, lastly pending: PendingSlice?) {
    let timer = work.withLock { work in
      work.slices.removeAll { $0 === slot }
      if !work.slices.isEmpty { return nil as WriteTimer? }
      work.core = nil
      return work.timer.take()
    }
    timer?.cancel()
    if let pending { _ = perform { self.write([pending]) } }
  }

  // MARK: - One after another

  /// Executes work after all that was to be executed before.
  func perform(_ body: @escaping @Sendable () -> Bool) -> Task<Bool, Never> {
    work.withLock { [place] work in
      let task = Task.detached(executorPreference: work.executor) { [last = work.last] in
        _ = await last?.value
        return await place.perform(body)
      }
      work.last = task
      return task
    }
  }

  /// Writes what has changed, after all that is being written.
  ///
  /// - Parameter all: Whether also what no notification has marked as changed is compared.
  /// - Returns: Whether the file has it.
  @discardableResult
  func write(all: Bool) async -> Bool {
    await perform { [self] in
      // Before the state is read: what changes later marks its slot again.
      let slices = work.withLock(\.slices).map { (slot: $0, wasChanged: $0.takeMark()) }
        .filter { all || $0.wasChanged }
      guard let state = slices.lazy.compactMap({ $0.slot.snapshot() }).first else { return true }
      return write(slices.compactMap { $0.slot.pending(in: state, wasChanged: $0.wasChanged) })
    }.value
  }

  private func write(_ pending: [PendingSlice]) -> Bool {
    var pending = pending
    if pending.isEmpty { return true }
    do throws(SavedStateError.Failure) {
      try place.claim()
      let (known, isMigrated) = work.withLock { ($0.known, $0.isMigrated) }
      let isWhole = known?.isSubset(of: pending.map(\.name)) == true
      let found = isWhole && !pending.contains(where: \.isUnread) ? nil : try content()
      var document = found ?? SavedDocument()
      pending.removeAll { slice in
        if document.foreign != nil, !isMigrated {
          slice.end(.refused(.damaged))
        } else if slice.isUnread, document.has(slice.name) {
          slice.end(.refused(.notRestored))
        } else {
          do {
            document.set(slice.name, version: slice.version, try slice.encode())
            return false
          } catch {
            slice.end(.failed(.notEncodable("\(error)"), again: false))
          }
        }
        return true
      }
      if pending.isEmpty { return true }
      try place.replace(document.bytes)
      for slice in pending { slice.end(.written) }
      work.withLock { ($0.known, $0.isMigrated) = (document.names, false) }
      return true
    } catch {
      for slice in pending { slice.end(.failed(error.reason, again: true)) }
      return false
    }
  }

  // MARK: - Reading

  /// Returns a slice of the file; `nil` if it has none.
  ///
  /// - Parameter isMigrated: Whether what the program wrote before it used a document is version 0 of it.
  func read(
    _ name: String,
    isMigrated: Bool
  ) throws(SavedStateError.Failure) -> SavedDocument.Slice? {
    try place.claim()
    guard let document = try content() else { return nil }
    if let bytes = document.foreign {
      guard isMigrated else { throw .init(.damaged) }
      work.withLock { $0.isMigrated = true }
      return SavedDocument.Slice(version: 0, value: bytes)
    }
    if !document.has(name) { return nil }
    guard let slice = document.slice(name) else { throw .init(.damaged) }
    return slice
  }

  private func content() throws(SavedStateError.Failure) -> SavedDocument? {
    guard let bytes = try place.read() else { return nil }
    guard let document = SavedDocument(bytes) else {
      throw .init(.unreadable("a later version of the program has written it"))
    }
    return document
  }
}
