import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceStorage

/// Disks and values that can't be written.
@Suite(.inTurn) struct SavingTroubleTests {
  @Test func `a part that isn't saved has the reason and the cure of its file`() {
    let diagnostic = StoreDiagnostic.notSaved(
      part: "a",
      reason: "It's full.",
      cure: "To fix, empty it."
    )
    #expect("\(diagnostic)" == "“a” isn't saved. It's full. To fix, empty it.")
    #expect(diagnostic.id == .notSaved)
  }

  @Test func `a full disk is reported once, tried again, and forgotten once it has room`()
    async throws
  {
    let program = try Program(SavedMemory(settingsText(volume: 5)))
    program.memory.fault = .full
    program.setVolume(6)
    await program.clock.advance(by: .milliseconds(500))
    #expect(program.reports == ["not-saved"])
    #expect(
      program.diagnostics.events.map { "\($0)" } == [
        """
        “settings” isn't saved. “memory” can't be written: No space left on device. It is tried again. \
        To fix, make room for it, or let the program write there.
        """
      ]
    )
    #expect(program.saved.problem?.reason == .notWritten("No space left on device."))
    await program.clock.advance(by: .seconds(30))
    await program.saved.flush()
    #expect(program.reports == ["not-saved"])
    #expect(program.memory.text == settingsText(volume: 5))
    program.memory.fault = nil
    await program.clock.advance(by: .seconds(5))
    #expect(program.memory.text == settingsText(volume: 6))
    #expect(program.saved.problem == nil)
    // The next time, it is told again; also if the change that couldn't be written is taken back.
    program.memory.fault = .full
    program.setVolume(9)
    await program.clock.advance(by: .milliseconds(500))
    #expect(program.saved.problem != nil)
    program.setVolume(6)
    await program.clock.advance(by: .seconds(5))
    #expect(program.saved.problem == nil)
    program.memory.fault = nil
    await program.clock.run()
    #expect(program.memory.text == settingsText(volume: 6))
    program.memory.fault = .full
    program.setVolume(7)
    await program.clock.advance(by: .milliseconds(500))
    #expect(program.reports == ["not-saved", "not-saved", "not-saved"])
    program.memory.fault = nil
    await program.clock.run()
    #expect(program.memory.text == settingsText(volume: 7))
  }

  @Test func `what could not be written is tried again also where nothing was restored`()
    async throws
  {
    let memory = SavedMemory()
    let program = try Program(memory, RestoringTests.saved(in: memory), isRestored: false)
    memory.fault = .full
    program.setVolume(6)
    await program.clock.advance(by: .milliseconds(500))
    #expect(program.reports == ["not-saved"])
    memory.fault = nil
    await program.clock.run()
    #expect(memory.text == settingsText(volume: 6, version: 3))
  }

  @Test func `a write that ends half way is found at the next start, and kept aside`() async throws
  {
    let program = try Program()
    program.memory.fault = .endsHalfway
    program.setVolume(6)
    await program.clock.advance(by: .milliseconds(500))
    let half = try #require(program.memory.text)
    #expect(settingsText(volume: 6).hasPrefix(half) && half.count > 10)
    program.memory.fault = nil

    let file = SavedFile.memory(program.memory)
    let saved = SavedState(of: \AppState.settings, in: file, as: "settings", version: 1)
    let error = try #require(throws: SavedStateError.self) { try saved.restored(into: AppState()) }
    #expect(error.reason == .damaged)
    try saved.setAside()
    #expect(program.memory.aside == [half])
    #expect(program.memory.text == nil)
  }

  @Test func `a part that can't be encoded is reported, and the others are written`() async throws {
    struct Measures: Codable, Equatable, Sendable { var length = 1.0 }
    struct Flat: Sendable {
      var measures = Measures()
      var name = "room"
    }
    struct Stretch: Action { let length: Double }
    let memory = SavedMemory()
    let file = SavedFile.memory(memory)
    let measures = SavedState(of: \Flat.measures, in: file, as: "measures", version: 1)
    let name = SavedState(of: \Flat.name, in: file, as: "name", version: 1)
    let store = Store(
      initialState: try name.restored(into: try measures.restored(into: Flat())),
      reducers: [
        Reducer(
          ReduceOn(Stretch.self) { room, action in
            room.measures.length = action.length
            room.name += "!"
          }
        )
      ]
    )
    let reports = EventLog<StoreDiagnostic>()
    store.onDiagnostic = { reports.append($0) }
    store.register(saved: measures)
    store.register(saved: name)
    store.dispatch(action: Stretch(length: .infinity))
    await name.flush()
    #expect(reports.events.map(\.id) == [.notSaved])
    guard case .notEncodable = measures.problem?.reason else {
      Issue.record("\(String(describing: measures.problem))")
      return
    }
    #expect(name.problem == nil)
    #expect(memory.text == "{\"sluice.saved\":1,\n\"name\":{\"version\":1,\"value\":\"room!\"}}\n")
    store.dispatch(action: Stretch(length: 2))
    await name.flush()
    #expect(measures.problem == nil)
    #expect(memory.text?.contains("2") == true)
  }
}
