import Sluice
import SluiceLocks
import SluiceSocket
import SluiceWire

/// The state shared by the dispatching threads and the background thread.
@safe
final class Link: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by `lock`.
  //
  // Nothing of the program's is released under the lock: a `deinit` that dispatches would reenter
  // it. `change` releases what is removed from the buffer, and a `Slot`'s `exchange` returns its
  // old value.

  let settings: Settings
  let endpoint: Endpoint
  let reader: StateReader
  /// What the dispatching threads check first.
  let watch: Watch
  private static let standardBacklog = 200
  /// By how much a recording may be behind the program.
  private static let maximumDelay = Duration.milliseconds(6)
  let instance = WireRecord.Hello.makeInstance()
  /// Wakes the background thread.
  let waker: any WakeSignal
  /// The Explorer's commands for the program.
  let commands: CommandQueue
  /// Where the delivering thread waits while the buffer is full.
  let room: Room

  let lock = PlainLock()
  var buffer: EventBuffer
  var diagnostics = DiagnosticTable()
  var attachedSource = Slot<StateSource>()
  /// The state at the registration, from which a recording's changes are computed.
  var initialState = Slot<(state: HeldState, number: Int)>()
  var openedFile = Slot<any RecordingDestination>()
  /// The state after the last commit, for a connection that is established only then.
  var finalState = Slot<(state: HeldState, number: Int)>()
  /// Whether a long wait was reported.
  private var isSlow = false
  /// Whether `source` will be known before the first commit needs the thread.
  private var isAttaching = false
  /// How far the records have been sent; before the first, the last commit that isn't received.
  var sent = SendQueue.Progress()
  /// The threads that wait until something was sent; see ``flush(timeout:)``.
  var flushes: [Flush] = []
  var lifetime = Lifetime.idle
  /// The background thread's number; 0 before it runs.
  private var workerThread: UInt = 0
  var trouble: String?
  /// Whether the other side receives what is added.
  var isStreaming = false

  enum Lifetime {
    /// Nothing is registered yet, and there is no thread.
    case idle
    case running
    /// No more events will come; the thread sends the pending ones.
    case closing
    case over
  }

  init(
    _ settings: Settings,
    to endpoint: Endpoint,
    reader: StateReader
  ) throws(SocketError) {
    self.settings = settings
    self.endpoint = endpoint
    self.reader = reader
    let waker = try settings.world.threads.makeWakeSignal()
    self.waker = waker
    commands = CommandQueue { waker.wake() }
    let maximumWait = (settings.overflow ?? .standard(for: endpoint)).maximumWait
    room = try Room(maximumWait: maximumWait, settings.world)
    let isFile = if case .file = endpoint { true } else { false }
    buffer = EventBuffer(
      limits: settings.limits,
      backlog: settings.backlog ?? Self.standardBacklog,
      waits: maximumWait != nil,
      maximumDelay: isFile ? Self.maximumDelay : nil
    )
    watch = Watch(keepsBacklog: settings.backlog ?? 0 > 0, showsReads: settings.showsReads)
    // Every commit since the registration belongs to a recording, also before the file is open.
    if isRecording { buffer.connect() }
  }
}

extension Link {
  /// Changes the buffer, and releases what was removed from it after unlocking.
  func change<Result>(
    _ body: (inout EventBuffer) -> (Result, EventBuffer.Removed)
  ) -> Result {
    let (result, removed) = lock.withLock { body(&buffer) }
    withExtendedLifetime(removed) {}
    return result
  }
}

// For the threads that dispatch.
extension Link {
  func willAttach() {
    let isFirst = lock.withLock {
      isAttaching = true
      return isRecording && lifetime == .idle && openedFile.value == nil
    }
    // Here, so that even a program that ends at once leaves a file. The thread reports a failure.
    guard isFirst, let file = try? makeFile(endpoint.path) else { return }
    _ = lock.withLock { openedFile.exchange(file) }
  }

  /// Begins or ends recording actions for the Explorer's commands.
  ///
  /// None are recorded for an interceptor of a part of a store, which can't command the store.
  func updateRecording() {
    if isRecording { return }
    settings.restorer?.record(settings.limits.recordedActions) { [self] in
      watch.needsActions ? source : nil
    }
  }

  func attach(to source: StateSource, after number: Int, state: HeldState) {
    let (mustStart, former) = lock.withLock { () -> (Bool, (StateSource?, HeldState?)) in
      isAttaching = false
      guard lifetime == .idle || lifetime == .running else { return (false, (nil, nil)) }
      buffer.begin(after: number)
      sent.commit = max(sent.commit, number)
      let isFirst = isRecording && lifetime == .idle
      let initial = isFirst ? initialState.exchange((state, number)) : nil
      return (begin(), (attachedSource.exchange(source), initial?.state))
    }
    withExtendedLifetime(former) {}
    updateRecording()
    if mustStart { startThread() }
  }

  /// Ends the stream: the thread sends what is pending, then ends.
  func close() {
    let finalState = source?.snapshot()
    let former = lock.withLock {
      lifetime = lifetime == .idle ? .over : lifetime == .over ? .over : .closing
      return (
        source: attachedSource.exchange(nil),
        finalState: finalState.map { self.finalState.exchange($0) }
      )
    }
    withExtendedLifetime(former) {}
    updateRecording()
    waker.wake()
    room.open()
  }

  func add(_ facts: CommitFacts, _ state: HeldState) {
    let time = facts.begin
    waitForRoom { $0.mustWait(at: time, isWaiting: $1) }
    let (mustWake, mustStart, measured) = change { buffer in
      let (mustWake, measured, removed) = buffer.add(facts, state)
      let mustStart = lifetime == .idle && !isAttaching ? begin() : false
      return ((mustWake, mustStart, measured), removed)
    }
    if mustWake { waker.wake() }
    if mustStart { startThread() }
    measure(measured)
  }

  /// Finds out about how many bytes of a state the one before doesn't share.
  func measure(_ pair: EventBuffer.Pair?) {
    guard let (state, before) = pair else { return }
    let bytes = reader.unsharedBytes(state, before)
    lock.withLock { buffer.measured(stateBytes: bytes) }
  }

  /// Adds an effect's event, or what ran for a commit.
  func add(_ event: EventBuffer.Event.Kind) {
    waitForRoom { buffer, _ in buffer.mustWaitForEvents }
    if change({ $0.add(event) }) { waker.wake() }
  }

  /// Waits until the background thread has made room in the buffer, or long enough.
  private func waitForRoom(while mustWait: (EventBuffer, _ isWaiting: Bool) -> Bool) {
    var isWaiting = false
    let hasRoom = room.wait(told: reportSlowness) {
      let (mustWait, mustWake) = lock.withLock {
        // On the background thread, releasing a value of the program's dispatched.
        let mustWait = mustWait(buffer, isWaiting) && !isOnWorkerThread
        return (mustWait, mustWait && buffer.wakeUp())
      }
      if mustWake { waker.wake() }
      isWaiting = true
      return mustWait
    }
    if !hasRoom { lock.withLock { buffer.giveUpWaiting() } }
  }

  /// Reports, once, that a dispatch waits for a recording.
  private func reportSlowness() {
    let isKnown = lock.withLock {
      defer { isSlow = true }
      return isSlow
    }
    if isRecording, !isKnown { report(.slow) }
  }

  /// Returns whether the thread must be started; the caller holds the lock.
  private func begin() -> Bool {
    guard lifetime == .idle else { return false }
    lifetime = .running
    return true
  }

  /// Reports a problem of a recording.
  func report(_ trouble: RecordingTrouble) {
    let diagnostic = trouble.diagnostic(about: endpoint.path)
    if let source {
      source.report(diagnostic)
    } else {
      // Only a part of a store is recorded, or it was freed.
      HostProcess.warn("Sluice: \(diagnostic)")
    }
  }

  /// Returns the file that was opened at the registration, or opens it.
  func openFile(_ path: String) throws(SocketError) -> any RecordingDestination {
    if let file = lock.withLock({ openedFile.exchange(nil) }) { return file }
    return try makeFile(path)
  }

  private func makeFile(_ path: String) throws(SocketError) -> any RecordingDestination {
    let files = settings.world.files
    return try settings.recordingLimit == nil
      ? files.make(path, false) : files.makeBounded(path, false)
  }

  private func startThread() {
    do {
      // The thread keeps running by itself; `close()` ends it.
      try settings.world.threads.start("SluiceMonitor") { [self] in
        lock.withLock { workerThread = ServiceThread.currentNumber() }
        Worker(self).run()
        end()
      }
    } catch {
      lock.withLock { trouble = "\(error)" }
      end()
    }
  }

  var isRecording: Bool { if case .file = endpoint { true } else { false } }

  /// Whether this is the background thread; the caller holds the lock.
  var isOnWorkerThread: Bool { workerThread == ServiceThread.currentNumber() }

  var status: (isConnected: Bool, trouble: String?) {
    lock.withLock { (isStreaming, trouble) }
  }
}
