import SluiceRecordings
import SluiceWire

/// Converts a session's records to the events that a hub makes of them.
///
/// A program's own recording names its instance in `hello` only, an Explorer's in each line.
struct SessionEvents {
  /// The maximum number of programs at a time, as for a hub: each has its state in memory.
  private static let maximalPrograms = 512

  /// What is known of the programs.
  var pasts: Pasts
  /// The instance of the last hello.
  private var current: String?
  /// The instances of a version that can't be read; their records are ignored.
  private var unread: Set<String> = []
  /// The message of the last record, if it was a problem: what an Explorer noted when it recorded.
  private var lastProblem: String?
  private var marks = MarkPassing()

  /// - Parameter pasts: What is filled with what the session says.
  init(_ pasts: Pasts = Pasts(.none)) {
    self.pasts = pasts
  }

  /// Returns the events of a record, or why it is not valid here.
  ///
  /// A mark says again what came before: it has none, except that programs have gone where a bounded recording is
  /// continued.
  mutating func take(_ envelope: WireEnvelope) -> Result<[HubEvent], Fault> {
    if marks.takes(envelope) {
      guard case .mark(let mark) = envelope.record, mark.turn != nil else { return .success([]) }
      let staying = Set(mark.stores.map(\.instance))
      let gone = pasts.connected.map(\.instance).filter { !staying.contains($0) }
      return .success(gone.flatMap { end($0, .cutOff) })
    }
    let noted = lastProblem
    lastProblem = nil
    switch envelope.record {
    case .hello(let hello):
      return greet(hello)
    case .problem(let problem):
      lastProblem = problem.message
      let label = envelope.instance.flatMap { pasts[$0]?.label }
      return .success([.problem(label: label, problem.message)])
    case .error(let failure) where envelope.instance == nil && current == nil:
      return .success([.problem(label: nil, failure.message)])
    case .disconnected(let end):
      guard let instance = envelope.instance ?? current else { return .failure(.noHello) }
      if unread.remove(instance) != nil { return .success([]) }
      return .success(self.end(instance, end.isOrderly ? .goodbye : .cutOff))
    case .state, .commit, .effect, .diagnostic, .reads, .dropped, .error, .bye:
      guard let instance = envelope.instance ?? current else { return .failure(.noHello) }
      return follow(instance, envelope, noted: noted)
    case .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .question, .answer, .live,
      .mark, .unknown:
      return .success([])
    }
  }

  enum Fault: Error, Hashable, CustomStringConvertible {
    case noHello
    case laterVersion(WireVersion)
    case tooMany(Int)

    var description: String {
      switch self {
      case .noHello: "It is about a program that has not sent hello."
      case .laterVersion(let version): "Version \(version) of the wire is not supported."
      case .tooMany(let most): "At most \(most) programs are followed at once."
      }
    }
  }

  private mutating func greet(_ hello: WireRecord.Hello) -> Result<[HubEvent], Fault> {
    guard hello.role == .program else { return .success([]) }
    let before = end(hello.instance, .cutOff)
    guard pasts.connectedCount + unread.count < Self.maximalPrograms else {
      return .failure(.tooMany(Self.maximalPrograms))
    }
    guard hello.versions.overlaps(WireVersion.supported) else {
      unread.insert(hello.instance)
      current = hello.instance
      return .failure(.laterVersion(hello.versions.lowerBound))
    }
    unread.remove(hello.instance)
    let past = pasts.connect(hello, as: hello.label)
    current = hello.instance
    return .success(before + [.connected(label: past.label, past.hello)])
  }

  private mutating func follow(
    _ instance: String,
    _ envelope: WireEnvelope,
    noted: String?
  ) -> Result<[HubEvent], Fault> {
    if unread.contains(instance) { return .success([]) }
    guard pasts.isConnected(instance), let outcome = pasts.take(envelope.record, of: instance)
    else { return .failure(.noHello) }
    let label = outcome.label
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
    guard let past = pasts.disconnect(instance) else { return [] }
    return [.disconnected(label: past.label, instance: instance, reason)]
  }
}
