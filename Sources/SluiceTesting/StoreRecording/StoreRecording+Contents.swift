package import Sluice
import SluiceRecordings
import SluiceTree
import SluiceWire

/// A commit of a recording.
package struct RecordedCommit: Sendable {
  package let number: Int
  /// The number of the commit that led to it, if any.
  package let cause: Int?
  package let action: any Action
}

extension StoreRecording {
  /// Returns the first state of a recording, and what was committed after it.
  ///
  /// - Throws: An ``ExpectationFailure`` if an action or the state is missing, or a state was restored.
  package func contents<State: Sendable & Decodable>(
    _ type: State.Type,
    reducers: [Reducer<State>],
    _ place: SourcePlace
  ) throws -> (state: State, commits: [RecordedCommit]) {
    func end(_ happened: String, fix: String) throws -> Never {
      try ExpectationFailure(place, happened: happened, [], fix: fix).end()
    }
    if gaps.commitCount > 0 {
      try end("The recording lacks \(gaps.commitCount) commits.", fix: "record the session again.")
    }
    let decoder = TreeDecoder(maximalDepth: Tree.maximalDepth)
    var first: (number: Int, state: State)?
    var commits: [RecordedCommit] = []
    var problem: String?
    try RecordingContents(path, place).read { envelope in
      guard problem == nil, envelope.instance == nil || envelope.instance == instance else {
        return
      }
      do {
        switch envelope.record {
        case .state(let record) where first == nil:
          first = (record.number, try decoder.decode(type, from: record.state))
        case .commit(let commit):
          guard let first, commit.number > first.number else { return }
          if commit.action.type == Replayed.restored {
            problem = "Commit \(commit.number) restored a state."
            return
          }
          let action = try accepted.action(commit.action) { type in
            reducers.contains { $0.handles(type) }
          }
          commits.append(
            RecordedCommit(number: commit.number, cause: commit.cause?.commit, action: action)
          )
        case .state, .hello, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .dispatch,
          .restore, .pause, .resume, .snapshot, .question, .answer, .error, .problem, .disconnected,
          .live, .mark, .unknown:
          break
        }
      } catch {
        problem = "The recording can't be read: \(error)"
      }
    }
    if let problem {
      try end(problem, fix: "record a session whose states and actions can be decoded.")
    }
    guard let first else {
      try end("The recording has no state.", fix: "record the session again.")
    }
    return (first.state, commits)
  }
}
