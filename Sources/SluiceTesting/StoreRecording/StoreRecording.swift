import Foundation
public import Sluice
import SluiceRecordings
import SluiceTree
import SluiceWire

/// A session recorded from a running program, to be replayed as a test.
///
/// ```swift
/// let recording = try StoreRecording("Sessions/bug.session", accepting: [AddTodo.self])
/// try recording.replay(AppState.self, reducers: [todosReducer])
/// ```
///
/// `ExplorerInterceptor` writes recordings with a `file:` endpoint, as does `sluice-explorer
/// record`. Only actions of accepted types are decoded, by `Decodable`; the file is data, and
/// nothing else. No effect runs: the recording contains the actions that effects dispatched.
public struct StoreRecording: Sendable {
  let path: String
  let instance: String?
  let accepted: AcceptedActions
  let gaps: RecordingGaps

  /// Reads a recording, and requires that all of it can be replayed.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a relative one is resolved against the caller's file, then
  ///     against the working directory.
  ///   - types: The types of actions to decode from the file.
  ///   - templates: The templates of actions to decode from the file.
  ///   - store: The name of the store or its program, if the file contains several stores.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` that names the line at which the file is damaged, or the
  ///   actions that are not accepted.
  public init(
    _ path: String,
    accepting types: [any (Action & Decodable).Type],
    templates: [AcceptedTemplate] = [],
    store: String? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let place = SourcePlace(filePath, line)
    self.path = Self.find(path, near: filePath)
    accepted = try AcceptedActions(types, templates, place)
    let survey = try RecordingSurvey(RecordingContents(self.path, place), place)
    instance = try survey.instance(named: store)
    gaps = survey.gaps(of: instance)
    try accepted.require(survey.actions(of: instance), place)
  }

  /// Replays the actions with these reducers, from the recording's first state.
  ///
  /// - Parameters:
  ///   - type: The state's type.
  ///   - reducers: The reducers, in the order of their application.
  ///   - skippingGaps: Whether to continue from the recorded state where commits are missing or
  ///     joined, so that their actions are unknown. By default, they are a failure.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Returns: The number of compared commits.
  /// - Throws: An ``ExpectationFailure`` that lists the commits whose actions are unknown, or at the
  ///   first commit whose changes differ, with both.
  @discardableResult
  public func replay<State: Sendable & Decodable>(
    _ type: State.Type,
    reducers: [Reducer<State>],
    skippingGaps: Bool = false,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws -> Int {
    let place = SourcePlace(filePath, line)
    if !skippingGaps { try requireNoGaps(State.self, place) }
    // Called by the thread that reads.
    let decoder = TreeDecoder(maximalDepth: Tree.maximalDepth)
    let decode: (Tree) throws -> State = { try decoder.decode(type, from: $0) }
    return try replay(RecordingComparison(reducers, accepted, decode: decode), place)
  }

  /// Replays the actions with these reducers, from a given state.
  ///
  /// For states that are not `Decodable`, or that the recording redacts in part.
  ///
  /// - Parameters:
  ///   - initialState: The state that the recording begins with; they must be equal if the
  ///     recording redacts nothing.
  ///   - reducers: The reducers, in the order of their application.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Returns: The number of compared commits.
  /// - Throws: An ``ExpectationFailure`` that lists the commits whose actions are unknown, or at the
  ///   first commit whose changes differ, with both.
  @discardableResult
  public func replay<State: Sendable>(
    from initialState: State,
    reducers: [Reducer<State>],
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws -> Int {
    let place = SourcePlace(filePath, line)
    try requireNoGaps(State.self, place)
    return try self.replay(
      RecordingComparison(reducers, accepted, initialState: initialState),
      place
    )
  }

  private func requireNoGaps<State>(_ type: State.Type, _ place: SourcePlace) throws {
    if gaps.commitCount == 0 { return }
    try ExpectationFailure(
      place,
      happened: gaps.commitCount == 1
        ? "The action of 1 commit is not in the recording."
        : "The actions of \(gaps.commitCount) commits are not in the recording.",
      [Listing("Not in the recording:", gaps.lines)],
      fix: """
        record the session again with an `overflow` that waits longer, or replay what there is with \
        `replay(\(State.self).self, reducers:, skippingGaps: true)`.
        """
    ).end()
  }

  private func replay<State>(_ replay: RecordingComparison<State>, _ place: SourcePlace) throws
    -> Int
  {
    var replay = replay
    try RecordingContents(path, place).read { envelope in
      // A file endpoint writes a single store, and doesn't name it.
      guard envelope.instance == nil || envelope.instance == instance else { return }
      do {
        try replay.take(envelope.record)
      } catch let problem as ReplayProblem {
        throw ExpectationFailure(
          place,
          happened: problem.happened,
          problem.difference,
          fix: problem.fix
        )
      }
    }
    if replay.comparedCount > 0 { return replay.comparedCount }
    try ExpectationFailure(
      place,
      happened: "The recording \(path.quoted) holds no commit that could be compared.",
      [],
      fix: """
        record at least one action after the program has connected, or choose the store with \
        `store:`.
        """
    ).end()
  }

  private static func find(_ path: String, near file: StaticString) -> String {
    if path.hasPrefix("/") { return path }
    let near = URL(filePath: file.description).deletingLastPathComponent()
      .appending(path: path).path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: near) ? near : path
  }
}
