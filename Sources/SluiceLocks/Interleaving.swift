#if INTERLEAVING
  public import Synchronization

  /// Decides which thread continues, in a build that executes every interleaving of the core.
  ///
  /// One thread runs at a time. Each operation in this folder calls the scheduler before it takes
  /// effect. `Tests/Interleavings` installs one; without one the operations simply take effect.
  package protocol InterleavingScheduler: AnyObject, Sendable {
    /// Nanoseconds on a clock that advances only when threads spin or sleep.
    var now: UInt64 { get }
    /// Assigns a number to a memory location that threads may share.
    func makeLocation() -> UInt
    /// Called before an operation on a location.
    func access(_ location: UInt, writes: Bool)
    /// Called after an operation that changed something.
    func change()
    /// Runs other threads until one of them has changed something.
    func pause()
    /// Suspends the calling thread.
    ///
    /// - Returns: `false` if the deadline passed.
    func sleep(on object: ObjectIdentifier, until deadline: UInt64?) -> Bool
    /// Resumes the threads that sleep on an object.
    func wake(_ object: ObjectIdentifier)
    /// From now on the calling thread continues whenever it can, until the matching call with
    /// `false`.
    func setUrgent(_ isUrgent: Bool)
    func startTask(_ body: @escaping @Sendable () async -> Void)
    /// The calling thread's value of a thread-local number.
    func threadLocal(_ key: UInt) -> UInt
    func setThreadLocal(_ key: UInt, to value: UInt)
  }

  /// The scheduler of a build with `-DINTERLEAVING`, and the core's way to it.
  @usableFromInline
  package enum Interleaving {
    @exclusivity(unchecked)
    package nonisolated(unsafe) static var scheduler: (any InterleavingScheduler)?

    static var now: UInt64 { unsafe scheduler?.now ?? 0 }
    static func pause() { unsafe scheduler?.pause() }

    static func startTask(_ body: @escaping @Sendable () async -> Void) {
      if let scheduler = unsafe scheduler { return scheduler.startTask(body) }
      _ = Task { await body() }
    }

    /// Runs a body with a lock held that is unknown to the scheduler.
    static func urgently(_ body: () -> Void) {
      unsafe scheduler?.setUrgent(true)
      body()
      unsafe scheduler?.setUrgent(false)
    }

    @usableFromInline
    static func makeLocation() -> UInt { unsafe scheduler?.makeLocation() ?? 0 }

    @usableFromInline
    static func access(_ location: UInt, writes: Bool) {
      unsafe scheduler?.access(location, writes: writes)
    }

    @usableFromInline
    static func change() { unsafe scheduler?.change() }
  }

  /// `Synchronization.Atomic`, with a decision of the scheduler before each operation.
  ///
  /// Stands in its place because a module's own name hides an imported one. Orderings are ignored:
  /// where one thread runs at a time, every operation is sequentially consistent. Wrong orderings
  /// are for thread sanitizer to find.
  @usableFromInline
  @safe
  package struct Atomic<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    private let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private let location = Interleaving.makeLocation()

    @usableFromInline
    package init(_ value: Value) { unsafe place.initialize(to: value) }

    deinit { unsafe place.deallocate() }

    @usableFromInline
    package func load(ordering: AtomicLoadOrdering) -> Value {
      Interleaving.access(location, writes: false)
      return unsafe place.pointee
    }

    @usableFromInline
    package func store(_ new: Value, ordering: AtomicStoreOrdering) {
      _ = update { _ in new }
    }

    @usableFromInline
    package func exchange(_ new: Value, ordering: AtomicUpdateOrdering) -> Value {
      update { _ in new }.oldValue
    }

    @usableFromInline
    package func compareExchange(
      expected: Value,
      desired: Value,
      ordering: AtomicUpdateOrdering
    ) -> (exchanged: Bool, original: Value) {
      Interleaving.access(location, writes: true)
      let original = unsafe place.pointee
      let isExpected = unsafe withUnsafeBytes(of: expected) { expected in
        unsafe withUnsafeBytes(of: original) { original in
          unsafe zip(expected, original).allSatisfy { $0 == $1 }
        }
      }
      if isExpected {
        unsafe place.pointee = desired
        Interleaving.change()
      }
      return (isExpected, original)
    }

    @discardableResult
    fileprivate func update(_ change: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
      Interleaving.access(location, writes: true)
      let old = unsafe place.pointee
      let new = change(old)
      unsafe place.pointee = new
      Interleaving.change()
      return (old, new)
    }
  }

  extension Atomic where Value: FixedWidthInteger {
    @usableFromInline
    @discardableResult
    package func wrappingAdd(
      _ operand: Value,
      ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) {
      update { $0 &+ operand }
    }

    @usableFromInline
    @discardableResult
    package func wrappingSubtract(
      _ operand: Value,
      ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) {
      update { $0 &- operand }
    }

    @usableFromInline
    @discardableResult
    package func bitwiseOr(
      _ operand: Value,
      ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) {
      update { $0 | operand }
    }

    @usableFromInline
    @discardableResult
    package func bitwiseAnd(
      _ operand: Value,
      ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) {
      update { $0 & operand }
    }
  }

  /// The mutex at the beginning of a cell of ``Locked``.
  @usableFromInline
  final class SystemMutex: @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    private let location = Interleaving.makeLocation()
    private var isLocked = false

    @usableFromInline
    static func prepare(_ address: UnsafeMutableRawPointer) {}

    @usableFromInline
    static func destroy(_ address: UnsafeMutableRawPointer) {}

    @usableFromInline
    static func lock(_ address: UnsafeMutableRawPointer) { unsafe mutex(address).lock() }

    @usableFromInline
    static func unlock(_ address: UnsafeMutableRawPointer) { unsafe mutex(address).unlock() }

    private static func mutex(_ address: UnsafeMutableRawPointer) -> SystemMutex {
      unsafe address.assumingMemoryBound(to: SystemMutex.self).pointee
    }

    private func lock() {
      Interleaving.access(location, writes: true)
      while isLocked {
        guard let scheduler = unsafe Interleaving.scheduler else {
          fatalError("Nobody unlocks it.")
        }
        _ = scheduler.sleep(on: ObjectIdentifier(self), until: nil)
      }
      isLocked = true
    }

    private func unlock() {
      isLocked = false
      unsafe Interleaving.scheduler?.wake(ObjectIdentifier(self))
    }
  }

  package final class Sleeper: @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    private let location = Interleaving.makeLocation()
    private var isAwake = false

    package init() {}

    @discardableResult
    package func sleep(until deadline: UInt64 = .max) -> Bool {
      Interleaving.access(location, writes: true)
      while !isAwake {
        guard let scheduler = unsafe Interleaving.scheduler else { fatalError("Nobody wakes it.") }
        let isAwaited = scheduler.sleep(
          on: ObjectIdentifier(self),
          until: deadline == .max ? nil : deadline
        )
        if !isAwaited { return false }
      }
      isAwake = false
      return true
    }

    package func wake() {
      Interleaving.access(location, writes: true)
      isAwake = true
      unsafe Interleaving.scheduler?.wake(ObjectIdentifier(self))
    }
  }

  package struct ThreadLocalNumber: ~Copyable, Sendable {
    private static let keys = Synchronization.Atomic<UInt>(0)
    private let key = keys.wrappingAdd(1, ordering: .relaxed).oldValue

    package init() {}

    package var value: UInt {
      get { unsafe Interleaving.scheduler?.threadLocal(key) ?? 0 }
      nonmutating set { unsafe Interleaving.scheduler?.setThreadLocal(key, to: newValue) }
    }
  }
#endif
