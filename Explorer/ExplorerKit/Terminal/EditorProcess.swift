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

/// An editor that runs on this terminal, in this process's group.
///
/// Control-C and Control-\\ are for the editor. As with `system(3)`, this process ignores them until the
/// editor has ended.
final class EditorProcess: Sendable {
  private struct State {
    /// `nil` once the process has ended, since its number may then be another's.
    var number: pid_t?
    let quit: SignalAction
  }

  private let state: Mutex<State>
  private let number: pid_t

  /// Starts a program; `nil` if it can't be started.
  init?(_ words: [String]) {
    let quit = SignalAction.ignore(SIGQUIT)
    guard let process = Self.spawn(words) else {
      quit.restore(to: SIGQUIT)
      return nil
    }
    number = process
    state = Mutex(State(number: process, quit: quit))
  }

  /// Waits for the end, and returns the status as `waitpid` does.
  func awaitEnd() -> Int32 {
    var facts = unsafe siginfo_t()
    // Not reaped yet, so that the number stays its own until the lock is held.
    while unsafe waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    var status: Int32 = 0
    state.withLock { state in
      while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
      state.number = nil
      state.quit.restore(to: SIGQUIT)
    }
    return status
  }

  /// Asks the editor to end, if it runs.
  func terminate() {
    state.withLock { state in
      if let number = state.number { kill(number, SIGTERM) }
    }
  }

  private static func spawn(_ words: [String]) -> pid_t? {
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    let count = words.count
    defer { for index in 0..<count { unsafe free(pointers[index]) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // This process waits for some signals in a thread, and ignores others; the editor gets them as usual.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGQUIT] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, words[0], nil, &attributes, &pointers, environ)
    return code == 0 ? process : nil
  }
}
