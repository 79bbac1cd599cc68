import ExplorerTerminal
import SluiceSocket
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A request to end: Control-C, `SIGTERM` or `SIGHUP`.
///
/// A thread waits for the signals, so that no code runs inside a signal handler. The second one ends
/// the process immediately.
final class Interruption: Sendable {
  private let pipe: WakePipe
  private let isRequestedFlag = Atomic(false)
  private let ignoresKeyFlag = Atomic(false)
  /// How often the thread that waits for signals has received ``sentinel``.
  private let passes = Atomic(0)
  /// Whether there is such a thread.
  private let awaitsSignals = Atomic(false)
  /// The signal that this process sends itself, to know that those before it were handled.
  private static let sentinel = SIGALRM

  /// Creates an interruption that only ``request()`` causes.
  init() throws(SocketError) {
    pipe = try WakePipe()
  }

  /// Returns an interruption that the process's signals request.
  ///
  /// Call it before other threads start, since they inherit that the signals are blocked.
  static func ofProcess() throws(SocketError) -> Interruption {
    let interruption = try Interruption()
    // A closed pipe is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, sentinel)
    // One that is ignored is dropped.
    signal(sentinel, SIG_DFL)
    for number in [SIGINT, SIGTERM, SIGHUP] where !SignalAction(of: number).isIgnored {
      unsafe sigaddset(&signals, number)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let awaited = signals
    _ = try ServiceThread(name: "signals") {
      var awaited = awaited
      var number: Int32 = 0
      while unsafe sigwait(&awaited, &number) == 0 {
        if number == sentinel {
          interruption.passes.wrappingAdd(1, ordering: .releasing)
          continue
        }
        if number == SIGINT, interruption.ignoresKeyFlag.load(ordering: .acquiring) { continue }
        if interruption.isRequested {
          TerminalDevice.giveBackAtOnce()
          _exit(128 + number)
        }
        interruption.request()
      }
    }
    interruption.awaitsSignals.store(true, ordering: .releasing)
    return interruption
  }

  /// A descriptor that is readable from the first request on.
  var descriptor: Int32 { pipe.descriptor }

  var isRequested: Bool { isRequestedFlag.load(ordering: .acquiring) }

  /// Leaves Control-C to somebody else, such as an editor on the same terminal.
  func ignoreKey() {
    ignoresKeyFlag.store(true, ordering: .releasing)
  }

  /// Takes Control-C as a request again, once those that were pressed before have been passed over.
  func heedKey() {
    if awaitsSignals.load(ordering: .acquiring) {
      // The thread that waits for signals may have received one, and not have run since.
      let before = passes.load(ordering: .acquiring)
      kill(getpid(), Self.sentinel)
      while passes.load(ordering: .acquiring) == before { sched_yield() }
    }
    ignoresKeyFlag.store(false, ordering: .releasing)
  }

  /// Requests the end.
  ///
  /// Callable from any thread.
  func request() {
    isRequestedFlag.store(true, ordering: .releasing)
    pipe.wake()
  }
}
