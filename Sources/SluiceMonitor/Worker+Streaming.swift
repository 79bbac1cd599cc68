import Sluice
import SluiceRecordings
import SluiceSocket
import SluiceTree
import SluiceWire

extension Worker {
  /// Sends `hello`, the backlog and the state.
  func beginStream() {
    let lastSent: Int? = queue.sent.commit > 0 ? queue.sent.commit : nil
    reset()
    let connected = link.connect()
    catchUp(after: lastSent, lastNumber: connected.lastNumber, reply: nil) { last in
      // After the first state, which determines how it is shown.
      enqueue(.hello(hello(lastCommit: last)), .notice)
    }
    // Whoever waits for something that the backlog didn't keep needn't wait longer.
    sequence = max(sequence, connected.sequence)
    queue.append(SendQueue.Item(kind: .notice, bytes: [], sequence: sequence))
  }

  /// Begins a recording: sends `hello` and the state at the registration.
  ///
  /// If only a part of a store is recorded, that state isn't known; the first commit's is sent.
  /// - Parameter turn: Which file of a bounded recording it is.
  func beginRecording(turn: Int?) {
    reset()
    announce(turn: turn)
    let start = link.beginRecording()
    maker.begin()
    if let start {
      maker.start(from: start.state, number: start.number)
      held.add(start.state, number: start.number)
    }
    enqueue(.hello(hello(lastCommit: start?.number ?? 0)), .notice)
    needsState = true
    if !maker.lacksState { sendState() }
  }

  /// Enqueues what the file of a bounded recording begins with.
  func announce(turn: Int?) {
    guard let turn else { return }
    enqueue(.mark(.init(turn: turn, previous: 0, line: 0, programs: 0, stores: [])), .notice)
  }

  private func reset() {
    queue = SendQueue(
      limits: link.settings.limits,
      sent: queue.sent,
      marksAfter: link.settings.markDistance,
      recordingLimit: link.settings.recordingLimit
    )
    longestRecord = link.isRecording ? .max : LineLimit.standardRecord.bytes
    hiddenCount = 0
    link.beginDiagnostics()
    removeCommands()
    isWelcome = false
    isRefused = false
  }

  /// Sends what happened while no states arrived, then the state.
  ///
  /// - Parameters:
  ///   - lastSent: The last commit sent to the other side; `nil` if none was sent.
  ///   - lastNumber: The last commit delivered before states began to arrive.
  ///   - reply: The `resume` to answer; `nil` at the beginning of a connection.
  ///   - begin: Called before the first record, with the last commit's number.
  func catchUp(after lastSent: Int?, lastNumber: Int?, reply: Int?, _ begin: (Int) -> Void) {
    var lastSent = lastSent
    let reason: WireRecord.Dropped.Reason = reply == nil ? .connection : .pause
    maker.begin()
    let snapshot = link.snapshot()
    let backlog = link.takeBacklog(through: snapshot?.number ?? 0)
    // A snapshot ahead of the delivered commits is useless: those in between arrive with their own
    // states at any moment.
    let start = snapshot.flatMap { $0.number <= backlog.lastNumber ?? -1 ? $0 : nil }
    if let start {
      maker.start(from: start.state, number: start.number)
      held.add(start.state, number: start.number)
    }
    begin(start?.number ?? backlog.lastNumber ?? 0)
    for event in backlog.events {
      if let number = event.number {
        announceGap(from: lastSent, upTo: number - 1, because: reason)
        lastSent = number
      }
      enqueue(event)
    }
    hiddenCount = 0
    if let start {
      announceGap(from: lastSent, upTo: start.number, because: reason)
    } else {
      maker.continue(after: lastSent ?? lastNumber)
    }
    needsState = true
    if let reply { pendingStateReplies.append(reply) }
    sendState()
  }

  /// Announces the commits that the other side doesn't receive, if any follow its last one.
  private func announceGap(
    from lastSent: Int?,
    upTo number: Int,
    because reason: WireRecord.Dropped.Reason
  ) {
    guard let lastSent, lastSent < number else { return }
    enqueue(.dropped(.init(lastSent + 1...number, reason: reason)), .notice)
  }

  func hello(lastCommit: Int) -> WireRecord.Hello {
    WireRecord.Hello(
      instance: link.instance,
      name: link.settings.name,
      processID: Int(HostProcess.identifier),
      store: link.settings.storeName,
      stateType: maker.stateType,
      capabilities: capabilities,
      accepts: link.source == nil ? [] : link.settings.accepted.names,
      examples: link.source == nil ? Tree.Object() : link.settings.accepted.examples(),
      lastCommit: lastCommit,
      notes: maker.notes
    )
  }

  /// Makes a record of an event, and enqueues it.
  func enqueue(_ event: EventBuffer.Event) {
    sequence = event.sequence
    switch event.kind {
    case .effect(let effect, let time):
      enqueue(maker.effect(effect, at: time), .other)
    case .reads(let reads):
      enqueue(.reads(WireRecord.Reads(reads)), .other)
    case .commit(let facts, _)
    where facts.command == nil && !link.settings.view.admits(facts.action):
      // Its changes are sent with those of the next one.
      hiddenCount += 1
      // Ends the wait of whoever waits for it.
      queue.append(SendQueue.Item(kind: .notice, bytes: [], sequence: sequence))
    case .commit(let facts, let state):
      var record = maker.commit(facts, state, hiddenCount: hiddenCount)
      lostCommits += record.count - 1 - hiddenCount
      hiddenCount = 0
      if record.changesAreUnknown { isBehind = true }
      if let command = facts.command { record.reply = pending.commit(of: command) }
      if let state { held.add(state, number: facts.number) }
      enqueue(
        .commit(record),
        .commit(number: record.number, count: record.count, reply: record.reply)
      )
      if needsState, !maker.lacksState { sendState() }
    }
  }
}

extension EventBuffer.Event {
  fileprivate var number: Int? {
    if case .commit(let facts, _) = kind { facts.number } else { nil }
  }
}
