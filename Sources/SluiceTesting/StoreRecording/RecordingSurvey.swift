import SluiceRecordings
import SluiceTree
import SluiceWire

/// The contents of a session file: its stores, how often each of their actions occurs, and what is
/// missing.
struct RecordingSurvey {
  private let place: SourcePlace
  private var stores: [(instance: String, names: [String])] = []
  private var actions: [String?: [String: Int]] = [:]
  private var gaps: [String?: RecordingGaps] = [:]

  init(_ file: RecordingContents, _ place: SourcePlace) throws {
    self.place = place
    try file.read { envelope in
      switch envelope.record {
      case .hello(let hello):
        if stores.contains(where: { $0.instance == hello.instance }) { return }
        stores.append((hello.instance, [hello.store, hello.name].compactMap(\.self)))
      case .commit(let commit):
        actions[envelope.instance, default: [:]][commit.action.name, default: 0] += 1
        gaps[envelope.instance, default: RecordingGaps()].take(envelope.record)
      case .state, .dropped:
        gaps[envelope.instance, default: RecordingGaps()].take(envelope.record)
      case .effect, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
        .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
        break
      }
    }
  }

  /// Returns the file's only store, or the one with this name.
  func instance(named name: String?) throws -> String? {
    let meant = stores.filter { store in name.map(store.names.contains) ?? true }
    if meant.count == 1 || (stores.isEmpty && name == nil) { return meant.first?.instance }
    try ExpectationFailure(
      place,
      happened: name.map { "\(meant.count) stores of the recording are called \($0.quoted)." }
        ?? "The recording is of \(stores.count) stores.",
      [Listing("Stores:", stores.map { $0.names.map(\.quoted).joined(separator: " of ") })],
      fix: "choose one of them with `store:`."
    ).end()
  }

  /// Returns what the file lacks of a store.
  func gaps(of instance: String?) -> RecordingGaps {
    gaps[instance] ?? gaps[nil] ?? RecordingGaps()
  }

  /// Returns how often the actions of a store occur, by type.
  func actions(of instance: String?) -> [String: Int] {
    (actions[instance] ?? [:]).merging(actions[nil] ?? [:]) { one, _ in one }
  }
}
