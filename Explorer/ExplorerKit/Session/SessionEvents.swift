import SluiceWire

/// Converts a session's records to the events that a hub makes of them.
///
/// A program's own recording names its instance in `hello` only, an Explorer's in each line.
struct SessionEvents {
  /// The maximum number of programs at a time, as for a hub: each has its state in memory.
  private static let maximalPrograms = 512

  /// Whether the states are followed, to notice what doesn't continue them; otherwise somebody else does.
  private let followsStates: Bool
  private var programs: [String: WatchedProgram] = [:]
  private var names = ProgramNames()
  /// The instance of the last hello.
  private var current: String?
  /// The instances of a version that can't be read; their records are ignored.
  private var unread: Set<String> = []
  /// The message of the last record, if it was a problem: what an Explorer noted when it recorded.
  private var lastProblem: String?

  init(followingStates: Bool = true) {
    followsStates = followingStates
  }

  /// Takes a commit of which somebody else follows the state.
  ///
  /// - Parameter instance: The one in the line; `nil` for the program of the last hello.
  /// - Returns: The program's instance; `nil` if the record is needed.
  mutating func pass(commit number: Int, of instance: String?) -> String? {
    guard let instance = instance ?? current,
      programs[instance]?.pass(commit: number) == true
    else { return nil }
    lastProblem = nil
    return instance
  }

  /// The lines from which another value of this type learns what this one knows of a program's commits.
  ///
  /// - Parameter instance: `nil` for all programs that have not ended.
  func lastLines(of instance: String? = nil) -> [WireEnvelope] {
    programs.sorted { $0.key < $1.key }.compactMap { key, program in
      guard instance ?? key == key, program.hasBegun, let last = program.lastNumber else { return nil }
      return WireEnvelope(instance: key, .dropped(.init(count: 1, from: last, to: last)))
    }
  }

  /// Returns the events of a record, or why it is not valid here.
  mutating func take(_ envelope: WireEnvelope) -> Result<[HubEvent], Fault> {
    let noted = lastProblem
    lastProblem = nil
    switch envelope.record {
    case .hello(let hello):
      return greet(hello)
    case .problem(let problem):
      lastProblem = problem.message
      let label = envelope.instance.flatMap { programs[$0]?.label }
      return .success([.problem(label: label, problem.message)])
    case .error(let failure) where envelope.instance == nil && current == nil:
      return .success([.problem(label: nil, failure.message)])
    case .disconnected(let end):
      guard let instance = envelope.instance ?? current else { return .failure(.noHello) }
      if unread.remove(instance) != nil { return .success([]) }
      return .success(self.end(instance, end.isOrderly ? .goodbye : .cutOff))
    case .state, .commit, .effect, .dropped, .error, .bye:
      guard let instance = envelope.instance ?? current else { return .failure(.noHello) }
      return follow(instance, envelope, noted: noted)
    case .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .history, .page, .unknown:
      return .success([])
    }
  }

  enum Fault: Error, Hashable, CustomStringConvertible {
    case noHello
    case laterVersion(WireVersion)
    case tooMany(Int)

    var description: String {
      switch self {
      case .noHello: "It is about a program that has not said hello."
      case .laterVersion(let version): "Version \(version) of the wire is not read."
      case .tooMany(let most): "More than \(most) programs at once are not followed."
      }
    }
  }

  private mutating func greet(_ hello: WireRecord.Hello) -> Result<[HubEvent], Fault> {
    guard hello.role == .program else { return .success([]) }
    let before = end(hello.instance, .cutOff)
    guard programs.count + unread.count < Self.maximalPrograms else {
      return .failure(.tooMany(Self.maximalPrograms))
    }
    guard hello.versions.overlaps(WireVersion.supported) else {
      unread.insert(hello.instance)
      current = hello.instance
      return .failure(.laterVersion(hello.versions.lowerBound))
    }
    unread.remove(hello.instance)
    let program = names.take(hello)
    programs[hello.instance] = program
    current = hello.instance
    return .success(before + [.connected(label: program.label, program.hello)])
  }

  private mutating func follow(
    _ instance: String,
    _ envelope: WireEnvelope,
    noted: String?
  ) -> Result<[HubEvent], Fault> {
    if unread.contains(instance) { return .success([]) }
    // Moved out, so that its state is changed in place.
    guard var program = programs.removeValue(forKey: instance) else { return .failure(.noHello) }
    let outcome = followsStates ? program.take(envelope.record) : program.pass(envelope.record)
    let label = program.label
    programs[instance] = program
    var events: [HubEvent] = []
    if let problem = outcome.problem, problem != noted {
      events.append(.problem(label: label, problem))
    }
    events += outcome.records.map { .record(label: label, instance: instance, $0) }
    // In a program's own recording nobody else says that it has gone.
    if case .bye = envelope.record, envelope.instance == nil { events += end(instance, .goodbye) }
    return .success(events)
  }

  private mutating func end(_ instance: String, _ reason: HubEvent.End) -> [HubEvent] {
    guard let program = programs.removeValue(forKey: instance) else { return [] }
    names.release(program)
    return [.disconnected(label: program.label, instance: instance, reason)]
  }
}
