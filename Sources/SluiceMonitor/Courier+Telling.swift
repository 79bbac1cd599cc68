import Sluice
import SluiceSocket
import SluiceWire

extension Courier {
  /// Says who we are and what happened before, and sends the state.
  func introduce() {
    var told: Int? = queue.sentCommit > 0 ? queue.sentCommit : nil
    queue = SendQueue(limits: link.settings.limits, sentCommit: queue.sentCommit)
    longestRecord = LineLimit.standardRecord.bytes
    maker.begin()
    passedOver = 0
    let connected = link.connect()
    let snapshot = link.snapshot()
    let backlog = link.takeBacklog(through: snapshot?.number ?? 0)
    // A snapshot that is ahead of what was delivered is of no use: the commits in between come with
    // their own states at any moment.
    let start = snapshot.flatMap { $0.number <= backlog.lastNumber ?? -1 ? $0 : nil }

    // In front of hello, which says how the state is shown.
    if let start { maker.start(from: start.state, number: start.number) }
    let last = start?.number ?? backlog.lastNumber ?? 0
    enqueue(.hello(hello(lastCommit: last)), .notice)
    for event in backlog.events {
      if let number = event.number {
        announceGap(from: told, upTo: number - 1)
        told = number
      }
      tell(event)
    }
    passedOver = 0
    if let start {
      announceGap(from: told, upTo: start.number)
    } else {
      maker.continue(after: told ?? connected.lastNumber)
    }
    owesState = true
    sendState(reply: nil)
    // Who waits for something that the backlog did not keep need not wait longer.
    sequence = max(sequence, connected.sequence)
    queue.append(SendQueue.Item(kind: .notice, bytes: [], sequence: sequence))
  }

  /// Says which commits the other side is not told, if there are any behind the last that it was.
  private func announceGap(from told: Int?, upTo number: Int) {
    guard let told, told < number else { return }
    let gap = WireRecord.Dropped(count: number - told, from: told + 1, to: number)
    enqueue(.dropped(gap), .notice)
  }

  private func hello(lastCommit: Int) -> WireRecord.Hello {
    WireRecord.Hello(
      instance: link.instance,
      name: link.settings.name,
      processID: Int(HostProcess.identifier),
      store: link.settings.storeName,
      stateType: maker.stateType,
      capabilities: [.snapshot],
      lastCommit: lastCommit,
      notes: maker.notes
    )
  }

  /// Makes a record of an event and queues it.
  func tell(_ event: Intake.Event) {
    sequence = event.sequence
    switch event.kind {
    case .effect(let effect, let time):
      enqueue(maker.effect(effect, at: time), .other)
    case .commit(let facts, _) where !link.settings.view.admits(facts.action):
      // Its changes come with those of the next one.
      passedOver += 1
      // Who waits for it waits for nothing more.
      queue.append(SendQueue.Item(kind: .notice, bytes: [], sequence: sequence))
    case .commit(let facts, let state):
      let record = maker.commit(facts, state, passedOver: passedOver)
      passedOver = 0
      enqueue(.commit(record), .commit(number: record.number, count: record.count))
      if owesState, !maker.lacksState { sendState(reply: nil) }
    }
  }

  /// Does what the hub asks for.
  func answer(_ line: Inbox.Line) {
    switch line {
    case .record(.welcome(let welcome)):
      longestRecord = min(longestRecord, max(4 << 10, welcome.longestRecord))
    case .record(.error(let failure)):
      link.note(trouble: "The Explorer says: \(failure.message)")
    case .record(.snapshot(let snapshot)):
      if maker.lacksState {
        refuse(snapshot.request, "The state is not known before the first commit. Ask again then.")
      } else {
        sendState(reply: snapshot.request)
      }
    case .record(.dispatch(let command)):
      refuse(command.request, "This program accepts no actions.")
    case .record(.restore(let command)):
      refuse(command.request, "This program does not let its state be restored.")
    case .record(.pause(let command)):
      refuse(command.request, "This program cannot be paused.")
    case .record(.resume(let command)):
      refuse(command.request, "This program cannot be paused.")
    case .record:
      break
    case .damage(let message):
      enqueue(.error(WireRecord.Failure(message: message)), .notice)
    }
  }

  private func refuse(_ request: Int, _ message: String) {
    enqueue(.error(WireRecord.Failure(message: message, reply: request)), .notice)
  }
}

extension Intake.Event {
  fileprivate var number: Int? {
    if case .commit(let facts, _) = kind { facts.number } else { nil }
  }
}
