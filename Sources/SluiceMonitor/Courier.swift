import Sluice
import SluiceSocket
import SluiceWire

/// The background thread: takes what happened, makes records of it, and brings them to the hub.
///
/// Never waits for the hub with anything in its hands: what cannot be written stays in the queue,
/// which is bounded.
final class Courier {
  let link: Link
  var maker: RecordMaker
  var queue: SendQueue
  /// The longest record that the other side reads.
  var longestRecord = LineLimit.standardRecord.bytes
  /// Whether the other side found fault with us before it welcomed us.
  var isRefused = false
  var isWelcome = false
  /// A state is to be sent as soon as there is one and room for it.
  var owesState = false
  /// Commands that the next state answers.
  var owedReplies: [Int] = []
  /// Whether the other side wants to hear of nothing for a while, and who asked for it.
  var isPaused = false
  var pauseReplies: [Int] = []
  /// What the program was commanded to do and has not answered.
  var pending = PendingCommands()
  /// States that may be restored.
  var held: HeldStates
  /// Of the last record that was queued.
  var sequence = 0
  /// Commits since the last one that was told, which the program does not want to be shown.
  var passedOver = 0
  /// Bytes of the last state that was sent.
  private var stateBytes = 0
  private var poller = Poller()
  private var inbox: Inbox
  /// Connections in a row on which the other side found fault with us before it welcomed us.
  var refusals = 0
  /// What was said on standard error.
  private var complaints: Set<String> = []
  private static let mostComplaints = 4

  /// For the last records, once the store is gone: a busy machine may take its time.
  private static let closingTime = Duration.seconds(5)
  /// How long it naps before it sleeps, which makes the next dispatch wake it.
  private static let napping = Duration.milliseconds(50)

  init(_ link: Link) {
    self.link = link
    let settings = link.settings
    maker = RecordMaker(reader: link.reader, redaction: settings.redaction, view: settings.view)
    queue = SendQueue(limits: link.settings.limits)
    let isRestorable = link.settings.restorer != nil
    held = HeldStates(limit: isRestorable ? link.settings.limits.heldStates : 0)
    inbox = Inbox(takesStates: isRestorable)
  }

  /// Runs until the link is closed.
  func run() {
    if case .file(let path) = link.endpoint { return record(toFileAt: path) }
    var pause = ReconnectPause()
    while true {
      let wasClosing = link.isClosing
      if let connection = connect() {
        let start = ContinuousClock.now
        var failure: SocketError?
        do {
          try converse(over: connection)
        } catch {
          failure = error == .peerClosed ? nil : error
        }
        if failure == nil, link.isClosing { return link.answerFlushes(sent: queue.sentSequence) }
        link.disconnect(failure)
        // Who hangs up at once is not called again and again.
        if start.duration(to: .now) > .seconds(1) { pause = ReconnectPause() }
      } else {
        link.rest()
        link.refuseFlushes()
      }
      // Even a store that was gone at once gets one attempt.
      if wasClosing || link.isClosing && !link.hasFlushes { return }
      poller.removeAll()
      poller.add(link.waker.descriptor, for: .reading)
      let rest = pause.take(wasRefused: isRefused)
      if let ready = try? poller.wait(timeout: rest), ready > 0 {
        link.waker.drain()
      }
    }
  }

  private func connect() -> Connection? {
    do {
      return try Connection.connect(
        to: link.endpoint,
        policy: .ofEnvironment(),
        timeout: .milliseconds(500)
      )
    } catch .noHub {
      return nil
    } catch {
      link.note(trouble: "\(error)")
      if error.isRefusal { complain("\(error)") }
      return nil
    }
  }

  /// Says once on standard error why no Explorer will see this program: nobody might look elsewhere.
  func complain(_ message: String) {
    guard complaints.insert(message).inserted, complaints.count <= Self.mostComplaints else {
      return
    }
    HostProcess.complain("SluiceMonitor: \(message)")
  }

  /// Sends and reads until the other side is gone, or until all is said and the link is closed.
  private func converse(over connection: Connection) throws(SocketError) {
    introduce()
    var isOver = false
    var closingDeadline: ContinuousClock.Instant?
    var idleSince: ContinuousClock.Instant?
    while true {
      if try inbox.receive(from: connection, { answer($0) }) { idleSince = nil }
      let events = link.take(isFull: queue.isFull)
      for event in events { tell(event) }
      settleCommands()
      settle()
      let isClosing = link.isClosing
      if isClosing, events.isEmpty, !isOver, !mustSendState {
        isOver = true
        queue.append(.bye(sequence: sequence))
      }
      let isWritten = try write(to: connection)
      link.answerFlushes(sent: queue.sentSequence)
      if isClosing {
        if isOver, isWritten { return connection.finishWriting() }
        let deadline = closingDeadline ?? .now + Self.closingTime
        closingDeadline = deadline
        if .now >= deadline { throw .timedOut("the Explorer did not read") }
      }
      // There is room for the state now that all else is written.
      if !events.isEmpty || isWritten && mustSendState {
        idleSince = nil
        continue
      }
      let now = ContinuousClock.now
      let start = idleSince ?? now
      idleSince = start
      let isNapping = start.duration(to: now) < Self.napping
      try rest(connection, isNapping: isNapping, isWritten: isWritten, isClosing: isClosing)
    }
  }

  /// Waits until there is something to do.
  private func rest(
    _ connection: Connection,
    isNapping: Bool,
    isWritten: Bool,
    isClosing: Bool
  ) throws(SocketError) {
    let attention: Intake.Attention = isNapping ? .napping : .asleep
    if !isClosing, !link.rest(attention, isFull: queue.isFull) { return }
    defer { link.wakeUp() }
    poller.removeAll()
    poller.add(connection.descriptor, for: isWritten ? .reading : [.reading, .writing])
    let waker = poller.add(link.waker.descriptor, for: .reading)
    let timeout: Duration? =
      isClosing
      ? .milliseconds(20)
      : isNapping ? .milliseconds(1) : pending.isEmpty ? nil : .milliseconds(100)
    _ = try poller.wait(timeout: timeout)
    if poller.canRead(waker) { link.waker.drain() }
  }

  /// Writes as much as the other side takes; returns whether that was all.
  private func write(to connection: Connection) throws(SocketError) -> Bool {
    while true {
      let bytes = queue.next()
      if bytes.isEmpty { return true }
      let taken = try connection.write(bytes)
      if taken == 0 { return false }
      queue.didWrite(taken)
    }
  }

  /// Keeps the queue within its bounds, and sends a state where one is missing.
  func settle() {
    if queue.isFull, link.mayDrop, queue.dropOldest() {
      owesState = true
      owedReplies += queue.takeDroppedReplies()
    }
    while mustSendState {
      // A state that is larger than the room would push itself out.
      guard queue.bytes + stateBytes < link.settings.limits.encodedBytes || queue.hasNoItems else {
        return
      }
      sendState()
    }
  }

  var mustSendState: Bool { (owesState || !owedReplies.isEmpty) && !maker.lacksState }

  /// Sends the state as the last record left it, which answers a command that waits for it.
  func sendState() {
    let reply = owedReplies.first
    guard let state = maker.state(reply: reply) else { return }
    owesState = false
    if reply != nil { owedReplies.removeFirst() }
    stateBytes = enqueue(state, .state(reply: reply))
  }

  /// Queues a record, cut if it is longer than the other side reads; returns its length.
  @discardableResult
  func enqueue(_ record: WireRecord, _ kind: SendQueue.Item.Kind) -> Int {
    var bytes = record.line()
    if bytes.count - 1 > longestRecord {
      let fitted = record.fitted(to: longestRecord)
      if case .commit(let commit) = fitted, commit.omittedChanges > 0 { owesState = true }
      bytes = fitted.line()
    }
    queue.append(SendQueue.Item(kind: kind, bytes: bytes, sequence: sequence))
    return bytes.count
  }
}

extension SendQueue.Item {
  static func bye(sequence: Int) -> Self {
    Self(kind: .notice, bytes: WireRecord.bye(.init()).line(), sequence: sequence)
  }
}
