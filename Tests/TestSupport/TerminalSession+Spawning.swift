import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension TerminalSession {
  /// Starts a process in a session of its own, whose terminal is the first that it opens.
  static func spawn(
    _ arguments: [String],
    environment: [String: String],
    device: Int32
  ) throws -> pid_t {
    var name = [CChar](repeating: 0, count: 1024)
    guard unsafe ttyname_r(device, &name, name.count) == 0 else {
      throw Failure(description: "The terminal has no name.")
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let newSession: Int32 = 0x400
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let newSession: Int32 = 0x80
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    #if canImport(Glibc)
      // The pipes of tests that run meanwhile: their readers would never see the end. Those that
      // aren't open are passed over.
      for other in 3..<Int32(256) { unsafe posix_spawn_file_actions_addclose(&actions, other) }
    #endif
    // Signals are as a shell leaves them, whatever runs the tests.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP, SIGCONT, SIGTTOU] {
      unsafe sigaddset(&signals, number)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    let allocated = unsafe words + variables
    defer { for index in unsafe allocated.indices { unsafe free(allocated[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, arguments[0], &actions, &attributes, words, variables)
    guard code == 0 else {
      throw Failure(description: "\(arguments[0]) can't be started: error \(code).")
    }
    return process
  }
}
