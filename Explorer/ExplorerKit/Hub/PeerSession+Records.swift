import SluiceWire

extension PeerSession {
  /// Handles a record from a program.
  ///
  /// - Parameter line: The record as it came.
  mutating func take(
    fromProgram envelope: WireEnvelope,
    _ line: ArraySlice<UInt8>,
    pasts: inout Pasts,
    output: inout Output
  ) {
    guard let instance, let label else { return }
    let record = envelope.record
    switch record {
    case .hello:
      reject("A second hello came. Send hello once for each connection.", &output)
    case .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .question, .answer, .problem,
      .disconnected, .live, .mark:
      reject("A program does not send \(record.type); the Explorer does.", &output)
    case .unknown:
      // A viewer may be of a later version.
      if output.isRelaying { relay(envelope, line, nil, output: &output) }
    case .bye:
      saidBye = true
      output.events.append(.record(label: label, instance: instance, record))
      if output.isRelaying { output.relays.append(Relay(record, of: instance)) }
    case .state, .commit, .effect, .diagnostic, .reads, .dropped, .error:
      let requester = record.commandReply.flatMap { requests.answer($0) }
      guard let record = answer(record, requester, pasts, output: &output),
        let outcome = pasts.take(record, of: instance)
      else { return }
      if let problem = outcome.problem {
        output.events.append(.problem(label: label, problem))
      }
      emit(outcome.records, requester?.first, output: &output)
      if output.isRelaying {
        var envelope = envelope
        envelope.record = record
        relay(envelope, line, requester?.first, output: &output)
      }
      if outcome.needsState {
        _ = sendCommand(
          .snapshot(.init(request: 0)),
          for: .resynchronization,
          pasts,
          answers: &output.answers
        )
      }
    }
  }

  /// Emits events for the local user, except for answers to others.
  private func emit(_ records: [WireRecord], _ requester: Requester?, output: inout Output) {
    guard let instance, let label else { return }
    for var record in records {
      switch (requester, record) {
      case (.viewer, .state), (.viewer, .error), (.resynchronization, .error): continue
      case (.local, _): break
      default: record.reply = nil
      }
      output.events.append(
        .record(label: label, instance: instance, record)
      )
    }
  }

  private func relay(
    _ envelope: WireEnvelope,
    _ line: ArraySlice<UInt8>,
    _ requester: Requester?,
    output: inout Output
  ) {
    guard let instance else { return }
    var record = envelope.record
    guard record.reply != nil || envelope.hasInstanceKey else {
      return output.relays.append(Relay(record, as: line, of: instance))
    }
    record.reply = nil
    output.relays.append(Relay(record, of: instance, requester: requester))
  }

  /// Asks the program to do something.
  ///
  /// - Returns: The request's number; nil when too many wait for an answer.
  mutating func sendCommand(
    _ command: WireRecord,
    for requester: Requester,
    _ pasts: Pasts,
    answers: inout [UInt8]
  ) -> Int? {
    var requester = requester
    if case .restore(let restore) = command, case .number(let number) = restore.target,
      let past = instance.flatMap({ pasts[$0] }),
      past.hello.capabilities.contains(.restoreFromTree),
      let state = past.history.state(after: number), state.isExact
    {
      requester = .restoring(requester, number: number, state.tree)
    }
    guard let number = requests.add(requester) else { return nil }
    var command = command
    command.request = number
    command.write(to: &answers)
    return number
  }

  /// Rejects all pending commands: no answer will arrive.
  mutating func rejectAll(_ refusal: CommandRefusal, output: inout Output) {
    guard let instance, let label else { return }
    for (request, requester) in requests.takeAll() {
      let record = WireRecord.error(.init(message: refusal.description))
      switch requester.first {
      case .resynchronization, .restoring, .restoringTree: break
      case .viewer: output.relays.append(Relay(record, of: instance, requester: requester.first))
      case .local:
        var record = record
        if case .restoringTree(_, _, let first, _) = requester {
          record.reply = first
        } else {
          record.reply = request
        }
        output.events.append(.record(label: label, instance: instance, record))
      }
    }
  }

  /// Handles a record from a viewer: a command for a program.
  mutating func take(fromViewer envelope: WireEnvelope, output: inout Output) {
    switch envelope.record {
    case .dispatch, .restore, .pause, .resume, .snapshot, .question:
      output.commands.append(envelope)
    case .unknown, .error:
      break
    case .bye:
      output.isOver = true
    case .hello, .state, .commit, .effect, .diagnostic, .reads, .dropped, .welcome, .answer,
      .problem, .disconnected, .live, .mark:
      reject("A viewer does not send \(envelope.record.type); it sends commands.", &output)
    }
  }
}

extension WireRecord {
  /// The number of the command that this answers, if it is of a kind with which programs answer.
  fileprivate var commandReply: Int? {
    switch self {
    case .state, .commit, .error: reply
    case .hello, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .dispatch, .restore,
      .pause, .resume, .snapshot, .question, .answer, .problem, .disconnected, .live, .mark,
      .unknown:
      nil
    }
  }
}
