import Foundation
import Sluice
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that others change or that can't be written, and the diagnostics about it.
@Suite(.inTurn, .serialized)
struct RecordingTroubleTests {
  func expectRestart(_ recording: RecordedStore<Counter>) throws {
    recording.flush()
    #expect(try ExplorerRecording(at: recording.file.path).lastState() == recording.store.state)
    let records = try recording.file.records
    #expect(records.prefix(2).map(\.type) == ["hello", "state"])
  }

  @Test func `a file that was removed is made again, with the whole state`() throws {
    let recording = RecordedStore(makeStore())
    for _ in 0..<10 { recording.store.dispatch(action: Add(amount: 1)) }
    recording.flush()
    try FileManager.default.removeItem(atPath: recording.file.path)
    for _ in 0..<10 { recording.store.dispatch(action: Add(amount: 1)) }
    try expectRestart(recording)
    // Nothing that came after it is missing.
    let commits = try recording.file.records.filter { $0.type == "commit" }
    #expect(commits.count == 10)
    #expect(recording.troubles == [.begunAnew(reason: "removed or renamed")])
    #expect(try permissions(recording.file.path) == 0o600)
  }

  func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(arguments: [0, 7])
  func `a file that was truncated begins again, without a hole`(length: Int) throws {
    let recording = RecordedStore(makeStore())
    for _ in 0..<10 { recording.store.dispatch(action: Add(amount: 1)) }
    recording.flush()
    let file = try FileHandle(forWritingTo: URL(filePath: recording.file.path))
    try file.truncate(atOffset: UInt64(length))
    try file.close()
    for _ in 0..<10 { recording.store.dispatch(action: Add(amount: 1)) }
    try expectRestart(recording)
    #expect(try recording.file.records.filter { $0.type == "commit" }.count == 10)
    #expect(recording.troubles == [.begunAnew(reason: "truncated")])
  }

  @Test func `a file that was renamed is left alone, and another one made in its place`() throws {
    let recording = RecordedStore(makeStore())
    let rotated = recording.file.path + ".1"
    defer { try? FileManager.default.removeItem(atPath: rotated) }
    recording.store.dispatch(action: Add(amount: 1))
    recording.flush()
    try FileManager.default.moveItem(atPath: recording.file.path, toPath: rotated)
    recording.store.dispatch(action: Add(amount: 1))
    try expectRestart(recording)
    #expect(try ExplorerRecording(at: rotated).lastState(Counter.self).count == 1)
    #expect(try permissions(recording.file.path) == 0o600)
  }

  @Test func `a file that takes the recording's place isn't overwritten, and nothing is lost`()
    throws
  {
    let recording = RecordedStore(makeStore())
    recording.store.dispatch(action: Add(amount: 1))
    recording.flush()
    // In its place at once: it would be created again in between.
    try Data("precious".utf8).write(to: URL(filePath: recording.file.path), options: .atomic)
    recording.store.dispatch(action: Add(amount: 1))
    try recording.waitForTrouble()
    guard case .notWritten(let reason)? = recording.troubles.first else {
      Issue.record("\(recording.troubles) was reported.")
      return
    }
    #expect(reason.contains("exists already and is not written over"))
    #expect(recording.interceptor.endpoint.trouble == reason)
    #expect(try Data(contentsOf: URL(filePath: recording.file.path)) == Data("precious".utf8))
    try FileManager.default.removeItem(atPath: recording.file.path)
    try expectRestart(recording)
    #expect(recording.interceptor.endpoint.trouble == nil)
    // The trouble is in the recording, too, wherever it had come to by then.
    let types = try recording.file.records.map(\.type).filter { $0 != "diagnostic" }
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
      store.dispatch(action: Add(amount: 1))
      #expect(interceptor.flush(timeout: patience) == 0)
      #expect(try ExplorerRecording(at: path).lastState() == store.state)
      try FileManager.default.removeItem(atPath: path)
      store.dispatch(action: Add(amount: 1))
      #expect(interceptor.flush(timeout: patience) == 0)
      #expect(try ExplorerRecording(at: path).lastState() == store.state)
    }
  }

  @Test func `what was committed is written without a flush`() throws {
    let recording = RecordedStore(makeStore())
    for _ in 0..<10 { recording.store.dispatch(action: Add(amount: 1)) }
    try wait(for: "the tenth commit") {
      (try? recording.file.records.filter { $0.type == "commit" }.count) == 10
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
        recording.store.dispatch(action: Note(text: "\(recording.store.state.log.count)"))
        return recording.troubles.contains { trouble in
          if case .notWritten(let reason) = trouble {
            reason.contains("File too large")
          } else {
            false
          }
        }
      }
      let state = try ExplorerRecording(at: recording.file.path).lastState(Counter.self)
      #expect((1..<recording.store.state.log.count).contains(state.log.count))
    }
  }

  @Test func `a file that can't be made is reported`() throws {
    let recorded = Recorded()
    try Data().write(to: URL(filePath: recorded.path))
    let log = Guarded<[String]>([])
    let store = makeStore()
    store.onDiagnostic = { diagnostic in log.withLock { $0.append("\(diagnostic)") } }
    store.register(interceptor: ExplorerInterceptor(endpoint: recorded.address))
    try wait(for: "the report") { !log.withLock { $0 }.isEmpty }
    #expect(
      log.withLock { $0 } == [
        """
        The recording “\(recorded.path)” can't be written now: The file “\(recorded.path)” exists \
        already and is not written over. Choose another name, or move it away.
        """
      ]
    )
  }
}
