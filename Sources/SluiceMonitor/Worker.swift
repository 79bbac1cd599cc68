import Sluice
import SluiceSocket
import SluiceTree
import SluiceWire

/// The background worker: takes events, makes records of them, and sends them to the hub.
///
/// Never holds events while it waits for the hub: what can't be written stays in the queue, which
/// is bounded.
final class Worker {
  let link: Link
  var world: World { link.settings.world }
  var maker: RecordMaker
  var queue: SendQueue
  /// The maximum length of a record that the other side reads; a file takes all.
  var longestRecord = LineLimit.standardRecord.bytes
  /// Whether the other side reported a fault before it welcomed this program.
  var isRefused = false
  var isWelcome = false
  /// Whether to send a state as soon as there is one, and room for it.
  var needsState = false
  /// Commands that the next state answers.
  var pendingStateReplies: [Int] = []
  /// Whether changes are unknown since the last state that was sent.
  var isBehind = false
  /// Whether the other side paused the stream.
  var isPaused = false
  var pauseReplies: [Int] = []
  /// Commands that the program has received and not answered.
  var pending = PendingCommands()
  /// States that may be restored.
  var held: HeldStates
  /// The sequence number of the last enqueued record.
  var sequence = 0
  /// The number of commits since the last one sent that the program's filter hides.
  var hiddenCount = 0
  /// Commits that a recording lost, and when the last ones were reported.
  var lostCommits = 0
  var lossReport: ContinuousClock.Instant?
  /// Why a recording could not be written in the last turn.
  var lastTrouble: SocketError?
  /// Why the last wait of a recording failed.
  var waitTrouble: SocketError?
  let restoring = RestoringCheck()
  /// The size in bytes of the last state sent.
  private var stateBytes = 0
  private var poller: Poller
  private var inbox: Inbox
  /// The number of consecutive connections refused before a welcome.
  var refusals = 0
  /// Warnings already written to standard error.
  private var warnings: Set<String> = []
  private static let maximumWarnings = 4

  init(_ link: Link) {
    self.link = link
    let settings = link.settings
    poller = Poller(settings.world)
    maker = RecordMaker(
      reader: link.reader,
      redaction: settings.redaction,
      view: settings.view,
      options: link.isRecording ? .whole : TreeOptions(),
      clock: WallClock(settings.world.clock)
    )
    queue = SendQueue(limits: link.settings.limits)
    let isRestorable = link.settings.restorer != nil
    held = HeldStates(limit: isRestorable ? link.settings.limits.restorableStates : 0)
    inbox = Inbox(acceptsStates: isRestorable)
  }

  /// Runs until the link is closed.
  func run() {
    if case .file(let path) = link.endpoint { return record(toFileAt: path) }
    var delay = ReconnectDelay()
    while true {
      let wasClosing = link.isClosing
      if let connection = connect() {
        let start = world.clock.now()
        var failure: SocketError?
        do {
          try exchangeRecords(over: connection)
        } catch {
          failure = error == .peerClosed ? nil : error
        }
        if failure == nil, link.isClosing { return link.answerFlushes(sent: queue.sent) }
        link.disconnect(failure)
        // A peer that hangs up at once is not called again and again.
        if start.duration(to: world.clock.now()) > .seconds(1) { delay = ReconnectDelay() }
      } else {
        link.markUnwatched()
        link.refuseFlushes()
      }
      // Even a store that was freed at once gets one attempt.
      if wasClosing || link.isClosing && !link.hasFlushes { return }
      poller.removeAll()
      poller.add(link.waker.descriptor, for: .reading)
      let timeout = delay.next(wasRefused: isRefused)
      if let ready = try? poller.wait(timeout: timeout), ready > 0 {
        link.waker.drain()
      }
    }
  }

  /// Takes the next events, and makes records of them.
  ///
  /// - Parameter spent: How long it took to encode and write those before; `nil` if they aren't written.
  func takeEvents(spent: Duration? = nil) -> [EventBuffer.Event] {
    let events = link.take(
      isFull: queue.isFull,
      hasProgressed: queue.takeProgress(),
      recordBytes: queue.commitBytes,
      spent: spent
    )
    for event in events { enqueue(event) }
    for entry in link.takeDiagnostics(all: link.isClosing) {
      enqueue(maker.diagnostic(entry), .other)
    }
    return events
  }

  private func connect() -> (any ByteStream)? {
    do {
      return try world.sockets.connect(link.endpoint, .ofEnvironment(), .milliseconds(500))
    } catch .noHub {
      return nil
    } catch {
      link.note(trouble: "\(error)")
      if error.isRefusal { warn("\(error)") }
      return nil
    }
  }

  /// Writes once to standard error why no Explorer will see this program: it shows nowhere else.
  func warn(_ message: String) {
    guard warnings.insert(message).inserted, warnings.count <= Self.maximumWarnings else {
      return
    }
    HostProcess.warn("SluiceMonitor: \(message)")
  }

  /// Sends and reads until the other side is gone, or the link is closed and everything is sent.
  private func exchangeRecords(over connection: any ByteStream) throws(SocketError) {
    beginStream()
    var pace = Pace(.stream, now: world.clock.now())
    var isOver = false
    while true {
      var turn = Pace.Turn()
      if try inbox.receive(from: connection, world, { answer($0) }) { turn.work += 1 }
      let events = takeEvents()
      answerCommands()
      enforceLimits()
      turn.isClosing = link.isClosing
      if turn.isClosing, events.isEmpty, link.isDrained, !isOver, !mustSendState {
        isOver = true
        queue.append(.bye(sequence: sequence))
      }
      turn.isOver = isOver
      turn.isWritten = try write(to: connection)
      link.answerFlushes(sent: queue.sent)
      turn.work += events.count
      // All else is written, so there is room for the state.
      turn.mustGoOn = !events.isEmpty || turn.isWritten && mustSendState
      turn.isExpectant = !pending.isEmpty
      switch pace.next(after: turn, now: world.clock.now()) {
      case .again: continue
      case .end: return connection.finishWriting()
      case .giveUp: throw .timedOut("the Explorer did not read")
      case .wait(let activity, let limit, let evenIfBusy):
        guard link.becomeIdle(activity, isFull: queue.isFull) || evenIfBusy else { continue }
        try waitForWork(connection, isWritten: turn.isWritten, atMost: limit)
      }
    }
  }

  /// Waits until there is work.
  private func waitForWork(
    _ connection: any ByteStream,
    isWritten: Bool,
    atMost limit: Duration?
  ) throws(SocketError) {
    defer { link.wakeUp() }
    poller.removeAll()
    poller.add(connection.descriptor, for: isWritten ? .reading : [.reading, .writing])
    let waker = poller.add(link.waker.descriptor, for: .reading)
    _ = try poller.wait(timeout: link.wait(atMost: limit))
    if poller.canRead(waker) { link.waker.drain() }
  }

  /// Writes as much as the other side accepts; returns whether that was everything.
  private func write(to connection: any ByteStream) throws(SocketError) -> Bool {
    while true {
      let bytes = queue.next()
      if bytes.isEmpty { return true }
      let taken = try connection.write(bytes)
      if taken == 0 { return false }
      queue.didWrite(taken)
    }
  }

  /// Keeps the queue within its bounds, and sends a state if one is missing.
  func enforceLimits() {
    if queue.isFull, link.canDrop, queue.dropOldest() {
      needsState = true
      pendingStateReplies += queue.takeDroppedReplies()
    }
    while mustSendState {
      // A state larger than the room would drop itself.
      guard queue.bytes + stateBytes < link.settings.limits.encodedBytes || queue.hasNoItems else {
        return
      }
      sendState()
    }
  }

  var mustSendState: Bool { (needsState || !pendingStateReplies.isEmpty) && !maker.lacksState }

  /// Sends the state as of the last record, which answers the commands that await it.
  func sendState() {
    let reply = pendingStateReplies.first
    guard let state = maker.state(reply: reply) else { return }
    needsState = false
    isBehind = false
    if reply != nil { pendingStateReplies.removeFirst() }
    stateBytes = enqueue(state, .state(reply: reply))
  }

  /// Enqueues a record, cut if it is longer than the other side reads; returns its length.
  @discardableResult
  func enqueue(_ record: WireRecord, _ kind: SendQueue.Item.Kind) -> Int {
    var bytes = record.line()
    if bytes.count - 1 > longestRecord {
      let fitted = record.fitted(to: longestRecord)
      if case .commit(let commit) = fitted, commit.omittedChanges > 0 { needsState = true }
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
