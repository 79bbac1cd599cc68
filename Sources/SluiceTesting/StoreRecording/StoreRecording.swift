import Foundation
public import Sluice
import SluiceTree
import SluiceWire

/// A session that was recorded from a running program, to be replayed as a test.
///
/// ```swift
/// let recording = try StoreRecording("Sessions/bug.session", accepting: [AddTodo.self])
/// try recording.replay(AppState.self, reducers: [todosReducer])
/// ```
///
/// A recording is what `ExplorerInterceptor` writes with a `file:` endpoint, or `sluice-explorer
/// record`. Its actions are made again by `Decodable`, for the types that are accepted only; what
/// stands in the file is data, and nothing else. No effect runs: the actions that effects dispatched
/// are in the recording.
public struct StoreRecording: Sendable {
  let path: String
  let instance: String?
  let accepted: AcceptedActions

  /// Reads a recording, and sees that all of it can be replayed.
  ///
  /// - Parameters:
  ///   - path: Of the file; a relative one is looked for from the caller's file, and then from the
  ///     working directory.
  ///   - types: The types of actions that are made of what the file says.
  ///   - templates: The templates whose actions are, too.
  ///   - store: Which store, by its name or its program's, where there are several in the file.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` that names the line of the file where it is damaged, or the
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
    let survey = try RecordingSurvey(RecordingFile(self.path, place), place)
    instance = try survey.instance(named: store)
    try accepted.require(survey.actions(of: instance), place)
  }

  /// Replays the actions with these reducers, from the state that the recording begins with.
  ///
  /// - Parameters:
  ///   - type: The state's type.
  ///   - reducers: Applied in this order.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Returns: How many commits were compared.
  /// - Throws: An ``ExpectationFailure`` at the first commit whose changes differ, with both.
  @discardableResult
  public func replay<State: Sendable & Decodable>(
    _ type: State.Type,
    reducers: [Reducer<State>],
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws -> Int {
    let decode: (Tree) throws -> State = { try TreeDecoder().decode(type, from: $0) }
    return try replay(Replay(reducers, accepted, decode: decode), SourcePlace(filePath, line))
  }

  /// Replays the actions with these reducers, from a state of the caller's.
  ///
  /// For states that are not `Decodable`, or of which something was withheld in the recording.
  ///
  /// - Parameters:
  ///   - initialState: The state that the recording begins with; where it withholds nothing, they
  ///     must be the same.
  ///   - reducers: Applied in this order.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Returns: How many commits were compared.
  /// - Throws: An ``ExpectationFailure`` at the first commit whose changes differ, with both.
  @discardableResult
  public func replay<State: Sendable>(
    from initialState: State,
    reducers: [Reducer<State>],
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws -> Int {
    let replay = Replay(reducers, accepted, initialState: initialState)
    return try self.replay(replay, SourcePlace(filePath, line))
  }

  private func replay<State>(_ replay: Replay<State>, _ place: SourcePlace) throws -> Int {
    var replay = replay
    try RecordingFile(path, place).read { envelope in
      // A file endpoint writes one store, and names it nowhere.
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
    throw ExpectationFailure(
      place,
      happened: "The recording \(path.quoted) holds no commit that could be compared.",
      [],
      fix: """
        flush the interceptor before the first action that is to be recorded with its changes, or \
        choose the store with `store:`.
        """
    )
  }

  private static func find(_ path: String, near file: StaticString) -> String {
    if path.hasPrefix("/") { return path }
    let near = URL(filePath: file.description).deletingLastPathComponent()
      .appending(path: path).path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: near) ? near : path
  }
}
