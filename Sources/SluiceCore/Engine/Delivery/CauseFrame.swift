import SluiceLocks

/// A call of observers that the calling thread makes, and the commit on whose behalf.
///
/// The thread refers to the innermost one. What an observer dispatches finds its cause there, also if
/// the call isn't part of a delivery, as that with a value that waited for the subscriber's actor; and
/// also if the observer is another store's.
///
/// A store's own delivery needs no frame to be found, and has one only if there may be others: the core
/// itself. Other frames are on the stack of the function that makes the call.
@safe
struct CauseFrame {
  /// The calling thread's innermost frame: its address, or that of the core that delivers, and 1; 0 for
  /// none.
  private static let innermost = ThreadLocalNumber()
  /// The number of cores in the process.
  private static let cores = Synchronization.Atomic<Int>(0)

  /// Retained by whoever makes the call.
  private let unretainedCore: Unmanaged<Core>
  /// `nil` for the commit that the core delivers.
  private let cause: Cause?
  /// The subscriber that is called, if the call isn't part of a delivery.
  private let subscriber: SubscriptionSite?
  /// The frame in which this one's call is made.
  private let outer: UInt

  /// Makes a call that isn't part of the delivery of its cause.
  fileprivate static func call(
    in core: Core,
    for cause: Cause,
    _ subscriber: SubscriptionSite?,
    _ body: () -> Void
  ) {
    let outer = innermost.value
    let frame = unsafe CauseFrame(
      unretainedCore: .passUnretained(core),
      cause: cause,
      subscriber: subscriber,
      outer: outer
    )
    unsafe withUnsafePointer(to: frame) { frame in
      innermost.value = UInt(bitPattern: frame)
      body()
    }
    innermost.value = outer
  }

  /// Begins a delivery.
  ///
  /// - Returns: The frame in which it is made, for ``leave(to:)``.
  fileprivate static func enter(_ core: Core) -> UInt {
    let outer = innermost.value
    innermost.value = UInt(bitPattern: unsafe Unmanaged.passUnretained(core).toOpaque()) | 1
    return outer
  }

  fileprivate static func leave(to outer: UInt) { innermost.value = outer }

  static func addCore() { cores.wrappingAdd(1, ordering: .relaxed) }
  static func removeCore() { cores.wrappingSubtract(1, ordering: .relaxed) }

  /// Whether observers of one store may dispatch to another one.
  static var hasSeveralCores: Bool { cores.load(ordering: .relaxed) > 1 }

  /// Whether the calling thread has a frame.
  static var isThere: Bool { innermost.value != 0 }

  /// The calling thread's innermost frame.
  static var current: CauseFrame? { frame(at: innermost.value) }

  private static func frame(at word: UInt) -> CauseFrame? {
    // Both remain until the call that they stand for returns.
    if word & 1 == 0 { return unsafe UnsafePointer<CauseFrame>(bitPattern: word)?.pointee }
    return unsafe UnsafeRawPointer(bitPattern: word & ~1).map { pointer in
      let core = unsafe Unmanaged<Core>.fromOpaque(pointer)
      let outer = unsafe core._withUnsafeGuaranteedRef(\.outerFrame)
      return unsafe CauseFrame(unretainedCore: core, cause: nil, subscriber: nil, outer: outer)
    }
  }

  /// The chain up to the commit.
  var chain: CauseChain {
    unsafe cause?.chain ?? unretainedCore._withUnsafeGuaranteedRef { $0.deliveredCause?.chain }
      ?? CauseChain()
  }

  /// The observer that is called.
  var dispatcher: String? {
    unsafe subscriber?.description
      ?? unretainedCore._withUnsafeGuaranteedRef { $0.observers.currentLabel }
  }

  func isOf(_ core: Core) -> Bool {
    unsafe unretainedCore.toOpaque() == Unmanaged.passUnretained(core).toOpaque()
  }

  /// The innermost cause in a core, from this frame outwards; `nil` where it delivers or has none.
  func cause(in core: Core) -> Cause? {
    var frame: CauseFrame? = self
    while let current = frame {
      if current.isOf(core) { return current.cause }
      frame = Self.frame(at: current.outer)
    }
    return nil
  }
}

extension Core {
  /// Whether calling threads may have frames that this core must look at.
  final var mayHaveFrames: Bool {
    lateCalls.load(ordering: .relaxed) > 0 || CauseFrame.hasSeveralCores
  }

  /// Whether the calling thread has a frame that this core must look at.
  final var hasFrame: Bool { mayHaveFrames && CauseFrame.isThere }

  /// Begins a delivery of which other stores, or calls within it, have to know; the caller has the turn.
  final func enterFrame() {
    assert(hasTurn)
    outerFrame = CauseFrame.enter(self)
  }

  final func leaveFrame() {
    assert(hasTurn)
    CauseFrame.leave(to: outerFrame)
  }

  /// Makes a call of an observer that isn't part of the delivery of its cause.
  final func callLate(for cause: Cause, _ subscriber: SubscriptionSite?, _ body: () -> Void) {
    lateCalls.wrappingAdd(1, ordering: .relaxed)
    CauseFrame.call(in: self, for: cause, subscriber, body)
    lateCalls.wrappingSubtract(1, ordering: .relaxed)
  }

  /// What led to what the calling thread dispatches, as far as the thread knows: the commit that it
  /// delivers, or on whose behalf it calls an observer.
  ///
  /// Called by another store's observer, the thread has no commit of this store, whose number is then
  /// 0, but the length of the chain.
  package final func currentCause(_ thread: UInt) -> Cause? {
    let delivered = turn.isHeld(by: thread) ? deliveredCause : nil
    guard hasFrame, let frame = CauseFrame.current else { return delivered }
    if frame.isOf(self) { return frame.cause(in: self) ?? delivered }
    var cause = delivered ?? frame.cause(in: self) ?? Cause()
    cause.follow(frame.chain)
    return cause
  }

  /// The commit that is being delivered; the caller has the turn.
  final var deliveredCause: Cause? {
    if deliveredNumber == 0 { return nil }
    assert(hasTurn)
    guard let delivered else { return Cause(number: deliveredNumber, chain: .first) }
    return unsafe delivered._withUnsafeGuaranteedRef(\.cause)
  }
}
