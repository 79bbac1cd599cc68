#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread for work that waits on descriptors, which a task must not do.
///
/// Signals for the process are left to its other threads. Its stack is deep enough for walking any
/// tree that is read, written, encoded or decoded.
// Unchecked: on Apple's systems the handle is a pointer, which any thread may pass to join.
package struct ServiceThread: ~Copyable, @unchecked Sendable {
  private let thread: pthread_t
  /// In bytes; only what is used is taken from memory.
  private static let stackSize = 64 << 20

  /// Starts the work immediately.
  ///
  /// Without `join()`, the work continues by itself.
  ///
  /// - Parameter name: For debuggers, on systems that let a thread name itself.
  package init(
    name: String,
    _ work: sending @escaping () -> Void
  ) throws(SocketError) {
    try self.init(name: name, blocksSignals: true, work)
  }

  private init(
    name: String,
    blocksSignals: Bool,
    _ work: sending @escaping () -> Void
  ) throws(SocketError) {
    let load = unsafe Unmanaged.passRetained(Load(name: name, work: work))
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, Self.stackSize)

    // A thread inherits blocked signals. Faults are delivered to the thread that causes them.
    var blocked = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&blocked)
    if blocksSignals { unsafe sigfillset(&blocked) }
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] {
      unsafe sigdelset(&blocked, fault)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    #if canImport(Darwin)
      var handle: pthread_t?
    #else
      var handle: pthread_t? = pthread_t()
    #endif
    let status = unsafe Self.create(&handle, &attributes, load.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    guard status == 0, let handle else {
      unsafe load.release()
      throw .system(call: "pthread_create", path: nil, code: status)
    }
    thread = handle
  }

  /// Lets the calling thread do nothing for a time.
  @Sendable
  package static func pause(_ time: Duration) {
    let (seconds, part) = time.components
    var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(part / 1_000_000_000))
    var left = timespec()
    while unsafe nanosleep(&rest, &left) == -1, errno == EINTR { rest = left }
  }

  /// A number for the calling thread, never 0.
  ///
  /// Never inlined: glibc declares `pthread_self` constant, and a suspended function may go on
  /// elsewhere.
  @inline(never)
  @_optimize(none)
  package static func currentNumber() -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: unsafe pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  deinit {
    _ = pthread_detach(thread)
  }

  /// Waits until the work is done.
  package consuming func join() {
    _ = pthread_join(thread, nil)
    discard self
  }

  /// Calls a function on a thread with a deep stack, and waits for it; signals are blocked there as
  /// on this thread.
  ///
  /// - Throws: What the function throws, or a ``SocketError`` if there is no thread to be had.
  package static func call<Result>(
    name: String,
    _ body: () throws -> Result
  ) throws -> Result {
    try withoutActuallyEscaping(body) { body in
      // Written by the thread before it ends, and read after that.
      nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
      nonisolated(unsafe) let body = body
      let thread = try ServiceThread(name: name, blocksSignals: false) {
        unsafe result = unsafe Swift.Result(catching: body)
      }
      thread.join()
      guard let result = unsafe result else {
        preconditionFailure("A thread ended before its work.")
      }
      return try result.get()
    }
  }

  /// What the new thread is given to run.
  private final class Load {
    let name: String
    let work: () -> Void

    init(name: String, work: @escaping () -> Void) {
      self.name = name
      self.work = work
    }

    func run() {
      #if canImport(Darwin)
        unsafe pthread_setname_np(name)
      #endif
      work()
    }
  }

  private static func create(
    _ handle: inout pthread_t?,
    _ attributes: inout pthread_attr_t,
    _ load: UnsafeMutableRawPointer
  ) -> Int32 {
    #if canImport(Darwin)
      return unsafe pthread_create(
        &handle,
        &attributes,
        { pointer in
          unsafe Unmanaged<Load>.fromOpaque(pointer).takeRetainedValue().run()
          return nil
        },
        load
      )
    #else
      var number = pthread_t()
      let status = unsafe pthread_create(
        &number,
        &attributes,
        { pointer in
          if let pointer = unsafe pointer {
            unsafe Unmanaged<Load>.fromOpaque(pointer).takeRetainedValue().run()
          }
          return nil
        },
        load
      )
      handle = number
      return status
    #endif
  }
}
