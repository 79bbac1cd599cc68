import Foundation
import Sluice
import SluiceTree
import SluiceWire
import Synchronization
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
  /// A recorded store, and its diagnostics about the recording.
  private struct Told<State: Sendable> {
    let recorded: Recorded
    let store: Store<State, Void>
    let interceptor: ExplorerInterceptor<State>
    private let log = Guarded<[RecordingTrouble]>([])

    init(
      _ store: Store<State, Void>,
      at recorded: Recorded = Recorded(),
      _ configure: (inout ExplorerConfiguration<State>) -> Void = { _ in }
    ) {
      self.store = store
      self.recorded = recorded
      let log = log
      let path = recorded.path
      store.onDiagnostic = { diagnostic in
        guard case .recording(path, let trouble) = diagnostic else { return }
        log.withLock { $0.append(trouble) }
      }
      interceptor = ExplorerInterceptor(endpoint: recorded.address, configure)
      store.register(interceptor: interceptor)
    }

    var troubles: [RecordingTrouble] { log.withLock { $0 } }

    func flush() { #expect(interceptor.flush(timeout: patience) == 0) }

    func waitForTrouble(_ count: Int = 1) throws {
      try wait(for: "\(count) reports, after \(troubles)") { troubles.count >= count }
    }
  }

  private func expectRestart(_ told: Told<Counter>) throws {
    told.flush()
    #expect(try ExplorerRecording(at: told.recorded.path).lastState() == told.store.state)
    let records = try told.recorded.records
    #expect(records.prefix(2).map(\.type) == ["hello", "state"])
  }

  @Test func `a file that was removed is made again, with the whole state`() throws {
    let told = Told(makeStore())
    for _ in 0..<10 { told.store.dispatch(action: Add(amount: 1)) }
    told.flush()
    try FileManager.default.removeItem(atPath: told.recorded.path)
    for _ in 0..<10 { told.store.dispatch(action: Add(amount: 1)) }
    try expectRestart(told)
    // Nothing that came after it is missing.
    let commits = try told.recorded.records.filter { $0.type == "commit" }
    #expect(commits.count == 10)
    #expect(told.troubles == [.begunAnew(reason: "removed or renamed")])
    #expect(try permissions(told.recorded.path) == 0o600)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(arguments: [0, 7])
  func `a file that was truncated begins again, without a hole`(length: Int) throws {
    let told = Told(makeStore())
    for _ in 0..<10 { told.store.dispatch(action: Add(amount: 1)) }
    told.flush()
    let file = try FileHandle(forWritingTo: URL(filePath: told.recorded.path))
    try file.truncate(atOffset: UInt64(length))
    try file.close()
    for _ in 0..<10 { told.store.dispatch(action: Add(amount: 1)) }
    try expectRestart(told)
    #expect(try told.recorded.records.filter { $0.type == "commit" }.count == 10)
    #expect(told.troubles == [.begunAnew(reason: "truncated")])
  }

  @Test func `a file that was renamed is left alone, and another one made in its place`() throws {
    let told = Told(makeStore())
    let rotated = told.recorded.path + ".1"
    defer { try? FileManager.default.removeItem(atPath: rotated) }
    told.store.dispatch(action: Add(amount: 1))
    told.flush()
    try FileManager.default.moveItem(atPath: told.recorded.path, toPath: rotated)
    told.store.dispatch(action: Add(amount: 1))
    try expectRestart(told)
    #expect(try ExplorerRecording(at: rotated).lastState(Counter.self).count == 1)
    #expect(try permissions(told.recorded.path) == 0o600)
  }

  @Test func `what is in the place of the file is not written over, and nothing is lost`() throws {
    let told = Told(makeStore())
    told.store.dispatch(action: Add(amount: 1))
    told.flush()
    // In its place at once: it would be made anew in between.
    try Data("precious".utf8).write(to: URL(filePath: told.recorded.path), options: .atomic)
    told.store.dispatch(action: Add(amount: 1))
    try told.waitForTrouble()
    guard case .notWritten(let reason)? = told.troubles.first else {
      Issue.record("\(told.troubles) was reported.")
      return
    }
    #expect(reason.contains("exists already and is not written over"))
    #expect(told.interceptor.endpoint.trouble == reason)
    #expect(try Data(contentsOf: URL(filePath: told.recorded.path)) == Data("precious".utf8))
    try FileManager.default.removeItem(atPath: told.recorded.path)
    try expectRestart(told)
    #expect(told.interceptor.endpoint.trouble == nil)
    // The trouble is in the recording, too, wherever it had come to by then.
    let types = try told.recorded.records.map(\.type).filter { $0 != "diagnostic" }
    #expect(types == ["hello", "state", "commit"])
  }

  @Test func `a program that moves to another directory goes on writing to the same file`() async {
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

  @Test func `even a program that ends at once leaves a file`() async throws {
    let recorded = Recorded()
    await #expect(processExitsWith: .success) { [path = recorded.path as String] in
      let store = makeStore()
      store.register(interceptor: ExplorerInterceptor(endpoint: "file:\(path)"))
      for _ in 0..<10 { store.dispatch(action: Add(amount: 1)) }
      _exit(0)
    }
    #expect(FileManager.default.fileExists(atPath: recorded.path))
  }

  @Test func `what was committed is written without a flush`() throws {
    let told = Told(makeStore())
    for _ in 0..<10 { told.store.dispatch(action: Add(amount: 1)) }
    try wait(for: "the tenth commit") {
      (try? told.recorded.records.filter { $0.type == "commit" }.count) == 10
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
      let told = Told(makeStore()) { $0.overflow = .dropOldest }
      try wait(for: "the report, after \(told.troubles)") {
        // How many it takes depends on how many are joined.
        told.store.dispatch(action: Note(text: "\(told.store.state.log.count)"))
        return told.troubles.contains { trouble in
          if case .notWritten(let reason) = trouble {
            reason.contains("File too large")
          } else {
            false
          }
        }
      }
      let state = try ExplorerRecording(at: told.recorded.path).lastState(Counter.self)
      #expect((1..<told.store.state.log.count).contains(state.log.count))
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

  struct Account: Codable, Sendable {
    var name = "Ada"
    var settings: [String: String] = [:]
    var folders: Folder?
    var age: Age?

    /// Encodes what it doesn't decode.
    struct Age: Codable, Sendable {
      var years: Int
      init(years: Int) { self.years = years }
      init(from decoder: any Decoder) throws {
        years = try decoder.singleValueContainer().decode(Int.self)
        guard years < 150 else {
          let context = DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "\(years) years are too many."
          )
          throw DecodingError.dataCorrupted(context)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(years)
      }
    }

    indirect enum Folder: Codable, Sendable {
      case empty
      case folder(Folder)
    }
  }

  private struct Fill: Action {
    let change: @Sendable (inout Account) -> Void
  }

  private func account(at recorded: Recorded = Recorded()) -> Told<Account> {
    let fill = ReduceOn(Fill.self) { (state: inout Account, action) in action.change(&state) }
    return Told(Store(initialState: Account(), reducers: [Reducer(fill)]), at: recorded)
  }

  @Test(
    arguments: [
      (
        { @Sendable (account: inout Account) in account.settings["token"] = "x" },
        "settings.token: the value is incomplete: settings.token was cut or withheld."
      ),
      ({ $0.age = .init(years: 200) }, "200 years are too many."),
      (
        { account in
          var folder = Account.Folder.empty
          for _ in 0..<5_000 { folder = .folder(folder) }
          account.folders = folder
        },
        ".folder was cut or withheld."
      ),
    ] as [(@Sendable (inout Account) -> Void, String)]
  )
  func `what no program could start again from is reported when it happens`(
    change: @escaping @Sendable (inout Account) -> Void,
    reason: String
  ) throws {
    let told = account()
    told.flush()
    #expect(told.troubles == [])
    told.store.dispatch(action: Fill(change: change))
    told.flush()
    // A check may have been just before: the next is due after a second, with another commit.
    try wait(for: "the report") {
      told.store.dispatch(action: Fill { $0.name += "." })
      return !told.troubles.isEmpty
    }
    guard case .notRestorable(let told)? = told.troubles.first else {
      Issue.record("\(told.troubles) was reported.")
      return
    }
    #expect(told.contains(reason), "\(told)")
    #expect(told.count <= 301)
  }

  @Test func `a slow recording is reported after a second, once, and then what it lost`() throws {
    let gates = [Gate(), Gate()]
    let round = Atomic(0)
    let told = Told(makeStore()) {
      $0.limits = RecordingTests.tight
      $0.overflow = .wait(upTo: .milliseconds(1_500))
      $0.filter = { _ in
        gates[round.load(ordering: .relaxed)].wait()
        return true
      }
    }
    for _ in 0..<20 { told.store.dispatch(action: Add(amount: 1)) }
    #expect(told.troubles == [.slow])
    gates[0].open()
    try told.waitForTrouble(2)
    told.flush()
    let lost = try told.recorded.records.reduce(0) { sum, record in
      if case .commit(let commit) = record { sum + commit.count - 1 } else { sum }
    }
    #expect(lost > 0)
    #expect(told.troubles == [.slow, .lost(commits: lost)])
    // Slow once more, which is known.
    round.store(1, ordering: .relaxed)
    for _ in 0..<20 { told.store.dispatch(action: Add(amount: 1)) }
    gates[1].open()
    try told.waitForTrouble(3)
    #expect(told.troubles.count { $0 == .slow } == 1)
    try expectRestart(told)
  }

  @Test func `a dispatch that waits is reported while it waits`() throws {
    let gate = Gate()
    let told = Told(makeStore()) {
      $0.limits = RecordingTests.tight
      $0.overflow = .wait(upTo: .seconds(30))
      $0.filter = { _ in
        gate.wait()
        return true
      }
    }
    let store = told.store
    let isDone = Gate()
    Thread.detachNewThread {
      for _ in 0..<20 { store.dispatch(action: Add(amount: 1)) }
      isDone.open()
    }
    try told.waitForTrouble()
    gate.open()
    isDone.wait()
    told.flush()
    #expect(told.troubles == [.slow])
    #expect(try told.recorded.records.count { $0.type == "commit" } == 20)
  }

  /// Conforms on the main actor only, and so not on the thread that records.
  struct Isolated: Sendable { var number = 0 }

  @MainActor @Test func `a state that only an actor encodes is reported`() throws {
    let told = Told(Store(initialState: Isolated()))
    try told.waitForTrouble()
    guard case .notRestorable(let reason)? = told.troubles.first else {
      Issue.record("\(told.troubles) was reported.")
      return
    }
    #expect(
      reason == "Isolated is not Encodable, or only on an actor, and is recorded by reflection."
    )
  }

  @Test func `what a filter hides is not lost`() throws {
    let told = Told(makeStore()) { $0.filter = { $0 is Add } }
    for number in 0..<10 { told.store.dispatch(action: Note(text: "\(number)")) }
    told.store.dispatch(action: Add(amount: 1))
    try expectRestart(told)
    #expect(told.troubles == [])
  }

  @Test func `how a recording ends is looked at, too`() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let recorded = Recorded()
      let link: Link?
      do {
        let told = RecordingTroubleTests().account(at: recorded)
        told.flush()
        told.store.dispatch(action: Fill { $0.age = .init(years: 200) })
        link = told.interceptor.link
      }
      try wait(for: "the end") { link?.lock.withLock { link?.lifetime == .over } == true }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("200 years are too many."))
  }

  /// Kills a program that records at random moments; its next start begins with what it did.
  private func expectToSurvive(kills: Int) async throws {
    var random = SplitMix64(seed: 25)
    for _ in 0..<kills {
      let recorded = Recorded()
      let delay = Int.random(in: 0...20_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = recorded.path as String, delay = delay as Int] in
        let store = makeStore()
        store.register(interceptor: ExplorerInterceptor(endpoint: "file:\(path)"))
        Thread.detachNewThread {
          usleep(UInt32(delay))
          kill(getpid(), SIGKILL)
        }
        while true {
          store.dispatch(action: Add(amount: 1))
          store.dispatch(action: Note(text: "\(store.state.count)"))
        }
      }
      do {
        let state = try ExplorerRecording(at: recorded.path).lastState(Counter.self)
        // Each note tells the count that it was made at.
        #expect(state.log == (0..<state.log.count).map { "\($0 + 1)" })
        #expect(state.count - state.log.count <= 1)
      } catch let error as ExplorerRecordingError {
        // Killed before the first state was written.
        #expect(error.description.hasSuffix("holds no state."))
      }
    }
  }

  @Test func `a program that is killed leaves a file from which the next one starts`() async throws
  {
    try await expectToSurvive(kills: 5)
  }

  @Test(.nightly) func `five hundred kills`() async throws {
    try await expectToSurvive(kills: 500)
  }
}

extension RecordingTroubleTests.Isolated: @MainActor Codable {}
