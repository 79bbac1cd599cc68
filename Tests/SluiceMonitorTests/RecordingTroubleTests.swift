import Foundation
import Sluice
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// A file that others change or that can't be written, and the diagnostics about it.
@Suite(.inTurn, .serialized)
struct RecordingTroubleTests {
  func expectRestart(_ recording: RecordedStore<Counter>) throws {
    recording.flush()
    #expect(try ExplorerRecording(at: recording.file.path).lastState() == recording.store.state)
    #expect(try recording.file.records.types.prefix(2) == ["hello", "state"])
  }

  private static let rotated = "/tmp/sluice-rotated-\(UInt32.random(in: 0 ... .max)).session"

  @Test(
    arguments: [
      ("removed or renamed", { @Sendable url in try FileManager.default.removeItem(at: url) }),
      ("truncated", { try shorten($0, to: 0) }),
      ("truncated", { try shorten($0, to: 7) }),
      (
        "removed or renamed", { try FileManager.default.moveItem(atPath: $0.path, toPath: rotated) }
      ),
    ] as [(String, @Sendable (URL) throws -> Void)]
  )
  func `a file that others change begins again, with the whole state and without a hole`(
    reason: String,
    change: @escaping @Sendable (URL) throws -> Void
  ) throws {
    let recording = RecordedStore(makeStore())
    recording.store.countUp(10)
    recording.flush()
    try change(recording.file.url)
    recording.store.countUp(10)
    try expectRestart(recording)
    // Nothing that came after it is missing.
    #expect(try recording.file.records.commits.count == 10)
    #expect(recording.troubles == [.begunAnew(reason: reason)])
    let attributes = try FileManager.default.attributesOfItem(atPath: recording.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // One that was renamed is left alone.
    if FileManager.default.fileExists(atPath: Self.rotated) {
      #expect(try ExplorerRecording(at: Self.rotated).lastState(Counter.self).count == 10)
      try FileManager.default.removeItem(atPath: Self.rotated)
    }
  }

  private static func shorten(_ url: URL, to length: UInt64) throws {
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: length)
    try file.close()
  }

  @Test func `a file in the recording's place isn't overwritten`() throws {
    let recording = RecordedStore(makeStore())
    recording.store.countUp()
    recording.flush()
    // In its place at once: it would be created again in between.
    try Data("precious".utf8).write(to: recording.file.url, options: .atomic)
    recording.store.countUp()
    try recording.waitForTrouble()
    let reason = try #require(recording.interceptor.endpoint.trouble)
    #expect(reason.contains("already exists and is not overwritten"))
    #expect(recording.troubles.first == .notWritten(reason: reason))
    #expect(try Data(contentsOf: recording.file.url) == Data("precious".utf8))
    try FileManager.default.removeItem(atPath: recording.file.path)
    try expectRestart(recording)
    #expect(recording.interceptor.endpoint.trouble == nil)
    // The trouble is in the recording, too, wherever it had come to by then.
    let types = try recording.file.records.types.filter { $0 != "diagnostic" }
    #expect(types == ["hello", "state", "commit"])
  }

  @Test func `a program that changes its directory continues to write to the same file`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      #expect(FileManager.default.changeCurrentDirectoryPath(directory.path))
      let store = makeStore()
      let interceptor = ExplorerInterceptor<Counter>(endpoint: "file:a.session")
      store.register(interceptor: interceptor)
      #expect(FileManager.default.changeCurrentDirectoryPath("/"))
      let path = directory.path("a.session")
      for isRemoved in [false, true] {
        if isRemoved { try FileManager.default.removeItem(atPath: path) }
        store.countUp()
        #expect(interceptor.flush(timeout: patience) == 0)
        #expect(try ExplorerRecording(at: path).lastState() == store.state)
      }
    }
  }

  @Test func `a limit on the size of files leaves a file that can be read`() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 40_000, rlim_max: rlim_t.max)
      #if canImport(Glibc)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #else
        _ = unsafe setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      let recording = RecordedStore(makeStore()) { $0.overflow = .dropOldest }
      try wait(for: "the report, after \(recording.troubles)") {
        // How many it takes depends on how many are joined.
        recording.store.note("\(recording.store.state.log.count)")
        return recording.troubles.contains { $0.reason?.contains("File too large") == true }
      }
      let state = try ExplorerRecording(at: recording.file.path).lastState(Counter.self)
      #expect((1..<recording.store.state.log.count).contains(state.log.count))
    }
  }

  @Test func `a file that can't be made is reported`() throws {
    let file = Recorded()
    try Data().write(to: file.url)
    let recording = RecordedStore(makeStore(), at: file)
    try recording.waitForTrouble()
    let text = """
      The recording “\(file.path)” can't be written now: The file “\(file.path)” already exists and is \
      not overwritten. Choose another name, or move it away.
      """
    #expect(recording.log.texts == [text])
  }
}
