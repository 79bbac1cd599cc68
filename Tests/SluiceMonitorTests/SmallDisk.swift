import Sluice
import SluiceLocks
import SluiceRecordings
import SluiceSocket
import SluiceWire
import TestSupport

@testable import SluiceMonitor

/// A disk that is full until it gets room.
final class SmallDisk: RecordingDestination {
  private struct Contents {
    var bytes: [UInt8] = []
    var room: Int
    var attempts = 0
    var fault: RecordingFile.Fault?
    /// What is passed once something is written; others have removed the file then.
    var gate: Gate?
    var beginnings = 1
  }

  private let contents: Locked<Contents>

  init(room: Int) { contents = Locked(Contents(room: room)) }

  func writeSome(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
    let (count, gate) = contents.withLock { contents in
      contents.attempts += 1
      let part = bytes.prefix(contents.room)
      contents.bytes += part
      contents.room -= part.count
      return (part.count, contents.gate)
    }
    if count == 0 { throw .diskFull(path: "/disk") }
    if let gate {
      contents.withLock { ($0.fault, $0.gate) = (.removed, nil) }
      gate.wait()
    }
    return count
  }

  var path: String { "/disk" }
  var identity: PathFacts.Identity { PathFacts.Identity() }

  func fault() -> RecordingFile.Fault? { contents.withLock { $0.fault } }

  func anew(after fault: RecordingFile.Fault) -> SmallDisk {
    contents.withLock { contents in
      contents.bytes = []
      contents.fault = nil
      contents.beginnings += 1
    }
    return self
  }

  /// Does what others do who need room on it.
  func truncate() {
    contents.withLock { contents in
      contents.bytes = []
      contents.fault = .truncated
      contents.room = .max
    }
  }

  /// The number of times that something was to be written.
  var attempts: Int { contents.withLock { $0.attempts } }

  /// The number of times that the file was begun.
  var beginnings: Int { contents.withLock { $0.beginnings } }

  func fill() { contents.withLock { $0.room = 0 } }

  func makeRoom() { contents.withLock { $0.room = .max } }

  /// Removes the file once something was written, which then waits at a gate.
  func leave(behind gate: Gate) { contents.withLock { $0.gate = gate } }

  var records: [WireRecord] {
    get throws { try contents.withLock { $0.bytes }.records }
  }

  /// Waits until the recording is over.
  func recordsToTheEnd() throws -> [WireRecord] {
    try wait(for: "the end") { (try? records)?.last?.type == "bye" }
    return try records
  }
}

extension World {
  /// Writes to something else than a file.
  static func writing(to destination: some RecordingDestination) -> World {
    var world = World.system
    world.files.make = { _, _ in destination }
    return world
  }
}

/// An interceptor whose link writes to a test's own destination.
final class LinkInterceptor: AttachedInterceptor {
  typealias State = Counter
  let link: Link
  /// Called when it is registered, before the link learns that it is.
  private let registered: @Sendable () -> Void

  /// - Parameter world: In the place of the operating system.
  init(
    limits: ExplorerLimits = ExplorerLimits(),
    overflow: ExplorerOverflow? = nil,
    redaction: Redaction = .standard,
    marksAfter distance: Int = MarkWriter.minimumDistance,
    limit: Int? = nil,
    to endpoint: Endpoint = .file(path: "/disk"),
    in world: World,
    registered: @escaping @Sendable () -> Void = {}
  ) throws {
    self.registered = registered
    var settings = Link.Settings(
      name: "Test",
      storeName: nil,
      backlog: nil,
      limits: limits,
      overflow: overflow,
      redaction: redaction,
      accepted: AcceptedActions([]),
      restorer: nil
    )
    settings.world = world
    settings.markDistance = distance
    settings.recordingLimit = limit
    link = try Link(settings, to: endpoint, reader: StateReader(Counter.self))
  }

  var interests: InterceptorInterests { link.watch.interests }
  func committed(_ commit: Commit<Counter>) { link.add(commit.facts, commit.heldState) }
  func willAttach() { link.willAttach() }
  func attached(to source: StateSource, after number: Int, state: HeldState) {
    registered()
    link.attach(to: source, after: number, state: state)
  }
  func detached() { link.close() }

  /// Waits until its thread has ended.
  func waitForEnd() throws {
    try wait(for: "the end") { link.lock.withLock { link.lifetime == .over } }
  }
}

/// Records in a world what happens to a store until it is freed.
@discardableResult
func record(
  in world: World,
  limits: ExplorerLimits = ExplorerLimits(),
  overflow: ExplorerOverflow? = nil,
  _ body: (_ store: Store<Counter, Void>, _ link: Link) throws -> Void
) throws -> LinkInterceptor {
  let interceptor = try LinkInterceptor(limits: limits, overflow: overflow, in: world)
  do {
    let store = makeStore()
    store.register(interceptor: interceptor)
    try body(store, interceptor.link)
  }
  return interceptor
}
