import Foundation
import Sluice
import SluiceStorage
import SluiceTesting

/// The state of the programs that these tests save.
struct AppState: Sendable, Equatable {
  var settings = Settings()
  var drafts: [String] = []
  var touches = 0
}

struct Settings: Codable, Sendable, Equatable {
  var volume = 5
  var title = "Sluice"
}

struct SetVolume: Action { let volume: Int }
struct AddDraft: Action { let draft: String }
struct Touch: Action {}
/// Changes both slices in one commit.
struct Both: Action { let number: Int }

let reducer = Reducer<AppState>(
  ReduceOn(SetVolume.self) { $0.settings.volume = $1.volume },
  ReduceOn(AddDraft.self) { $0.drafts.append($1.draft) },
  ReduceOn(Touch.self) { state, _ in state.touches += 1 },
  ReduceOn(Both.self) { state, action in
    state.settings.volume = action.number
    state.drafts = ["\(action.number)"]
  }
)

typealias SavedSettings = SavedState<AppState, Settings>

/// A program that saves its settings in memory, on a clock that the test advances.
struct Program {
  let memory: SavedMemory
  let clock = TestClock()
  let saved: SavedSettings
  let store: Store<AppState, Void>
  let diagnostics = EventLog<StoreDiagnostic>()

  init(_ memory: SavedMemory = SavedMemory(), version: Int = 1) throws {
    try self.init(
      memory,
      SavedState(of: \AppState.settings, in: .memory(memory), as: "settings", version: version)
    )
  }

  init(_ memory: SavedMemory, _ saved: SavedSettings, isRestored: Bool = true) throws {
    self.memory = memory
    self.saved = saved
    store = Store(
      initialState: isRestored ? try saved.restored(into: AppState()) : AppState(),
      reducers: [reducer],
      clock: clock
    )
    store.onDiagnostic = { [diagnostics] in diagnostics.append($0) }
    store.register(saved: saved)
  }

  var reports: [String] { diagnostics.events.map { "\($0.id)" } }

  func setVolume(_ volume: Int) { store.dispatch(action: SetVolume(volume: volume)) }
}

/// The text of a file with the settings.
func settingsText(volume: Int, version: Int = 1) -> String {
  """
  {"sluice.saved":1,
  "settings":{"version":\(version),"value":{"title":"Sluice","volume":\(volume)}}}

  """
}
