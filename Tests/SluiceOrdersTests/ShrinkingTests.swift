import Foundation
import Sluice
import SluiceOrders
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// Recordings that are shrunk to the actions that are needed.
@Suite(.inTurn) struct ShrinkingTests {
  /// Something that breaks when some actions happen in an order, others between them.
  struct Machine: Codable, Equatable, Sendable {
    /// The levers that break it, in their order.
    let secret: [Int]
    var pulled = 0
    var noise = 0

    var isBroken: Bool { pulled == secret.count }
  }
  struct Pull: Action, Codable { let lever: Int }
  struct Noise: Action, Codable { let level: Int }

  static let machine = Reducer<Machine>(
    ReduceOn(Pull.self) { state, action in
      if !state.isBroken, state.secret[state.pulled] == action.lever { state.pulled += 1 }
    },
    ReduceOn(Noise.self) { $0.noise = $1.level }
  )

  /// A session in which actions lead to others, and which breaks the machine.
  private static func session(commits: Int, causes: Int, seed: UInt64) -> (Machine, [UInt8]) {
    var random = SeededGenerator(seed: seed)
    let start = Machine(secret: (0..<causes).map { _ in .random(in: 0..<1_000, using: &random) })
    let places = Set((0..<commits).shuffled(using: &random).prefix(causes)).sorted()
    var bytes = head(start)
    for index in 0..<commits {
      var action: any Action = Noise(level: index)
      if let place = places.firstIndex(of: index) {
        action = Pull(lever: start.secret[place])
      } else if Bool.random(using: &random) {
        action = Pull(lever: .random(in: 1_000..<2_000, using: &random))
      }
      var cause: Int?
      if index > 0, Int.random(in: 0..<3, using: &random) == 0 {
        cause = Int.random(in: max(1, index - 5)...index, using: &random)
      }
      bytes += line(index + 1, action, cause: cause)
    }
    return (start, bytes)
  }

  private static func head(_ state: some Sendable) -> [UInt8] {
    WireEnvelope(.hello(.init(instance: "0", name: "App", processID: 1))).line()
      + WireEnvelope(.state(.init(number: 0, state: Tree(showing: state)))).line()
  }

  private static func line(_ number: Int, _ action: any Action, cause: Int? = nil) -> [UInt8] {
    let shown = ActionDescription(action)
    var commit = WireRecord.Commit(
      number: number,
      time: 0,
      action: .init(type: shown.name, payload: shown.payload)
    )
    commit.cause = cause.map { .init(commit: $0) }
    return WireEnvelope(.commit(commit)).line()
  }

  private static func recording(_ bytes: [UInt8], in folder: TemporaryDirectory) throws
    -> StoreRecording
  {
    let path = folder.path("bug.session")
    try Data(bytes).write(to: URL(filePath: path))
    return try StoreRecording(path, accepting: [Pull.self, Noise.self, Ask.self, Answer.self])
  }

  private func expectShrunk(commits: Int, causes: Int, seed: UInt64) async throws {
    let folder = try TemporaryDirectory()
    let (start, bytes) = Self.session(commits: commits, causes: causes, seed: seed)
    let recording = try Self.recording(bytes, in: folder)
    let shrunk = try await recording.shrink(reducers: [Self.machine], while: \.isBroken)
    #expect(shrunk.count == commits)
    #expect(shrunk.initialState == start)
    #expect(shrunk.actions.compactMap { ($0 as? Pull)?.lever } == start.secret)
    #expect(shrunk.actions.count == causes)
    #expect(shrunk.commits == shrunk.commits.sorted())
  }

  @Test(arguments: 1...5)
  func `a recording is shrunk to the actions that are needed`(causes: Int) async throws {
    try await expectShrunk(commits: 400, causes: causes, seed: UInt64(causes))
  }

  struct Questions: Codable, Sendable { var open = 0, answers = 0 }
  struct Ask: Action, Codable {}
  struct Answer: Action, Codable {}

  @Test func `an action is left out together with what it led to`() async throws {
    let folder = try TemporaryDirectory()
    // The answers come only when all is asked, so that nothing can be left out without its answer.
    let bytes =
      Self.head(Questions())
      + (1...8).flatMap { Self.line($0, Ask()) }
      + (1...8).flatMap { Self.line(8 + $0, Answer(), cause: $0) }
    let shrunk = try await Self.recording(bytes, in: folder).shrink(
      reducers: [
        Reducer<Questions>(
          ReduceOn(Ask.self) { state, _ in state.open += 1 },
          ReduceOn(Answer.self) { state, _ in
            state.open -= 1
            state.answers += 1
          }
        )
      ],
      while: { $0.open == 0 && $0.answers > 0 }
    )
    #expect(shrunk.actions.map { "\(type(of: $0))" } == ["Ask", "Answer"])
    #expect(shrunk.commits.last == shrunk.commits.first.map { $0 + 8 })
  }

  @Test(.nightly, .unsanitized, arguments: 1...20)
  func `a long recording is shrunk within a minute`(bug: Int) async throws {
    let start = ContinuousClock.now
    try await expectShrunk(commits: 20_000, causes: 1 + bug % 5, seed: UInt64(bug))
    #expect(start.duration(to: .now) < .seconds(60))
  }

  @Test func `a shrunk recording is a test`() async throws {
    let folder = try TemporaryDirectory()
    let bytes = Self.session(commits: 30, causes: 2, seed: 1).1
    let recording = try Self.recording(bytes, in: folder)
    let shrunk = try await recording.shrink(reducers: [Self.machine], while: \.isBroken)
    try PrintedTests.expect(shrunk.description)
  }

  @Test func `a condition may hold after any action`() async throws {
    let folder = try TemporaryDirectory()
    let recording = try Self.recording(Self.session(commits: 60, causes: 1, seed: 2).1, in: folder)
    let shrunk = try await recording.shrink(reducers: [Self.machine], anywhere: true) {
      $0.noise > 20
    }
    #expect(shrunk.actions.count == 1)
    #expect((shrunk.actions.first as? Noise).map { $0.level > 20 } == true)
  }

  @Test func `a condition that doesn't hold is named`() async throws {
    let folder = try TemporaryDirectory()
    let recording = try Self.recording(Self.session(commits: 10, causes: 1, seed: 2).1, in: folder)
    let found = try await issues {
      try await recording.shrink(reducers: [Self.machine]) { $0.noise > 1_000 }
    }
    let text = found.map { "\($0.error.map { "\($0)" } ?? "")" }.joined()
    #expect(text == "The condition doesn't hold after the last action of the recording.")
  }

  @Test func `a recording's actions are examples`() throws {
    let folder = try TemporaryDirectory()
    let recording = try Self.recording(Self.session(commits: 10, causes: 1, seed: 2).1, in: folder)
    #expect(try recording.actions(reducers: [Self.machine]).count == 10)
  }
}
