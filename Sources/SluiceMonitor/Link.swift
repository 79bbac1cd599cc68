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

  /// Settings that don't change.
  struct Settings: Sendable {
    let name: String
    let storeName: String?
    /// `nil` for none before the first connection, and the default number after one.
    let backlog: Int?
    let limits: ExplorerLimits
    let overflow: ExplorerOverflow
    let redaction: Redaction
    var view = ActionView()
    let accepted: AcceptedActions
    /// `nil` if states may not be restored.
    let restorer: StateRestorer?
  }

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
  private var source = Slot<StateSource>()
  /// The state after the last commit, for a connection that is established only then.
  private var finalState = Slot<(state: HeldState, number: Int)>()
  /// The threads that wait until something was sent; see ``flush(timeout:)``.
  var flushes: [Flush] = []
  private(set) var lifetime = Lifetime.idle
  /// The background thread's number; 0 before it runs.
  private var workerThread: UInt = 0
  private var trouble: String?

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
    maximumWait = if case .wait(let time) = settings.overflow { time } else { nil }
    buffer = EventBuffer(
      limits: settings.limits,
      backlog: settings.backlog ?? Self.standardBacklog,
      waits: maximumWait != nil
    )
    watch = Watch(keepsBacklog: settings.backlog ?? 0 > 0)
  }
}

extension Link {
  /// A value of the program's that is replaced under the lock.
  ///
  /// The only way to replace it returns the old value, for the caller to release after unlocking.
  private struct Slot<Value> {
    private(set) var value: Value?

    mutating func exchange(_ new: Value?) -> Value? {
      defer { value = new }
      return value
    }
  }

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
  func attach(to source: StateSource, after number: Int) {
    let (mustStart, former) = lock.withLock { () -> (Bool, StateSource?) in
      guard lifetime == .idle || lifetime == .running else { return (false, nil) }
      buffer.begin(after: number)
      return (begin(), self.source.exchange(source))
    }
    withExtendedLifetime(former) {}
    if mustStart { startThread() }
  }

  /// Ends the stream: the thread sends what is pending, then ends.
  func close() {
    let source = lock.withLock { self.source.value }
    let finalState = source?.snapshot()
    let former = lock.withLock {
      lifetime = lifetime == .idle ? .over : lifetime == .over ? .over : .closing
      return (
        source: self.source.exchange(nil),
        finalState: finalState.map { self.finalState.exchange($0) }
      )
    }
    withExtendedLifetime(former) {}
    waker.wake()
    room.wake()
  }

  func add(_ facts: CommitFacts, _ state: HeldState) {
    if let maximumWait { waitForRoom(upTo: maximumWait) }
    let (mustWake, mustStart) = change { buffer in
      let (mustWake, removed) = buffer.add(facts, state)
      return ((mustWake, lifetime == .idle ? begin() : false), removed)
    }
    if mustWake { waker.wake() }
    if mustStart { startThread() }
  }

  func add(_ event: EffectEvent) {
    let now = CommitFacts.now
    if change({ $0.add(event, at: now) }) { waker.wake() }
  }

  private func waitForRoom(upTo limit: Duration) {
    var deadline: ContinuousClock.Instant?
    while true {
      let (mustWait, mustWake) = lock.withLock {
        // On the background thread, releasing a value of the program's dispatched.
        let mustWait = buffer.mustWait && workerThread != ServiceThread.currentNumber()
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

  var status: (isConnected: Bool, trouble: String?) {
    lock.withLock { (buffer.isConnected, trouble) }
  }
}

// For the background thread.
extension Link {
  var isClosing: Bool { lock.withLock { lifetime == .closing } }

  /// Returns the store's state and commit number, unless the store was freed.
  func snapshot() -> (state: HeldState, number: Int)? {
    let (source, finalState) = lock.withLock { (self.source.value, self.finalState.value) }
    return source?.snapshot() ?? finalState
  }

  /// Adds states to commits from now on; returns how far the commits had come.
  func connect() -> (sequence: Int, lastNumber: Int?) {
    let begun = watch.begin() ? lock.withLock { source.value }?.refreshInterests() : nil
    return lock.withLock {
      buffer.advance(to: watch.lastNumber)
      // A commit up to this one may still be delivered; with a backlog, all of them will be.
      if !watch.keepsBacklog { buffer.advance(to: begun) }
      buffer.connect()
      trouble = nil
      return (buffer.sequence, buffer.lastNumber)
    }
  }

  /// Marks that there is no Explorer: commits need nothing until one connects.
  func markUnwatched() {
    guard let source = lock.withLock({ source.value }) else { return }
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

  /// The store, for commands; `nil` if only a part of it is watched, or it was freed.
  var commandedStore: StateSource? { lock.withLock { source.value } }

  func disconnect(_ error: SocketError?) {
    change { buffer in
      if let error { trouble = "\(error)" }
      return ((), buffer.disconnect())
    }
    resumeWaitingThread()
  }

  func note(trouble: String) {
    lock.withLock { self.trouble = trouble }
  }

  /// Takes the events up to a commit before the connection; returns how far commits have come.
  func takeBacklog(through number: Int) -> (events: [EventBuffer.Event], lastNumber: Int?) {
    change { buffer in
      buffer.advance(to: watch.lastNumber)
      let (events, removed) = buffer.takeBacklog(through: number)
      return ((events, buffer.lastNumber), removed)
    }
  }

  func take(isFull: Bool) -> [EventBuffer.Event] {
    let events = lock.withLock { buffer.take(isFull: isFull) }
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
    change { buffer in
      lifetime = .over
      return ((), buffer.disconnect())
    }
    refuseFlushes()
    resumeWaitingThread()
  }

  private func resumeWaitingThread() {
    let isAwaited = lock.withLock {
      defer { isRoomAwaited = false }
      return isRoomAwaited
    }
    if isAwaited { room.wake() }
  }
}
