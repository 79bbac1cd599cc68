import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The handlers of the signals that a terminal's user causes, of those of a crash, and of those that would
/// end the process in passing.
///
/// A handler does nothing but write the signal's number into a pipe, so that a thread that waits for
/// keys also waits for signals, without waking up meanwhile.
enum TerminalSignals {
  /// Those that end a process.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let others = [SIGWINCH, SIGTSTP, SIGCONT]
  /// Those that end a process that says nothing about them: sent by somebody, by a timer, or at a limit.
  private static let unexpected = [
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPIPE,
  ]
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

  /// The actions that other signals than those of a crash had before, by number.
  private static let saved = Mutex<[Int32: SignalAction]>([:])

  /// The end of the pipe that handlers write to; -1 without one.
  private static let pipeEnd = Atomic<Int32>(-1)
  /// Whether a signal has requested the end; the next one ends the process immediately.
  private static let isEnding = Atomic(false)
  /// What the signals of a crash and the unexpected ones did before, by number.
  ///
  /// Written once before the handlers are installed, and only read by them.
  nonisolated(unsafe) private static let oldActions = UnsafeMutablePointer<sigaction>.allocate(
    capacity: 65
  )
  private static let areInstalled = Atomic(false)

  /// Installs the handlers; they write to a pipe from now on.
  static func install(writingTo descriptor: Int32) {
    pipeEnd.store(descriptor, ordering: .sequentiallyConsistent)
    isEnding.store(false, ordering: .sequentiallyConsistent)
    saved.withLock { saved in
      for number in ending + others {
        let action = SignalAction(of: number)
        // What the parent process has ignored stays ignored, but for these two, which end nothing.
        guard !action.isIgnored || [SIGWINCH, SIGCONT].contains(number) else { continue }
        saved[number] = action
        set(number, to: ending.contains(number) ? noteEnding : note)
      }
    }
    guard !areInstalled.exchange(true, ordering: .sequentiallyConsistent) else { return }
    provideStack()
    // What somebody else handles or ignores doesn't end the process.
    for number in crashes + unexpected.filter({ SignalAction(of: $0).isDefault }) {
      unsafe sigaction(number, nil, oldActions + Int(number))
      set(number, to: giveBackAndEnd, flags: Int32(SA_ONSTACK))
    }
    // For those who end the process from anywhere.
    atexit { TerminalReturn.giveBack() }
  }

  /// Restores the actions that the signals had before.
  static func uninstall() {
    saved.withLock { saved in
      for (number, action) in saved { action.restore(to: number) }
      saved = [:]
    }
    pipeEnd.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Stops the process by a signal, as the shell expects it; returns when it continues.
  ///
  /// - Parameter wholeGroup: Whether the processes that it has started for its user stop too.
  static func stop(by number: Int32, wholeGroup: Bool = false) {
    let action = SignalAction(of: number)
    if wholeGroup {
      signal(number, SIG_IGN)
      kill(0, number)
    }
    setToDefault(number)
    unblock(number)
    // Takes effect before it returns, unlike a signal for the process.
    raise(number)
    action.restore(to: number)
  }

  /// Ends the process by a signal, so that its parent sees which one it was.
  static func end(by number: Int32) -> Never {
    setToDefault(number)
    unblock(number)
    raise(number)
    _exit(128 + number)
  }

  // MARK: - Handlers

  private static let note: @convention(c) (Int32) -> Void = { number in
    writeNumber(number)
  }

  private static let noteEnding: @convention(c) (Int32) -> Void = { number in
    // The first one wasn't handled.
    if isEnding.exchange(true, ordering: .sequentiallyConsistent) {
      TerminalReturn.giveBack()
      setToDefault(number)
      raise(number)
      return
    }
    writeNumber(number)
  }

  private static let giveBackAndEnd: @convention(c) (Int32) -> Void = { number in
    TerminalReturn.giveBack()
    // Whoever handled it before sees it where it happened, when this handler has returned.
    unsafe sigaction(number, oldActions + Int(number), nil)
    raise(number)
  }

  private static func writeNumber(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(pipeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = saved
  }

  // MARK: - Actions

  private static func set(
    _ number: Int32,
    to handler: @escaping @convention(c) (Int32) -> Void,
    flags: Int32 = SA_RESTART
  ) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = flags
    unsafe sigemptyset(&action.sa_mask)
    unsafe sigaction(number, &action, nil)
  }

  private static func setToDefault(_ number: Int32) {
    signal(number, SIG_DFL)
  }

  private static func unblock(_ number: Int32) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Gives the calling thread a stack for handlers, which an endless recursion leaves without one.
  private static func provideStack() {
    let size = 64 << 10
    // Pages of its own, which address sanitizer unmaps when the thread ends.
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return }
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = memory
    unsafe stack.ss_size = size
    unsafe sigaltstack(&stack, nil)
  }
}
