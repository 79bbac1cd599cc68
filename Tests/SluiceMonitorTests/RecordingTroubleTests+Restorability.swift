import Foundation
import Sluice
import SluiceLocks
import TestSupport
import Testing

@testable import SluiceMonitor

/// States that no program could start again from.
extension RecordingTroubleTests {
  struct Account: Codable, Sendable {
    var name = "Ada"
    var settings: [String: String] = [:]
    var folders: Folder?
    var age: Age?

    /// Encodes what it doesn't decode.
    struct Age: Codable, Sendable {
      var years = 200
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "\(try container.decode(Int.self)) years are too many."
        )
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

  struct Fill: Action {
    let change: @Sendable (inout Account) -> Void
  }

  func account(at recorded: Recorded = Recorded()) -> RecordedStore<Account> {
    let fill = ReduceOn(Fill.self) { (state: inout Account, action) in action.change(&state) }
    return RecordedStore(Store(initialState: Account(), reducers: [Reducer(fill)]), at: recorded)
  }

  @Test(
    arguments: [
      (
        { @Sendable (account: inout Account) in account.settings["token"] = "x" },
        "settings.token: the value is incomplete: settings.token was cut or withheld."
      ),
      ({ $0.age = .init() }, "200 years are too many."),
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
  func `a state that no program could restart from is reported when it happens`(
    change: @escaping @Sendable (inout Account) -> Void,
    reason: String
  ) throws {
    let recording = account()
    recording.flush()
    #expect(recording.troubles == [])
    recording.store.dispatch(action: Fill(change: change))
    recording.flush()
    // A check may have been just before: the next is due after a second, with another commit.
    try wait(for: "the report") {
      recording.store.dispatch(action: Fill { $0.name += "." })
      // Each of them is encoded.
      recording.flush()
      Thread.sleep(forTimeInterval: 0.05)
      return !recording.troubles.isEmpty
    }
    let message = try #require(recording.troubles.first?.reason)
    #expect(message.contains(reason), "\(message)")
    #expect(message.count <= 301)
    #expect(recording.troubles.first == .notRestorable(reason: message))
  }

  /// Conforms on the main actor only, and so not on the thread that records.
  struct Isolated: Sendable { var number = 0 }

  @MainActor @Test func `a state that only an actor encodes is reported`() throws {
    let recording = RecordedStore(Store(initialState: Isolated()))
    try recording.waitForTrouble()
    let reason = "Isolated is not Encodable, or only on an actor, and is recorded by reflection."
    #expect(recording.troubles.first == .notRestorable(reason: reason))
  }

  /// Decodes when it may.
  struct Checked: Codable, Sendable {
    static let gate = Gate()
    var number = 0
    init() {}
    init(from decoder: any Decoder) throws {
      Self.gate.wait()
      number = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Test func `commits are written while a state is checked`() throws {
    let count = ReduceOn(Add.self) { (state: inout Checked, _) in state.number += 1 }
    let recording = RecordedStore(Store(initialState: Checked(), reducers: [Reducer(count)]))
    defer { Checked.gate.open() }
    for _ in 0..<100 { recording.store.dispatch(action: Add(amount: 1)) }
    recording.flush()
    #expect(try recording.file.records.commits.count == 100)
  }

  @Test func `the state at a recording's end is checked, too`() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let recorded = Recorded()
      let link: Link?
      do {
        let recording = RecordingTroubleTests().account(at: recorded)
        recording.flush()
        recording.store.dispatch(action: Fill { $0.age = .init() })
        link = recording.interceptor.link
      }
      try wait(for: "the end") { link?.lock.withLock { link?.lifetime == .over } == true }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("200 years are too many."))
  }
}

extension RecordingTroubleTests.Isolated: @MainActor Codable {}
