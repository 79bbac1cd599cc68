import Foundation
import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceStorage

/// The settings of earlier versions of the program.
struct SettingsV0: Decodable, Sendable { let loud: Bool }
struct SettingsV1: Codable, Sendable { let level: String }
struct SettingsV2: Codable, Sendable { let volume: String }
struct Unwilling: Error {}

@Suite(.inTurn) struct RestoringTests {
  static func saved(in memory: SavedMemory) -> SavedSettings {
    saved(in: .memory(memory))
  }

  static func saved(in file: SavedFile) -> SavedSettings {
    SavedState(of: \AppState.settings, in: file, as: "settings", version: 3)
      .migrating(from: 0) { (old: SettingsV0) in SettingsV1(level: old.loud ? "10" : "1") }
      .migrating(from: 1) { (old: SettingsV1) in
        guard old.level != "unwilling" else { throw Unwilling() }
        return SettingsV2(volume: old.level)
      }
      .migrating(from: 2) { (old: SettingsV2) in
        Settings(volume: Int(old.volume) ?? 0, title: "old")
      }
  }

  @Test func `without a file, the state is as it was`() throws {
    var state = AppState(touches: 3)
    state.settings.volume = 9
    #expect(try Self.saved(in: SavedMemory()).restored(into: state) == state)
    let others = SavedMemory(#"{"sluice.saved":1,"drafts":{"version":1,"value":[]}}"#)
    #expect(try Self.saved(in: others).restored(into: state) == state)
  }

  static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  @Test func `every version that was ever written is read`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.golden.path)
    #expect(names.sorted() == (0...3).map { "settings-\($0).json" })
    for name in names {
      let text = try String(contentsOf: Self.golden.appending(path: name), encoding: .utf8)
      let state = try Self.saved(in: SavedMemory(text)).restored(into: AppState())
      let title = name == "settings-3.json" ? "Sluice" : "old"
      #expect(state.settings == Settings(volume: 10, title: title), "\(name)")
    }
  }

  @Test func `the last version is written as it always was`() async throws {
    let memory = SavedMemory()
    let program = try Program(memory, Self.saved(in: memory))
    program.setVolume(10)
    await program.saved.flush()
    let golden = Self.golden.appending(path: "settings-3.json")
    #expect(try memory.text == String(contentsOf: golden, encoding: .utf8))
  }

  @Test func `what was migrated is written with the next change`() async throws {
    let memory = SavedMemory(
      #"{"sluice.saved":1,"settings":{"version":1,"value":{"level":"4"}}}"#
    )
    let old = memory.text
    let program = try Program(memory, Self.saved(in: memory))
    #expect(program.store.settings == Settings(volume: 4, title: "old"))
    await program.saved.flush()
    #expect(memory.text == old)
    program.setVolume(5)
    await program.saved.flush()
    #expect(
      memory.text
        == settingsText(volume: 5, version: 3).replacing("\"Sluice\"", with: "\"old\"")
    )
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let reason: String
    var testDescription: String { reason }

    init(_ text: String, _ reason: String) { (self.text, self.reason) = (text, reason) }

    init(version: Int, _ value: String, _ reason: String) {
      self.init(
        #"{"sluice.saved":1,"settings":{"version":\#(version),"value":\#(value)}}"#,
        reason
      )
    }
  }

  static let refusals = [
    Refusal("", "Version 0 of “settings” in “memory” can't be read: "),
    Refusal("no JSON", "Version 0 of “settings” in “memory” can't be read: "),
    Refusal(#"{"sluice.saved":1,"settings":{"ver"#, "Version 0 of “settings” in “memory” can't"),
    Refusal(
      #"{"sluice.saved":1,"settings":7}"#,
      "“memory” is not a file of saved state, or its end"
    ),
    Refusal(#"{"sluice.saved":2}"#, "“memory” can't be read: a later version of the program has"),
    Refusal(version: 3, "{}", "Version 3 of “settings” in “memory” can't be read: "),
    Refusal(
      version: 1,
      #"{"level":"unwilling"}"#,
      "Version 1 of “settings” in “memory” can't be read: Unwilling()."
    ),
    Refusal(version: 4, "{}", "“memory” has version 4 of “settings”, which a later version of"),
    Refusal(version: -1, "{}", "“memory” has version -1 of “settings”, and no migration"),
  ]

  @Test(arguments: refusals)
  func `what can't be read is left as it is, until the program sets it aside`(refusal: Refusal)
    async throws
  {
    let memory = SavedMemory(refusal.text)
    let saved = Self.saved(in: memory)
    let error = try #require(throws: SavedStateError.self) {
      try saved.restored(into: AppState())
    }
    #expect(error.cause.hasPrefix(refusal.reason), "\(error)")
    #expect(error.cure.contains("setAside()"))
    #expect(saved.problem == error)

    // A program that goes on all the same.
    let program = try Program(memory, saved, isRestored: false)
    #expect(program.reports == ["not-saved"])
    program.setVolume(8)
    await program.clock.run()
    await program.saved.flush()
    #expect(memory.text == refusal.text)
    #expect(program.reports == ["not-saved"])

    #expect(try saved.setAside() == "memory.aside-1")
    #expect(memory.aside == [refusal.text])
    #expect(saved.problem == nil)
    await program.clock.advance(by: .milliseconds(500))
    #expect(memory.text == settingsText(volume: 8, version: 3))
    #expect(try saved.setAside() == nil)
    await program.store.close()
  }

  @Test func `a slice that can't be read is set aside with a copy, and the others stay`()
    async throws
  {
    let text = """
      {"sluice.saved":1,"settings":{"version":3,"value":7},"drafts":{"version":1,"value":["a"]}}
      """
    let memory = SavedMemory(text)
    let file = SavedFile.memory(memory)
    let settings = Self.saved(in: file)
    let drafts = SavedState(of: \AppState.drafts, in: file, as: "drafts", version: 1)
    #expect(throws: SavedStateError.self) { try settings.restored(into: AppState()) }
    let store = Store(initialState: try drafts.restored(into: AppState()), reducers: [reducer])
    store.onDiagnostic = { _ in }
    store.register(saved: settings)
    store.register(saved: drafts)
    store.dispatch(action: AddDraft(draft: "b"))
    await drafts.flush()
    #expect(memory.text?.contains(#""value":7"#) == true)
    #expect(memory.text?.contains(#"["a","b"]"#) == true)
    try settings.setAside()
    #expect(memory.aside.count == 1 && memory.text?.contains(#""value":7"#) == true)
    await settings.flush()
    #expect(memory.text?.contains(#""value":7"#) == false)
    #expect(memory.text?.contains(#"["a","b"]"#) == true)
  }

  @Test func `a file that the program has not restored isn't overwritten`() async throws {
    let memory = SavedMemory(settingsText(volume: 7, version: 3))
    let program = try Program(memory, Self.saved(in: memory), isRestored: false)
    program.setVolume(8)
    await program.clock.run()
    #expect(memory.text == settingsText(volume: 7, version: 3))
    #expect(program.saved.problem?.reason == .notRestored)
    #expect(program.reports == ["not-saved"])
    // What was set before the call is replaced.
    #expect(try await program.store.restore(saved: program.saved))
    #expect(program.store.settings.volume == 7)
    program.setVolume(9)
    await program.clock.run()
    #expect(memory.text == settingsText(volume: 9, version: 3))
    #expect(program.saved.problem == nil)
  }

  @Test func `a slice that wasn't restored stays beside one that was`() async throws {
    let memory = SavedMemory(
      """
      {"sluice.saved":1,"settings":{"version":3,"value":{"title":"","volume":1}},"drafts":{"version":1,"value":["a"]}}
      """
    )
    let file = SavedFile.memory(memory)
    let settings = Self.saved(in: file)
    let drafts = SavedState(of: \AppState.drafts, in: file, as: "drafts", version: 1)
    let store = Store(initialState: try settings.restored(into: AppState()), reducers: [reducer])
    store.onDiagnostic = { _ in }
    store.register(saved: settings)
    store.register(saved: drafts)
    store.dispatch(action: SetVolume(volume: 2))
    await settings.flush()
    store.dispatch(action: Both(number: 3))
    await settings.flush()
    #expect(memory.text?.contains(#""volume":3"#) == true)
    #expect(memory.text?.contains(#""value":["a"]"#) == true)
    #expect(drafts.problem?.reason == .notRestored)
    try drafts.setAside()
    await drafts.flush()
    #expect(memory.text?.contains(#""value":["3"]"#) == true)
  }

  @Test func `a file that was damaged since it was restored isn't overwritten`() async throws {
    let memory = SavedMemory(settingsText(volume: 7, version: 3))
    let program = try Program(memory, Self.saved(in: memory))
    memory.text = "damaged"
    program.setVolume(8)
    await program.saved.flush()
    #expect(memory.text == "damaged")
    #expect(program.saved.problem?.reason == .damaged)
    #expect(program.reports == ["not-saved"])
    try program.saved.setAside()
    await program.saved.flush()
    #expect(memory.aside == ["damaged"])
    #expect(memory.text == settingsText(volume: 8, version: 3))
  }

  @Test func `a file that isn't there is written without having been restored`() async throws {
    let memory = SavedMemory()
    let program = try Program(memory, Self.saved(in: memory), isRestored: false)
    program.setVolume(8)
    await program.clock.run()
    #expect(memory.text == settingsText(volume: 8, version: 3))
    #expect(program.reports.isEmpty)
  }

  @Test func `a migration that doesn't fit the next one stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let saved = SavedState(of: \AppState.settings, in: .memory(SavedMemory()), version: 3)
        .migrating(from: 1) { (old: SettingsV1) in old }
        .migrating(from: 2) { (old: SettingsV2) in Settings() }
      _ = try saved.restored(into: AppState())
    }
    await #expect(processExitsWith: .failure) {
      let saved = SavedState(of: \AppState.settings, in: .memory(SavedMemory()), version: 3)
        .migrating(from: 1) { (old: SettingsV1) in SettingsV2(volume: old.level) }
      _ = try saved.restored(into: AppState())
    }
  }
}
