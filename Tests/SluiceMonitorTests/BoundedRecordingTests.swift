import Foundation
import Sluice
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// Recordings whose two files take turns.
@Suite(.inTurn)
struct BoundedRecordingTests {
  private let directory: TemporaryDirectory
  private let path: String
  private var other: String { RecordingPair.other(of: path) }

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("x.session")
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path)))
  }

  private func turns() throws -> [Int?] { try RecordingPair(at: path).members.map(\.turn) }

  private func lastState() throws -> Counter { try ExplorerRecording(at: path).lastState() }

  /// Records commits, and calls the closure after each.
  private func record(
    limit: Int = 40_000,
    _ commits: ClosedRange<Int>,
    _ body: (Link) throws -> Void = { _ in }
  ) throws -> Troubles {
    let store = makeStore()
    let troubles = Troubles(of: store, at: path)
    let interceptor = try LinkInterceptor(
      marksAfter: 4_000,
      limit: limit,
      to: .file(path: path),
      in: .system
    )
    let registration = store.register(interceptor: interceptor)
    for number in commits {
      store.dispatch(action: Add(amount: number - store.state.count))
      #expect(interceptor.link.flush(timeout: patience) == 0)
      try body(interceptor.link)
    }
    registration.unregister()
    // Until its thread has ended, it looks after its file.
    let link = interceptor.link
    while link.isClosing { Thread.sleep(forTimeInterval: 0.001) }
    return troubles
  }

  @Test func `two files take turns below the limit, and the end of both is the store's`() throws {
    var most = 0
    let troubles = try record(1...400) { _ in
      let sizes = try [path, other].map { path in
        Int(clamping: try PathFacts(at: path)?.size ?? 0)
      }
      most = max(most, sizes[0] + sizes[1])
    }
    #expect(most < 40_000 && most > 30_000)
    #expect(try lastState().count == 400)
    let turns = try turns().compactMap(\.self)
    #expect(turns.count == 2 && turns[0] > 2 && turns[1] == turns[0] + 1)
    // Its own turns are nothing that others did.
    #expect(troubles.all.isEmpty)
    for file in [path, other] {
      #expect(try bytes(file).records.prefix(3).map(\.type) == ["mark", "hello", "state"])
      #expect(try PathFacts(at: file)?.permissions == 0o600)
    }
  }

  @Test func `a kill at any byte of a turn loses no state, and the next start overwrites none`()
    throws
  {
    var pair: (old: [UInt8], new: [UInt8])?
    _ = try record(1...400) { link in
      guard pair == nil, try turns() == [1, 2] else { return }
      let new = try bytes(other)
      // The beginning, and commits.
      if new.count(where: { $0 == 10 }) > 5 { pair = (try bytes(path), new) }
    }
    let (old, new) = try #require(pair)
    try Data(old).write(to: URL(filePath: path))
    try FileManager.default.removeItem(atPath: other)
    let before = try lastState().count
    #expect(before > 0)
    let lines = new.split(separator: 10, omittingEmptySubsequences: false)
    // The mark, the hello, and the state.
    let wholeBytes = lines.prefix(3).reduce(0) { $0 + $1.count + 1 }
    for end in 0...new.count {
      try Data(new[..<end]).write(to: URL(filePath: other))
      let count = try lastState().count
      #expect(end < new.count ? count >= before : count > before, "\(end): \(count), \(before)")
      let next = try RecordingPair(at: path).next()
      let isTorn = end < wholeBytes
      #expect(next.path == (isTorn ? other : path), "\(end)")
      #expect(next.turn == (end < 24 ? 2 : 3), "\(end)")
    }
  }

  @Test func `the next start continues in the older file`() throws {
    _ = try record(1...10)
    #expect(try turns() == [1] && lastState().count == 10)
    let first = try bytes(path)
    _ = try record(1...20)
    #expect(try turns() == [1, 2] && lastState().count == 20)
    #expect(try bytes(path) == first)
    _ = try record(1...30)
    #expect(try turns() == [2, 3] && lastState().count == 30)
    // A start that is killed before it has written a state isn't the one to keep.
    try Data(bytes(path).prefix(40)).write(to: URL(filePath: path))
    #expect(try lastState().count == 20)
    _ = try record(1...5)
    #expect(try turns() == [2, 4] && lastState().count == 5)
  }

  @Test func `what is no bounded recording is left alone, and one that goes on`() throws {
    for file in [path, other] {
      try Data("mine".utf8).write(to: URL(filePath: file))
      #expect(throws: SocketError.fileExists(path: file)) { try BoundedRecording(at: path) }
      #expect(try bytes(file) == Array("mine".utf8))
      try FileManager.default.removeItem(atPath: file)
    }
    let writer = try BoundedRecording(at: path)
    try writer.write(Array(#"{"type":"mark","turn":1,"#.utf8))
    #expect(throws: SocketError.fileInUse(path: path)) { try BoundedRecording(at: path) }
    withExtendedLifetime(writer) {}
  }

  @Test func `the limit grows to eight times a state that is larger than an eighth`() throws {
    let store = makeStore()
    let troubles = Troubles(of: store, at: path)
    let interceptor = try LinkInterceptor(
      marksAfter: 4_000,
      limit: 2_000,
      to: .file(path: path),
      in: .system
    )
    for number in 1...40 { store.note("a long line \(number)") }
    store.register(interceptor: interceptor)
    for _ in 1...60 {
      store.countUp()
      #expect(interceptor.link.flush(timeout: patience) == 0)
    }
    guard case .limitRaised(let bytes)? = troubles.all.first else {
      Issue.record("\(troubles.all)")
      return
    }
    #expect(troubles.all.count <= 2 && bytes > 2_000 && bytes < 12_000)
    #expect(try lastState() == store.state)
    let size = try self.bytes(path).count + self.bytes(other).count
    #expect(size < bytes + 2_000)
  }

  @Test func `a limit has at least a megabyte`() {
    #expect(ExplorerRecordingLimit.megabytes(64).bytes == 64_000_000)
    #expect(ExplorerRecordingLimit.megabytes(0).bytes == 1_000_000)
    #expect(ExplorerRecordingLimit.megabytes(.max).bytes == .max)
  }
}
