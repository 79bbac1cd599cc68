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
      run { _ in
        guard let scenario = waiting.first else { return nil }
        // Time that the others didn't need is left to those that follow.
        let left = max(0.5, end - monotonicSeconds())
        let rounds = (waiting.count + processors - 1) / processors
        waiting.removeFirst()
        return arguments(scenario.name, seconds: left / Double(rounds))
      } whenDone: { _, status in
        if status != 0 { failures += 1 }
      }
      print(
        failures == 0
          ? "All \(Scenario.all.count) scenarios hold." : "\(failures) scenarios FAILED."
      )
      return failures == 0
    }

    private func arguments(_ scenario: String, seconds: Double) -> [String] {
      [
        "--scenario", scenario, "--seconds", "\(seconds)",
        "--preemptions", "\(options.preemptions)", "--seed", "\(options.seed)",
      ]
    }

    /// Runs a process on each processor.
    private func run(
      _ next: (_ slot: Int) -> [String]?,
      whenDone: (_ slot: Int, _ status: Int32) -> Void
    ) {
      var slots: [pid_t?] = Array(repeating: nil, count: processors)
      while true {
        for slot in slots.indices where slots[slot] == nil {
          guard let arguments = next(slot) else { break }
          slots[slot] = start(arguments + ["--cpu", "\(slot)"])
        }
        if slots.allSatisfy({ $0 == nil }) { return }
        var status: Int32 = 0
        let pid = unsafe waitpid(-1, &status, 0)
        guard let slot = slots.firstIndex(of: pid) else { continue }
        slots[slot] = nil
        whenDone(slot, status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F)
      }
    }

    private func start(_ arguments: [String]) -> pid_t {
      fflush(nil)
      var pid = pid_t()
      var words = unsafe (["Interleavings"] + arguments).map { unsafe strdup($0) } + [nil]
      defer { for index in unsafe words.indices { unsafe free(words[index]) } }
      let result = unsafe posix_spawn(&pid, "/proc/self/exe", nil, nil, &words, environ)
      precondition(result == 0, "No process could be started: \(result)")
      return pid
    }
  }
#endif
