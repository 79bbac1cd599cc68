import Sluice
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
  let instance = WireRecord.Hello.makeInstance()
  /// Wakes the background thread.
  let waker: WakePipe
  /// The Explorer's commands for the program.
  let commands: CommandQueue
  /// Wakes the thread that waits for room: at most one, the delivering thread.
  private let room: WakePipe
  private let maximumWait: Duration?

  let lock = OwnedLock()
  private(set) var buffer: EventBuffer
  private var isRoomAwaited = false
  private var attachedSource = Slot<StateSource>()
  /// The state at the registration, from which a recording's changes are computed.
  private var initialState = Slot<(state: HeldState, number: Int)>()
  /// The state after the last commit, for a connection that is established only then.
  private var finalState = Slot<(state: HeldState, number: Int)>()
  /// Whether `source` will be known before the first commit needs the thread.
  private var isAttaching = false
  /// How far the records have been sent; before the first, the last commit that isn't received.
  private(set) var sent = SendQueue.Progress()
  /// The threads that wait until something was sent; see ``flush(timeout:)``.
  var flushes: [Flush] = []
  private(set) var lifetime = Lifetime.idle
  /// The background thread's number; 0 before it runs.
  private var workerThread: UInt = 0
  private var trouble: String?
  /// Whether the other side receives what is added.
  private var isStreaming = false

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
    let waker = try WakePipe()
    self.waker = waker
    commands = CommandQueue { waker.wake() }
    room = try WakePipe()
    maximumWait = (settings.overflow ?? .standard(for: endpoint)).maximumWait
    buffer = EventBuffer(
      limits: settings.limits,
      backlog: settings.backlog ?? Self.standardBacklog,
      waits: maximumWait != nil
    )
    watch = Watch(keepsBacklog: settings.backlog ?? 0 > 0)
    // Every commit since the registration belongs to a recording, also before the file is open.
    if isRecording { buffer.connect() }
  }
}

extension Link {
  /// Changes the buffer, and releases what was removed from it after unlocking.
  private func change<Result>(
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
    lock.withLock { isAttaching = true }
  }

  /// The number of last actions that the store records for the Explorer's commands; 0 for none.
  ///
  /// None for an interceptor of a part of a store, which can't command the store.
  var recordedActions: Int {
    guard settings.restorer != nil, !isRecording, watch.needsActions else { return 0 }
    let isWhole = lock.withLock { isAttaching || attachedSource.value != nil }
    return isWhole ? settings.limits.recordedActions : 0
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
    waker.wake()
    room.wake()
  }

  func add(_ facts: CommitFacts, _ state: HeldState) {
    if let maximumWait { waitForRoom(upTo: maximumWait) { $0.mustWait } }
    let (mustWake, mustStart) = change { buffer in
      let (mustWake, removed) = buffer.add(facts, state)
      return ((mustWake, lifetime == .idle && !isAttaching ? begin() : false), removed)
    }
    if mustWake { waker.wake() }
    if mustStart { startThread() }
  }

  func add(_ event: EffectEvent) {
    if let maximumWait { waitForRoom(upTo: maximumWait) { $0.mustWaitForEvents } }
    let now = CommitFacts.now
    if change({ $0.add(event, at: now) }) { waker.wake() }
  }

  private func waitForRoom(upTo limit: Duration, while mustWait: (EventBuffer) -> Bool) {
    var deadline: ContinuousClock.Instant?
    while true {
      let (mustWait, mustWake) = lock.withLock {
        // On the background thread, releasing a value of the program's dispatched.
        let mustWait = mustWait(buffer) && !isOnWorkerThread
        isRoomAwaited = mustWait
        return (mustWait, mustWait && buffer.wakeUp())
      }
      guard mustWait else { return }
      if mustWake { waker.wake() }
      let end = deadline ?? ContinuousClock.now + limit
      deadline = end
      var poller = Poller()
      poller.add(room.descriptor, for: .reading)
      let ready = try? poller.wait(timeout: max(.zero, ContinuousClock.now.duration(to: end)))
      guard ready == 1 else {
        return lock.withLock {
          isRoomAwaited = false
          buffer.giveUpWaiting()
        }
      }
      room.drain()
    }
  }

  /// Returns whether the thread must be started; the caller holds the lock.
  private func begin() -> Bool {
    guard lifetime == .idle else { return false }
    lifetime = .running
    return true
  }

  private func startThread() {
    do {
      // The thread keeps running by itself; `close()` ends it.
      _ = try ServiceThread(name: "SluiceMonitor") { [self] in
        lock.withLock { workerThread = ServiceThread.currentNumber() }
        Worker(self).run()
        end()
      }
    } catch {
      lock.withLock { trouble = "\(error)" }
      end()
    }
  }

  /// Whether this is the background thread; the caller holds the lock.
  var isOnWorkerThread: Bool { workerThread == ServiceThread.currentNumber() }

  var status: (isConnected: Bool, trouble: String?) {
    lock.withLock { (isStreaming, trouble) }
  }
}

// For the background thread.
extension Link {
  /// The watched store; `nil` if only a part of it is watched, or it was freed.
  var source: StateSource? { lock.withLock { attachedSource.value } }

  var isClosing: Bool { lock.withLock { lifetime == .closing } }

  /// Returns the store's state and commit number, unless the store was freed.
  func snapshot() -> (state: HeldState, number: Int)? {
    let (source, finalState) = lock.withLock { (attachedSource.value, self.finalState.value) }
    return source?.snapshot() ?? finalState
  }

  /// Adds states to commits from now on; returns how far the commits had come.
  func connect() -> (sequence: Int, lastNumber: Int?) {
    watch.setConnected(true)
    let wasUnwatched = watch.begin()
    let refreshed = wasUnwatched || settings.restorer != nil ? source?.refreshInterests() : nil
    let begun = wasUnwatched ? refreshed : nil
    return lock.withLock {
      buffer.advance(to: watch.lastNumber)
      // A commit up to this one may still be delivered; with a backlog, all of them will be.
      if !watch.keepsBacklog { buffer.advance(to: begun) }
      buffer.connect()
      isStreaming = true
      trouble = nil
      return (buffer.sequence, buffer.lastNumber)
    }
  }

  /// Begins a recording; returns the state from which its changes are computed, if it is known.
  func beginRecording() -> (state: HeldState, number: Int)? {
    _ = watch.begin()
    return lock.withLock {
      isStreaming = true
      return initialState.exchange(nil)
    }
  }

  /// Marks that there is no Explorer: commits need nothing until one connects.
  func markUnwatched() {
    guard let source else { return }
    let (isFirst, forgets) = watch.markUnwatched()
    if isFirst { source.refreshInterests() }
    if forgets { change { ((), $0.removeUnwatched()) } }
  }

  /// Only counts commits from now on.
  func pause() {
    lock.withLock { buffer.pause() }
    resumeWaitingThread()
  }

  /// Adds states to commits again; returns how far the commits had come.
  func resume() -> Int? {
    lock.withLock {
      buffer.resume()
      return buffer.lastNumber
    }
  }

  func disconnect(_ error: SocketError?) {
    change { buffer in
      if let error { trouble = "\(error)" }
      isStreaming = false
      return ((), buffer.disconnect())
    }
    watch.setConnected(false)
    if settings.restorer != nil { source?.refreshInterests() }
    resumeWaitingThread()
  }

  /// - Parameter trouble: The last failure with the other side; `nil` if it is over.
  func note(trouble: String?) {
    lock.withLock { self.trouble = trouble }
  }

  /// Records how far the records have been sent; the caller holds the lock.
  func note(sent progress: SendQueue.Progress) {
    sent.sequence = progress.sequence
    sent.commit = max(sent.commit, progress.commit)
    sent.dropped = progress.dropped
  }

  /// Takes the events up to a commit before the connection; returns how far commits have come.
  func takeBacklog(through number: Int) -> (events: [EventBuffer.Event], lastNumber: Int?) {
    change { buffer in
      buffer.advance(to: watch.lastNumber)
      let (events, removed) = buffer.takeBacklog(through: number)
      return ((events, buffer.lastNumber), removed)
    }
  }

  func take(isFull: Bool, hasProgressed: Bool) -> [EventBuffer.Event] {
    let events = lock.withLock { buffer.take(isFull: isFull, hasProgressed: hasProgressed) }
    resumeWaitingThread()
    return events
  }

  /// The number of the last delivered commit.
  var lastNumber: Int? { lock.withLock { buffer.lastNumber } }

  /// Whether all events were taken.
  var isDrained: Bool { lock.withLock { buffer.isEmpty } }

  /// Whether encoded records may be dropped rather than wait for the other side.
  var canDrop: Bool { lock.withLock { buffer.canDrop } }

  func becomeIdle(_ activity: EventBuffer.Activity, isFull: Bool) -> Bool {
    lock.withLock {
      lifetime != .closing && buffer.becomeIdle(activity, isFull: isFull)
    }
  }

  func wakeUp() {
    lock.withLock { _ = buffer.wakeUp() }
  }

  /// Marks the end of the thread.
  fileprivate func end() {
    let initialState = change { buffer in
      lifetime = .over
      isStreaming = false
      return (self.initialState.exchange(nil), buffer.disconnect())
    }
    withExtendedLifetime(initialState) {}
    refuseFlushes()
    resumeWaitingThread()
  }

  private var isRecording: Bool { if case .file = endpoint { true } else { false } }

  private func resumeWaitingThread() {
    let isAwaited = lock.withLock {
      defer { isRoomAwaited = false }
      return isRoomAwaited
    }
    if isAwaited { room.wake() }
  }
}
