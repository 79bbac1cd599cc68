import Sluice
import SluiceSocket
import SluiceWire

/// What the threads that dispatch and the background thread share.
@safe
final class Link: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by `lock`.
  //
  // Nothing of the program's is released while the lock is held: a `deinit` that dispatches comes
  // back to the lock. What is taken out of the intake is released by `change`, and what stood in a
  // `Slot` before is returned by its `exchange`.

  /// What is decided once.
  struct Settings: Sendable {
    let name: String
    let storeName: String?
    /// Nil for none before the first connection, and the standard number after another.
    let backlog: Int?
    let limits: ExplorerLimits
    let overflow: ExplorerOverflow
    let redaction: Redaction
    var view = ActionView()
    let accepted: AcceptedActions
    /// Nil where states may not be restored.
    let restorer: StateRestorer?
  }

  let settings: Settings
  let endpoint: Endpoint
  let reader: StateReader
  /// What the threads that dispatch look at first.
  let watch: Watch
  private static let standardBacklog = 200
  let instance = WireRecord.Hello.makeInstance()
  /// Wakes the background thread.
  let waker: WakePipe
  /// What the Explorer wants the program to do.
  let commands: CommandQueue
  /// Wakes the thread that waits for room; there is one at most, the one that delivers.
  private let room: WakePipe
  private let longestWait: Duration?

  let lock = OwnedLock()
  private(set) var intake: Intake
  private var isRoomAwaited = false
  private var source = Slot<StateSource>()
  /// The state when the last commit had come, for a connection that is only being made then.
  private var finalState = Slot<(state: HeldState, number: Int)>()
  /// Whoever waits until something was sent; see ``flush(timeout:)``.
  var flushes: [Flush] = []
  private(set) var lifetime = Lifetime.idle
  /// The background thread's number; 0 before it runs.
  private var workerThread: UInt = 0
  private var trouble: String?

  enum Lifetime {
    /// Nothing was registered yet, and there is no thread.
    case idle
    case running
    /// No more will come; the thread sends what there is.
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
    longestWait = if case .wait(let time) = settings.overflow { time } else { nil }
    intake = Intake(
      limits: settings.limits,
      backlog: settings.backlog ?? Self.standardBacklog,
      waits: longestWait != nil
    )
    watch = Watch(keepsBacklog: settings.backlog ?? 0 > 0)
  }
}

extension Link {
  /// A value of the program's that is replaced under the lock.
  ///
  /// The only way to replace it returns what it replaces, for the caller to release without the
  /// lock.
  private struct Slot<Value> {
    private(set) var value: Value?

    mutating func exchange(_ new: Value?) -> Value? {
      defer { value = new }
      return value
    }
  }

  /// Changes the intake, and releases what was taken out of it once the lock is released.
  private func change<Result>(
    _ body: (inout Intake) -> (Result, Intake.Removed)
  ) -> Result {
    let (result, removed) = lock.withLock { body(&intake) }
    withExtendedLifetime(removed) {}
    return result
  }
}

// For the threads that dispatch.
extension Link {
  func attach(to source: StateSource, after number: Int) {
    let (mustStart, former) = lock.withLock { () -> (Bool, StateSource?) in
      guard lifetime == .idle || lifetime == .running else { return (false, nil) }
      intake.begin(after: number)
      return (begin(), self.source.exchange(source))
    }
    withExtendedLifetime(former) {}
    if mustStart { startThread() }
  }

  /// No more commits come: what is there is sent, and the thread ends.
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
    if let longestWait { waitForRoom(upTo: longestWait) }
    let (mustWake, mustStart) = change { intake in
      let (mustWake, removed) = intake.add(facts, state)
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
        // On the background thread, the release of something of the program's dispatched.
        let mustWait = intake.mustWait && workerThread != ServiceThread.currentNumber()
        isRoomAwaited = mustWait
        return (mustWait, mustWait && intake.wakeUp())
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
          intake.giveUpWaiting()
        }
      }
      room.drain()
    }
  }

  /// With the lock held: whether the thread must be started.
  private func begin() -> Bool {
    guard lifetime == .idle else { return false }
    lifetime = .running
    return true
  }

  private func startThread() {
    do {
      // The thread goes on by itself; `close()` ends it.
      _ = try ServiceThread(name: "SluiceMonitor") { [self] in
        lock.withLock { workerThread = ServiceThread.currentNumber() }
        Courier(self).run()
        end()
      }
    } catch {
      lock.withLock { trouble = "\(error)" }
      end()
    }
  }

  var status: (isConnected: Bool, trouble: String?) {
    lock.withLock { (intake.isConnected, trouble) }
  }
}

// For the background thread.
extension Link {
  var isClosing: Bool { lock.withLock { lifetime == .closing } }

  /// A look at the store, unless it is gone.
  func snapshot() -> (state: HeldState, number: Int)? {
    let (source, finalState) = lock.withLock { (self.source.value, self.finalState.value) }
    return source?.snapshot() ?? finalState
  }

  /// From now on states come with the commits; returns how far they had come.
  func connect() -> (sequence: Int, lastNumber: Int?) {
    let begun = watch.begin() ? lock.withLock { source.value }?.refreshInterests() : nil
    return lock.withLock {
      intake.advance(to: watch.lastNumber)
      intake.advance(to: begun)
      intake.connect()
      trouble = nil
      return (intake.sequence, intake.lastNumber)
    }
  }

  /// There is no Explorer: nothing is needed of the commits until one comes.
  func rest() {
    guard let source = lock.withLock({ source.value }) else { return }
    let (isFirst, forgets) = watch.rest()
    if isFirst { source.refreshInterests() }
    if forgets { change { ((), $0.forget()) } }
  }

  /// From now on commits are counted and no more.
  func pause() {
    lock.withLock { intake.pause() }
    letWaitingGoOn()
  }

  /// From now on states come with the commits again; returns how far they had come.
  func resume() -> Int? {
    lock.withLock {
      intake.resume()
      return intake.lastNumber
    }
  }

  /// The store, for commands; nil where only a part of it is watched, or it is gone.
  var commandedStore: StateSource? { lock.withLock { source.value } }

  func disconnect(_ error: SocketError?) {
    change { intake in
      if let error { trouble = "\(error)" }
      return ((), intake.disconnect())
    }
    letWaitingGoOn()
  }

  func note(trouble: String) {
    lock.withLock { self.trouble = trouble }
  }

  /// What happened before the connection, up to a commit; and how far the commits have come.
  func takeBacklog(through number: Int) -> (events: [Intake.Event], lastNumber: Int?) {
    change { intake in
      intake.advance(to: watch.lastNumber)
      let (events, removed) = intake.takeBacklog(through: number)
      return ((events, intake.lastNumber), removed)
    }
  }

  func take(isFull: Bool) -> [Intake.Event] {
    let events = lock.withLock { intake.take(isFull: isFull) }
    letWaitingGoOn()
    return events
  }

  /// The last commit that was delivered.
  var lastNumber: Int? { lock.withLock { intake.lastNumber } }

  /// Whether everything was taken.
  var isDrained: Bool { lock.withLock { intake.isEmpty } }

  /// Whether what is encoded may be dropped, and does not wait for the other side.
  var mayDrop: Bool { lock.withLock { intake.mayDrop } }

  func rest(_ attention: Intake.Attention, isFull: Bool) -> Bool {
    lock.withLock {
      lifetime != .closing && intake.rest(attention, isFull: isFull)
    }
  }

  func wakeUp() {
    lock.withLock { _ = intake.wakeUp() }
  }

  /// The thread's last word.
  fileprivate func end() {
    change { intake in
      lifetime = .over
      return ((), intake.disconnect())
    }
    refuseFlushes()
    letWaitingGoOn()
  }

  private func letWaitingGoOn() {
    let isAwaited = lock.withLock {
      defer { isRoomAwaited = false }
      return isRoomAwaited
    }
    if isAwaited { room.wake() }
  }
}
