#if INTERLEAVING
  import Glibc
  import Sluice

  /// Runs scenarios in separate processes, one on each processor.
  struct Parent {
    private let options: CommandLineTool.Options
    private let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    init(_ options: CommandLineTool.Options) { self.options = options }

    /// - Returns: Whether all scenarios hold.
    func exploreAll() -> Bool {
      let end = monotonicSeconds() + options.seconds
      var waiting = Scenario.all[...]
      var failures = 0
      var running: [pid_t: Int] = [:]
      while true {
        for cpu in 0..<processors where !running.values.contains(cpu) {
          // Time that the others didn't need is left to those that follow.
          let left = max(0.5, end - monotonicSeconds())
          let rounds = (waiting.count + processors - 1) / processors
          guard let scenario = waiting.popFirst() else { break }
          running[start(scenario.name, seconds: left / Double(rounds), on: cpu)] = cpu
        }
        if running.isEmpty { break }
        var status: Int32 = 0
        let pid = unsafe waitpid(-1, &status, 0)
        if running.removeValue(forKey: pid) != nil, status != 0 { failures += 1 }
      }
      print(
        failures == 0
          ? "All \(Scenario.all.count) scenarios hold." : "\(failures) scenarios FAILED."
      )
      return failures == 0
    }

    private func start(_ scenario: String, seconds: Double, on cpu: Int) -> pid_t {
      let arguments = [
        "Interleavings", "--scenario", scenario, "--seconds", "\(seconds)", "--cpu", "\(cpu)",
        "--preemptions", "\(options.preemptions)", "--seed", "\(options.seed)",
      ]
      fflush(nil)
      var pid = pid_t()
      var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
      defer { for index in unsafe words.indices { unsafe free(words[index]) } }
      let result = unsafe posix_spawn(&pid, "/proc/self/exe", nil, nil, &words, environ)
      precondition(result == 0, "No process could be started: \(result)")
      return pid
    }
  }
#endif
