import Sluice
import SluiceRecordings
import SluiceTree
import SluiceWire

extension Worker {
  /// The maximum number of commands that await the state as their answer.
  private static let maximumReplies = 256

  /// What the Explorer may do; determined at `hello`, when the interceptor's store is known.
  var capabilities: [WireRecord.Hello.Capability] {
    var capabilities: [WireRecord.Hello.Capability] = [.snapshot, .pause]
    guard link.source != nil else { return capabilities }
    if !link.settings.accepted.isEmpty { capabilities.append(.dispatch) }
    if let restorer = link.settings.restorer {
      capabilities += [.restoreByNumber, .restoreWithout]
      if restorer.acceptsTrees { capabilities += [.restoreFromTree, .restoreValue] }
    }
    return capabilities
  }

  /// Executes a command from the hub.
  func answer(_ line: Inbox.Line) {
    switch line {
    case .record(.welcome(let welcome)):
      isWelcome = true
      refusals = 0
      longestRecord = min(longestRecord, max(4 << 10, welcome.longestRecord))
      if !WireVersion.supported.contains(welcome.version) {
        link.note(
          trouble: "The Explorer speaks version \(welcome.version) of the wire, and this program"
            + " \(WireVersion.supported.upperBound). Update the one that is older."
        )
      }
    case .record(.error(let failure)):
      if !isWelcome {
        isRefused = true
        refusals += 1
        // One refusal may be an accident, such as a machine too busy for hello to arrive in time.
        if refusals > 1 { warn("The Explorer refuses this program: \(failure.message)") }
      }
      link.note(trouble: "The Explorer says: \(failure.message)")
    case .record(let record):
      guard let request = record.request else { return }
      do throws(CommandRefusal) {
        try execute(record, request)
      } catch {
        refuse(request, error)
      }
    case .damage(let message, let request):
      enqueue(.error(WireRecord.Failure(message: message, reply: request)), .notice)
    }
  }

  private func execute(_ command: WireRecord, _ request: Int) throws(CommandRefusal) {
    switch command {
    case .snapshot:
      try replyWithState(request)
    case .pause:
      if maker.lacksState { throw .noState }
      isPaused = true
      link.pause()
      // After everything committed before.
      pauseReplies.append(request)
    case .resume:
      guard isPaused else { return try replyWithState(request) }
      isPaused = false
      catchUp(after: maker.lastNumber, lastNumber: link.resume(), reply: request) { _ in }
    case .dispatch(let dispatch):
      let accepted = link.settings.accepted
      if accepted.isEmpty { throw .noAction(.notAccepted(dispatch.action.name, accepted: [])) }
      try pass(on: request) { source, command throws(CommandRefusal) in
        do throws(ActionRefusal) {
          let action = try accepted.action(dispatch.action, takes: source.takes)
          source.dispatch(action, command: command)
        } catch {
          throw .noAction(error)
        }
      }
    case .restore(let restore):
      guard let restorer = link.settings.restorer else { throw .restoringNotAllowed }
      switch restore.target {
      case .number(let number):
        guard let state = held[number] else { throw .notHeld(number: number, held: held.range) }
        try pass(on: request) { source, command in
          restorer.restore(state, number, source, command)
        }
      case .without(let commits):
        try pass(on: request) { _, command throws(CommandRefusal) in
          try restorer.replay(commits, command)
        }
      case .state(let tree):
        try pass(on: request) { source, command throws(CommandRefusal) in
          try restorer.restoreTree(source, command) { live throws(CommandRefusal) in
            let completion = tree.completed(from: live ?? .redacted)
            guard completion.unresolved.isEmpty else { throw .withheld(completion.unresolved) }
            return (completion.tree, completion.hasLiveValues)
          }
        }
      case .value(let steps, let value):
        try pass(on: request) { source, command throws(CommandRefusal) in
          try restorer.restoreTree(source, command) { live throws(CommandRefusal) in
            guard let live else { throw .notEncodable }
            return (try live.replacing(at: steps, with: value), true)
          }
        }
      }
    case .hello, .state, .commit, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .question,
      .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      break
    }
  }

  /// Answers with the state as soon as there is room for it.
  private func replyWithState(_ request: Int) throws(CommandRefusal) {
    if maker.lacksState { throw .noState }
    guard pendingStateReplies.count < Self.maximumReplies else {
      throw .tooManyWait(Self.maximumReplies)
    }
    pendingStateReplies.append(request)
  }

  /// Passes a command to the program, which executes it at any later time.
  private func pass(
    on request: Int,
    _ work: @escaping CommandQueue.Work
  ) throws(CommandRefusal) {
    guard let source = link.source else { throw .liftedInterceptor }
    guard pending.count < Self.maximumReplies else { throw .tooManyWait(pending.count) }
    link.commands.add(pending.add(request: request), to: source, work)
  }

  /// Forgets all commands: their connection is closed.
  func removeCommands() {
    pending.removeAll()
    pendingStateReplies = []
    pauseReplies = []
    isPaused = false
    held.removeAll()
  }

  private func refuse(_ request: Int, _ refusal: CommandRefusal) {
    enqueue(.error(WireRecord.Failure(message: refusal.description, reply: request)), .notice)
  }

  /// Answers the commands that completed since the last call, and those that can't complete.
  func answerCommands() {
    for outcome in link.commands.takeOutcomes() {
      if let refusal = outcome.refusal {
        if let request = pending.commit(of: outcome.command) { refuse(request, refusal) }
      } else {
        pending.done(outcome.command, lastNumber: outcome.lastNumber, now: .now)
      }
    }
    if !pending.isEmpty {
      let failed = pending.failed(lastSent: maker.lastNumber, now: .now)
      for (request, refusal) in failed { refuse(request, refusal) }
    }
    if !pauseReplies.isEmpty, link.isDrained {
      pendingStateReplies += pauseReplies
      pauseReplies = []
    }
  }
}
