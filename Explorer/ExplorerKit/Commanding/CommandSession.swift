import SluiceSocket
import SluiceWire

/// Finds a program, sends it a command, and waits for the answer.
struct CommandSession {
  private let watcher: Watcher
  private let interruption: Interruption
  private let choice: ProgramChoice
  private let timeout: Duration
  private let deadline: ContinuousClock.Instant
  private var candidates: [ProgramChoice.Candidate] = []
  /// The program that the first command was for.
  private var program: ProgramChoice.Candidate?

  /// - Parameter timeout: The maximum time until the answer, including the program's connection.
  init(
    watcher: Watcher,
    interruption: Interruption,
    choice: ProgramChoice,
    timeout: Duration
  ) {
    self.watcher = watcher
    self.interruption = interruption
    self.choice = choice
    self.timeout = timeout
    deadline = .now + timeout
  }

  /// Returns the record that answers the command, as the hub reports it; `nil` if interrupted.
  mutating func run(_ command: WireRecord) throws(ExplorerError) -> HubEvent? {
    if program == nil { program = try findProgram() }
    guard let program else { return nil }
    let instance = program.hello.instance
    let request: Int
    do throws(CommandRefusal) {
      request = try watcher.send(command, to: instance)
    } catch {
      throw .command(.refused(label: program.label, message: error.description))
    }
    while !interruption.isRequested {
      for event in try turn() {
        switch event {
        case .record(_, instance, .error(let failure)) where failure.reply == request:
          throw .command(.refused(label: program.label, message: failure.message))
        case .record(_, instance, let record) where record.reply == request:
          return event
        case .record, .connected, .problem, .disconnected, .answer:
          note(event)
        }
      }
      guard candidates.contains(program) else {
        throw .command(.wentAway(label: program.label))
      }
      guard ContinuousClock.now < deadline else {
        throw .command(.noAnswer(label: program.label, after: timeout))
      }
    }
    return nil
  }

  /// Returns the program that the command is for; `nil` if interrupted.
  private mutating func findProgram() throws(ExplorerError) -> ProgramChoice.Candidate? {
    // One that matches may not be the only one before all are known.
    let discovery = ProgramDiscovery()
    while !interruption.isRequested {
      for event in try turn() { note(event) }
      let now = ContinuousClock.now
      let hasLooked = discovery.isComplete(watcher, now: now) || now >= deadline
      do throws(CommandFailure) {
        if hasLooked, let program = try choice.choose(among: candidates) { return program }
        guard ContinuousClock.now < deadline else {
          throw .noProgram(choice, after: timeout, others: candidates)
        }
      } catch {
        throw .command(error)
      }
    }
    return nil
  }

  private func turn() throws(ExplorerError) -> [HubEvent] {
    try ExplorerError.endpoint { () throws(SocketError) in
      try watcher.turn(
        alsoWaitingFor: [(interruption.descriptor, .reading)],
        atMost: .milliseconds(50)
      )
    }
  }

  private mutating func note(_ event: HubEvent) {
    switch event {
    case .connected(let label, let hello):
      candidates.append(ProgramChoice.Candidate(label: label, hello: hello))
    case .disconnected(let label, _, _):
      candidates.removeAll { $0.label == label }
    case .record, .problem, .answer:
      break
    }
  }
}
