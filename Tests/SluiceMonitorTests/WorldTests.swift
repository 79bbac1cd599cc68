import Foundation
import Sluice
import SluiceSocket
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import SluiceMonitor

/// The monitor in worlds that aren't the operating system's.
@Suite(.inTurn)
struct WorldTests {
  /// Accepts one byte at a time.
  private struct NarrowDisk: RecordingDestination {
    let disk: SmallDisk
    var path: String { disk.path }
    var identity: PathFacts.Identity { disk.identity }
    func fault() -> RecordingFile.Fault? { nil }
    func anew(after fault: RecordingFile.Fault) -> NarrowDisk { self }
    func writeSome(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
      try disk.writeSome(bytes.prefix(1))
    }
  }

  /// A stream in memory, in whose place a signal is polled.
  private final class MemoryStream: ByteStream {
    private let signal: WakePipe
    private let received = Guarded<[UInt8]>([])
    private let sent = Guarded<[UInt8]>([])

    init() throws(SocketError) { signal = try WakePipe() }

    var descriptor: Int32 { signal.descriptor }

    func read(into buffer: inout [UInt8]) throws(SocketError) -> Connection.Reading {
      signal.drain()
      let bytes = received.withLock { received in
        defer { received = [] }
        return received
      }
      if bytes.isEmpty { return .nothing }
      buffer.replaceSubrange(..<bytes.count, with: bytes)
      return .bytes(bytes.count)
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
      // Never all at once.
      let part = bytes.prefix(max(1, bytes.count / 2))
      sent.withLock { $0 += part }
      return part.count
    }

    func finishWriting() {}
    func disconnect() {}

    /// Sends the program a record.
    func receive(_ record: WireRecord) {
      received.withLock { $0 += record.line() }
      signal.wake()
    }

    var records: [WireRecord] {
      get throws {
        let bytes = sent.withLock { $0 }
        guard let end = bytes.lastIndex(of: 10) else { return [] }
        return try Array(bytes[...end]).records
      }
    }
  }

  /// A world in which each second wait is interrupted.
  private func interrupted(_ world: World) -> World {
    let calls = Atomic(0)
    let poll = world.sockets.poll
    let isInterrupted: @Sendable () -> Bool = { calls.add(1, ordering: .relaxed).newValue % 2 == 0 }
    var other = world
    other.sockets.poll = { isInterrupted() ? -EINTR : poll(&$0, $1) }
    return other
  }

  /// A world in which an hour passes between any two looks at the clock.
  private func hurried(_ world: World) -> World {
    let seconds = Atomic(0)
    let start = ContinuousClock.now
    let hours: @Sendable () -> Int = { seconds.add(3_600, ordering: .relaxed).newValue }
    var other = world
    other.clock.now = { start + .seconds(hours()) }
    return other
  }

  @Test func `a recording is whole with interrupted waits and single bytes`() throws {
    let disk = SmallDisk(room: .max)
    try record(in: interrupted(.writing(to: NarrowDisk(disk: disk)))) { store, link in
      store.countUp(50)
      #expect(link.flush(timeout: patience) == 0)
    }
    #expect(try disk.recordsToTheEnd().commits.count == 50)
  }

  @Test func `a program is watched over a stream in memory`() throws {
    let stream = try MemoryStream()
    var world = World.system
    world.sockets.connect = { (_, _, _) throws(SocketError) in stream }
    let store = makeStore()
    let interceptor = try LinkInterceptor(to: .unix(path: "/nowhere/explorer.sock"), in: world)
    store.register(interceptor: interceptor)
    try wait(for: "the state") { (try? stream.records)?.types.contains("state") == true }
    stream.receive(.welcome(.init()))
    store.countUp()
    #expect(interceptor.link.flush(timeout: patience) == 0)
    #expect(try stream.records.last?.type == "commit")
    stream.receive(.snapshot(.init(request: 7)))
    try wait(for: "the answer") {
      if case .state(let state)? = (try? stream.records)?.last { state.reply == 7 } else { false }
    }
  }

  @Test func `bytes that a full disk delays at the end are dropped after their time`() throws {
    let world = hurried(.writing(to: SmallDisk(room: 0)))
    let interceptor = try record(in: world) { _, _ in }
    try interceptor.waitForEnd()
    #expect(interceptor.link.status.trouble?.contains("has no room") == true)
  }

  @Test func `why a recording can't be restored is reported once`() throws {
    let disk = SmallDisk(room: .max)
    let world = hurried(.writing(to: disk))
    let interceptor = try LinkInterceptor(redaction: ["log"], in: world)
    let store = makeStore()
    let troubles = Troubles(of: store, at: disk.path)
    store.register(interceptor: interceptor)
    for number in 1...5 {
      store.countUp()
      // Each wait of the link's is over at once.
      try wait(for: "the commit") { (try? disk.records.commits.count) == number }
    }
    let text = """
      The recording “/disk” ends with a state from which no program could start again: log: the value \
      is incomplete: log was cut or withheld. To fix, let the state decode all that it encodes, and \
      withhold nothing that it needs.
      """
    try wait(for: "the report") { !troubles.texts.isEmpty }
    store.countUp()
    try wait(for: "another commit") { (try? disk.records.commits.count) == 6 }
    // In a hurried world, a dispatch that waits for the disk has waited at once.
    #expect(troubles.texts.filter { !$0.contains("has waited for") } == [text])
  }

  @Test func `a thread that can't be started is reported, and not awaited`() throws {
    var world = World.system
    world.threads.start = { (name, _) throws(SocketError) in
      throw .system(call: "pthread_create", path: nil, code: EAGAIN)
    }
    try record(in: world) { store, link in
      store.countUp(100)
      #expect(link.status.trouble?.contains("pthread_create") == true)
      #expect(link.flush(timeout: patience) == 100)
    }
  }
}
