import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceStorage

/// A part whose comparison does something, once.
private struct Touchy: Codable, Equatable, Sendable {
  static let onComparing = Guarded<(@Sendable () -> Void)?>(nil)

  var count = 0

  static func == (one: Self, other: Self) -> Bool {
    onComparing.withLock { $0.take() }?()
    return one.count == other.count
  }
}

private struct Room: Sendable {
  var touchy = Touchy()
  var number = 0
}

@Suite(.inTurn) struct SavingTests {
  @Test func `what changed is written after the quiet time, once for many changes`() async throws {
    let program = try Program()
    program.setVolume(6)
    await program.clock.advance(by: .milliseconds(499))
    #expect(program.memory.text == nil)
    program.setVolume(7)
    await program.clock.advance(by: .milliseconds(499))
    #expect(program.memory.text == nil)
    await program.clock.advance(by: .milliseconds(1))
    #expect(program.memory.text == settingsText(volume: 7))
    #expect(program.memory.writeCount == 1)
    #expect(program.clock.sleeperCount == 0)
    #expect(program.reports.isEmpty && program.saved.problem == nil)
  }

  @Test func `changes that don't end are written after the longest time`() async throws {
    let program = try Program()
    for step in 1...25 {
      program.setVolume(step)
      await program.clock.advance(by: .milliseconds(200))
      #expect(program.memory.writeCount == (step == 25 ? 1 : 0))
    }
    #expect(program.memory.text == settingsText(volume: 25))
  }

  @Test func `what didn't change costs nothing, not even a timer`() async throws {
    let program = try Program()
    for _ in 0..<10 { program.store.dispatch(action: Touch()) }
    program.setVolume(5)
    #expect(program.clock.sleeperCount == 0)
    await program.clock.advance(by: .seconds(60))
    await program.saved.flush()
    #expect(program.memory.text == nil && program.memory.writeCount == 0)
  }

  @Test func `a change that is taken back isn't written`() async throws {
    let program = try Program()
    program.setVolume(6)
    program.setVolume(5)
    await program.clock.advance(by: .seconds(60))
    #expect(program.memory.writeCount == 0)
  }

  @Test func `what changes while another slice is compared is written, too`() async throws {
    let memory = SavedMemory()
    let file = SavedFile.memory(memory)
    let first = SavedState(of: \Room.touchy, in: file, as: "touchy", version: 1)
    let second = SavedState(of: \Room.number, in: file, as: "number", version: 1)
    let clock = TestClock()
    let state = try second.restored(into: try first.restored(into: Room()))
    let store = Store(
      initialState: state,
      reducers: [
        Reducer(
          ReduceOn(SetVolume.self) { $0.number = $1.volume },
          ReduceOn(Touch.self) { room, _ in
            room.touchy.count += 1
            room.number += 1
          }
        )
      ],
      clock: clock
    )
    store.register(saved: first)
    store.register(saved: second)
    store.dispatch(action: Touch())
    Touchy.onComparing.withLock { $0 = { store.dispatch(action: SetVolume(volume: 7)) } }
    await clock.run()
    #expect(Touchy.onComparing.withLock { $0 == nil })
    #expect(memory.text?.contains(#""number":{"version":1,"value":7}"#) == true)
  }

  @Test func `a flush doesn't wait for the time`() async throws {
    let program = try Program()
    program.setVolume(6)
    await program.saved.flush()
    #expect(program.memory.text == settingsText(volume: 6))
    await program.clock.run()
    #expect(program.memory.writeCount == 1)
  }

  @Test func `closing the store writes what has changed`() async throws {
    let program = try Program()
    program.setVolume(6)
    await program.store.close()
    #expect(program.memory.text == settingsText(volume: 6))
    #expect(program.memory.writeCount == 1)
  }

  @Test func `what has changed when the store is freed, or the part unregistered, is written`()
    async throws
  {
    let memory = SavedMemory()
    let file = SavedFile.memory(memory)
    let saved = SavedState(of: \AppState.settings, in: file, as: "settings", version: 1)
    let clock = TestClock()
    weak var freed: Store<AppState, Void>?
    do {
      let store = Store(initialState: AppState(), reducers: [reducer], clock: clock)
      freed = store
      store.register(saved: saved)
      store.dispatch(action: SetVolume(volume: 6))
    }
    #expect(freed == nil)
    await saved.flush()
    #expect(memory.text == settingsText(volume: 6))

    let store = Store(initialState: AppState(), reducers: [reducer], clock: clock)
    let registration = store.register(saved: saved)
    store.dispatch(action: SetVolume(volume: 7))
    registration.unregister()
    await saved.flush()
    #expect(memory.text == settingsText(volume: 7))
    store.dispatch(action: SetVolume(volume: 8))
    await clock.run()
    await store.close()
    #expect(memory.text == settingsText(volume: 7))
  }

  @Test func `a store that begins with another part than the file's writes it`() async throws {
    let memory = SavedMemory(settingsText(volume: 6))
    let saved = SavedState(of: \AppState.settings, in: .memory(memory), as: "settings", version: 1)
    var state = try saved.restored(into: AppState())
    #expect(state.settings.volume == 6)
    state.settings.volume += 1
    let clock = TestClock()
    let store = Store(initialState: state, reducers: [reducer], clock: clock)
    store.register(saved: saved)
    await clock.advance(by: .milliseconds(500))
    #expect(memory.text == settingsText(volume: 7))
    withExtendedLifetime(store) {}
  }

  @Test func `several slices of one file are written together, as they are after one commit`()
    async throws
  {
    let unknown = #""later": {"version": 9, "value": [1.10, "\u0041"] }"#
    let memory = SavedMemory("{\(unknown), \"sluice.saved\":1}")
    let file = SavedFile.memory(memory)
    let settings = SavedState(of: \AppState.settings, in: file, as: "settings", version: 1)
    let drafts = SavedState(of: \AppState.drafts, in: file, as: "drafts", version: 2)
    let clock = TestClock()
    let state = try drafts.restored(into: try settings.restored(into: AppState()))
    let store = Store(initialState: state, reducers: [reducer], clock: clock)
    store.register(saved: settings)
    store.register(saved: drafts)
    store.dispatch(action: Both(number: 8))
    await clock.advance(by: .milliseconds(500))
    // What nobody knows is there, byte for byte.
    let text = """
      {"sluice.saved":1,
      "later":{"version": 9, "value": [1.10, "\\u0041"] },
      "settings":{"version":1,"value":{"title":"Sluice","volume":8}},
      "drafts":{"version":2,"value":["8"]}}

      """
    #expect(memory.text == text)
    #expect(memory.writeCount == 1)
    store.dispatch(action: AddDraft(draft: "9"))
    await clock.advance(by: .milliseconds(500))
    #expect(memory.text == text.replacing(#"["8"]"#, with: #"["8","9"]"#))
    await store.close()
    #expect(memory.writeCount == 2)
  }

  @Test func `a part belongs to one store, and so does a file`() async throws {
    let memory = SavedMemory()
    let file = SavedFile.memory(memory)
    let settings = SavedState(of: \AppState.settings, in: file, as: "settings", version: 1)
    let drafts = SavedState(of: \AppState.drafts, in: file, as: "drafts", version: 1)
    let one = Store(initialState: AppState(), reducers: [reducer])
    let other = Store(initialState: AppState(), reducers: [reducer])
    let reports = EventLog<String>()
    for store in [one, other] { store.onDiagnostic = { reports.append("\($0)") } }
    one.register(saved: settings)
    one.register(saved: settings)
    other.register(saved: settings)
    other.register(saved: drafts)
    #expect(
      reports.events
        == ["settings", "settings", "drafts"].map {
          """
          The saved state “\($0)” of memory is already registered elsewhere, and stays there. To fix, register it \
          once, or unregister it before.
          """
        }
    )
    other.dispatch(action: Both(number: 1))
    await drafts.flush()
    #expect(memory.text == nil)
    one.dispatch(action: SetVolume(volume: 2))
    await settings.flush()
    #expect(memory.text == settingsText(volume: 2))
  }

  @Test func `a slice that is named twice stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let file = SavedFile.memory(SavedMemory())
      _ = SavedState(of: \AppState.settings, in: file, version: 1)
      _ = SavedState(of: \AppState.drafts, in: file, version: 1)
    }
  }

  @Test func `threads that dispatch and flush end with the last state in the file`() async throws {
    let folder = try TemporaryDirectory()
    let file = SavedFile.file(folder.path("app.json"), quietTime: .milliseconds(1))
    let saved = SavedState(of: \AppState.drafts, in: file, version: 1)
    let store = Store(
      initialState: try saved.restored(into: AppState()),
      reducers: [reducer]
    )
    store.register(saved: saved)
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<20 {
            store.dispatch(action: AddDraft(draft: "\(task) \(number)"))
            if number.isMultiple(of: 5) { await saved.flush() }
          }
        }
      }
    }
    await store.close()
    #expect(store.drafts.count == 160)
    #expect(folder.names == ["app.json", "app.json.lock"])
    let text = try JSONMembers(Array(folder.text("app.json").utf8)[...])
    let value = text?["state"].flatMap(JSONMembers.init)?["value"]
    let drafts = try JSONDecoder().decode([String].self, from: Data(try #require(value)))
    #expect(drafts == store.drafts)
    #expect(saved.problem == nil)
  }
}
