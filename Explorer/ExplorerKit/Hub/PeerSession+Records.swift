import SluiceWire

extension PeerSession {
  /// Takes what a program says.
  ///
  /// - Parameter line: The record as it came.
  mutating func take(
    fromProgram envelope: WireEnvelope,
    _ line: ArraySlice<UInt8>,
    output: inout Output
  ) {
    guard var program else { return }
    let label = program.label
    let instance = program.hello.instance
    let record = envelope.record
    switch record {
    case .hello:
      refuse("A second hello came. Send hello once for each connection.", &output)
    case .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .problem, .disconnected:
      refuse("A program does not send \(record.type); the Explorer does.", &output)
    case .unknown:
      // A viewer may be of a later version.
      if output.isRelaying { relay(envelope, line, nil, output: &output) }
    case .bye:
      saidBye = true
      output.events.append(.record(label: label, instance: instance, record))
      if output.isRelaying { output.relays.append(Relay(record, of: instance)) }
    case .state, .commit, .effect, .dropped, .error:
      let asker = record.reply.flatMap { requests.answer($0) }
      guard let record = answer(record, asker, output: &output) else { return }
      // Taken out of its place, so that the state in it is changed and not copied.
      self.program = nil
      let outcome = program.take(record)
      self.program = program
      remember(record)
      if let problem = outcome.problem {
        output.events.append(.problem(label: label, problem))
      }
      tell(outcome.records, asker?.first, output: &output)
      if output.isRelaying {
        var envelope = envelope
        envelope.record = record
        relay(envelope, line, asker?.first, output: &output)
      }
      if outcome.needsState, program.hello.capabilities.contains(.snapshot) {
        _ = ask(.snapshot(.init(request: 0)), for: .mending, answers: &output.answers)
      }
    }
  }

  /// Tells the person in front of the hub, but not what others asked for.
  private func tell(_ records: [WireRecord], _ asker: Asker?, output: inout Output) {
    guard let program else { return }
    for var record in records {
      switch (asker, record) {
      case (.viewer, .state), (.viewer, .error), (.mending, .error): continue
      case (.ourselves, _): break
      default: record.reply = nil
      }
      output.events.append(
        .record(label: program.label, instance: program.hello.instance, record)
      )
    }
  }

  private func relay(
    _ envelope: WireEnvelope,
    _ line: ArraySlice<UInt8>,
    _ asker: Asker?,
    output: inout Output
  ) {
    guard let instance = program?.hello.instance else { return }
    var record = envelope.record
    guard record.reply != nil || envelope.hasInstanceKey else {
      return output.relays.append(Relay(record, as: line, of: instance))
    }
    record.reply = nil
    output.relays.append(Relay(record, of: instance, asker: asker))
  }

  /// Asks the program to do something.
  ///
  /// - Returns: The request's number; nil when too many wait for an answer.
  mutating func ask(_ command: WireRecord, for asker: Asker, answers: inout [UInt8]) -> Int? {
    var asker = asker
    if case .restore(let restore) = command, case .number(let number) = restore.target,
      let tree = recent?.state(after: number)
    {
      asker = .restoring(asker, number: number, tree)
    }
    guard let number = requests.add(asker) else { return nil }
    var command = command
    command.request = number
    command.write(to: &answers)
    return number
  }

  /// Tells all who wait for an answer of the program that none will come.
  mutating func refuseAll(_ refusal: CommandRefusal, output: inout Output) {
    guard let program else { return }
    let instance = program.hello.instance
    for (request, asker) in requests.takeAll() {
      let record = WireRecord.error(.init(message: refusal.description))
      switch asker.first {
      case .mending, .restoring, .restoringAgain: break
      case .viewer: output.relays.append(Relay(record, of: instance, asker: asker.first))
      case .ourselves:
        var record = record
        if case .restoringAgain(_, _, let first, _) = asker {
          record.reply = first
        } else {
          record.reply = request
        }
        output.events.append(.record(label: program.label, instance: instance, record))
      }
    }
  }

  /// Takes what a viewer says: commands for programs.
  mutating func take(fromViewer envelope: WireEnvelope, output: inout Output) {
    switch envelope.record {
    case .dispatch, .restore, .pause, .resume, .snapshot:
      output.commands.append(envelope)
    case .unknown, .error:
      break
    case .bye:
      output.isOver = true
    default:
      refuse("A viewer does not send \(envelope.record.type); it sends commands.", &output)
    }
  }
}
