import SluiceWire

/// Collects the history of one program from the events of a session.
struct PastReader {
  private let choice: ProgramChoice
  private let limits: History.Limits
  /// The programs that match, by label; of those that had the same one after another the last.
  private var matching: [ProgramChoice.Candidate] = []
  private var others: [ProgramChoice.Candidate] = []
  private var instance: String?
  private(set) var history: History
  /// How often a program with the label of this one said hello under another instance.
  private(set) var restarts = 0

  init(_ choice: ProgramChoice, _ limits: History.Limits) {
    self.choice = choice
    self.limits = limits
    history = History(limits)
  }

  mutating func take(_ event: HubEvent) {
    switch event {
    case .connected(let label, let hello):
      greet(ProgramChoice.Candidate(label: label, hello: hello))
    case .record(_, let instance, let record) where instance == self.instance:
      history.take(record)
    default:
      break
    }
  }

  private mutating func greet(_ candidate: ProgramChoice.Candidate) {
    guard choice.matches(candidate) else {
      // For a message: a session may hold any number.
      others.removeAll { $0.label == candidate.label }
      if others.count < 32 { others.append(candidate) }
      return
    }
    if let place = matching.firstIndex(where: { $0.label == candidate.label }) {
      let before = matching[place].hello.instance
      matching[place] = candidate
      guard place == 0, before != candidate.hello.instance else { return }
      // It was started again. The last time is the one that people ask about.
      restarts += 1
    } else {
      if matching.count < 32 { matching.append(candidate) }
      guard matching.count == 1 else { return }
    }
    instance = candidate.hello.instance
    history = History(limits)
  }

  /// Returns the program that the history is of.
  ///
  /// - Parameter file: For a message.
  func program(in file: String) throws(QuestionError) -> ProgramChoice.Candidate {
    guard matching.count < 2 else { throw .severalPrograms(matching) }
    if let program = matching.first { return program }
    if choice == ProgramChoice() { throw .nothingRecorded(file: file) }
    throw .noProgram(choice, file: file, others: others)
  }
}
