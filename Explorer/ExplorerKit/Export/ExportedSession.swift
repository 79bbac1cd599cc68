import SluiceWire

/// The stores of a session that are exported, each with its past.
///
/// With a filter, the changes of omitted actions are part of the next one that matches, as in a recording.
struct ExportedSession {
  /// The maximum number of stores.
  static let maximalStores = 32

  private var pasts: Pasts
  private var recorder: SessionRecorder
  /// The instances of the stores that are chosen.
  private var chosen: Set<String> = []
  /// Stores that were not chosen, for a message.
  private var others: [ProgramChoice.Candidate] = []
  private let choice: ProgramChoice

  init(
    _ choice: ProgramChoice = ProgramChoice(),
    _ limits: Pasts.Limits = Pasts.Limits(),
    filter: Filter? = nil
  ) {
    self.choice = choice
    var limits = limits
    limits.ended = Self.maximalStores
    pasts = Pasts(limits)
    recorder = SessionRecorder(filter: filter)
  }

  /// In the order in which they connected first.
  var stores: [Past] { pasts.all }

  /// What to say of the filter; `nil` for nothing.
  var filterRemark: String? { recorder.filter?.remark }

  /// The number of stores that are left out.
  var omitted: Int { max(chosen.count - stores.count, 0) }

  mutating func take(_ event: HubEvent) {
    guard let envelope = recorder.envelope(of: event) else { return }
    switch event {
    case .connected(let label, let hello):
      let candidate = ProgramChoice.Candidate(label: label, hello: hello)
      if choice.matches(candidate) {
        chosen.insert(hello.instance)
        pasts.take(event)
      } else if others.count < Self.maximalStores {
        others.append(candidate)
      }
    case .record(let label, let instance, _) where chosen.contains(instance):
      pasts.take(.record(label: label, instance: instance, envelope.record))
    case .disconnected(_, let instance, _) where chosen.contains(instance):
      pasts.take(event)
    case .record, .disconnected, .problem, .answer:
      break
    }
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
  func onlyStore(in file: String) throws(QuestionError) -> Past {
    try check(file)
    let runs = pasts.lastRuns
    guard runs.count == 1 else { throw .severalPrograms(runs.map(\.candidate)) }
    return runs[0]
  }
}
