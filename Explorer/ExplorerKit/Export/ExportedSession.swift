import SluiceWire

/// The stores of a session that are exported, each with its past.
///
/// A program that was started again is another one. With a filter, the changes of omitted actions are
/// part of the next one that matches, as in a recording.
struct ExportedSession {
  /// The maximum number of stores: each has a history of its own.
  static let maximalStores = 32

  struct Store {
    let label: String
    var hello: WireRecord.Hello
    var history: History
  }

  private(set) var stores: [Store] = []
  /// The number of stores beyond the maximum.
  var omitted: Int { omittedInstances.count }
  private var omittedInstances: Set<String> = []
  private var places: [String: Int] = [:]
  /// Stores that were not chosen, for a message.
  private var others: [ProgramChoice.Candidate] = []
  private let choice: ProgramChoice
  private let limits: History.Limits
  private var recorder: SessionRecorder

  init(
    _ choice: ProgramChoice = ProgramChoice(),
    _ limits: History.Limits = History.Limits(),
    filter: Filter? = nil
  ) {
    self.choice = choice
    self.limits = limits
    recorder = SessionRecorder(filter: filter)
  }

  mutating func take(_ event: HubEvent) {
    guard let envelope = recorder.envelope(of: event) else { return }
    if case .connected(let label, let hello) = event {
      greet(ProgramChoice.Candidate(label: label, hello: hello))
    } else if let place = envelope.instance.flatMap({ places[$0] }) {
      stores[place].history.take(envelope.record)
    }
  }

  private mutating func greet(_ candidate: ProgramChoice.Candidate) {
    let instance = candidate.hello.instance
    if let place = places[instance] {
      stores[place].hello = candidate.hello
      return
    }
    guard choice.matches(candidate) else {
      if others.count < Self.maximalStores { others.append(candidate) }
      return
    }
    guard stores.count < Self.maximalStores else {
      omittedInstances.insert(instance)
      return
    }
    places[instance] = stores.count
    stores.append(Store(label: candidate.label, hello: candidate.hello, history: History(limits)))
  }

  /// Throws an error unless there is something to export.
  ///
  /// - Parameter file: For a message.
  func check(_ file: String) throws(QuestionError) {
    if !stores.isEmpty { return }
    if choice == ProgramChoice() { throw .nothingRecorded(file: file) }
    throw .noProgram(choice, file: file, others: others)
  }

  /// Returns the only store; of a program that was started several times the last one.
  ///
  /// - Parameter file: For a message.
  func onlyStore(in file: String) throws(QuestionError) -> Store {
    try check(file)
    var candidates: [ProgramChoice.Candidate] = []
    for store in stores where !candidates.contains(where: { $0.label == store.label }) {
      candidates.append(ProgramChoice.Candidate(label: store.label, hello: store.hello))
    }
    guard candidates.count == 1, let last = stores.last else { throw .severalPrograms(candidates) }
    return last
  }
}
