import SluiceLocks

#if INTERLEAVING
  import Glibc
  import Sluice

  /// `Interleavings [--scenario NAME] [--replay SCHEDULE] [--seconds N] [--preemptions N] [--seed
  /// N] [--list]`.
  ///
  /// Each scenario runs in a separate process, so that a trap ends only one.
  enum CommandLineTool {
    static func run() {
      var options = Options()
      options.parse(Array(CommandLine.arguments.dropFirst()))
      // Tables iterate in the same order in each schedule.
      if unsafe getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
        unsafe setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        restart()
      }
      if options.lists {
        for scenario in Scenario.all { print(scenario.name) }
      } else if let name = options.scenario {
        explore(name, options)
      } else {
        exit(Parent(options).exploreAll() ? 0 : 1)
      }
    }

    struct Options {
      var scenario: String?
      var replay: String?
      var seconds = 120.0
      var preemptions = 3
      var seed: UInt64 = 1
      var lists = false
      var cpu: Int?

      mutating func parse(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
          switch argument {
          case "--list": lists = true
          case "--scenario": scenario = rest.popFirst()
          case "--replay": replay = rest.popFirst()
          case "--seconds": seconds = number(rest.popFirst(), argument)
          case "--preemptions": preemptions = number(rest.popFirst(), argument)
          case "--seed": seed = number(rest.popFirst(), argument)
          case "--cpu": cpu = number(rest.popFirst(), argument)
          default: stop("“\(argument)” is not an option.")
          }
        }
      }

      private func number<Value: LosslessStringConvertible>(
        _ text: String?,
        _ option: String
      ) -> Value {
        guard let text, let value = Value(text) else { stop("\(option) needs a number.") }
        return value
      }
    }

    static func stop(_ message: String) -> Never {
      print(message)
      exit(2)
    }

    private static func restart() {
      var arguments = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
      unsafe execv("/proc/self/exe", &arguments)
    }

    // MARK: - One scenario

    private static func explore(_ name: String, _ options: Options) {
      guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
        stop("There is no scenario “\(name)”; --list names them.")
      }
      if let cpu = options.cpu { pin(to: cpu) }
      let scheduler = Scheduler.shared
      unsafe Interleaving.scheduler = scheduler
      scheduler.onFailure = { fail(name, $0) }
      unsafe failingScenario = name
      for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
        Glibc.signal(signal) {
          unsafe CommandLineTool.fail(CommandLineTool.failingScenario, "signal \($0)")
        }
      }
      watch(scheduler)

      var explorer = Explorer(scenario: scenario)
      explorer.seconds = options.seconds
      explorer.preemptions = options.preemptions
      explorer.seed = options.seed
      if let text = options.replay {
        guard let entries = Schedule.parse(text) else { stop("“\(text)” is not a schedule.") }
        explorer.replay(entries)
        print("\(name): holds under this schedule")
      } else {
        print("\(name): \(explorer.explore())")
      }
      exit(0)
    }

    nonisolated(unsafe) private static var failingScenario = ""
    nonisolated(unsafe) private static var hasFailed = false

    private static func fail(_ name: String, _ message: String) -> Never {
      // Ignores signals while the first failure is written.
      if unsafe hasFailed { _exit(1) }
      unsafe hasFailed = true
      let schedule = Scheduler.shared.schedule.text
      var text = """
        FAILED \(name): \(message)
          Interleavings --scenario \(name) --replay \(schedule)

        """
      text.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
      _exit(1)
    }

    /// Stops the process if a thread waits for something unknown to the scheduler.
    private static func watch(_ scheduler: Scheduler) {
      _ = startThread {
        var seen = -1
        while true {
          sleep(10)
          if scheduler.progress == seen {
            unsafe fail(failingScenario, "a thread waits outside the core")
          }
          seen = scheduler.progress
        }
      }
    }

    /// Binds the process to one processor, which halves the time for passing the baton.
    private static func pin(to cpu: Int) {
      // Not imported from the C library.
      typealias Function = @convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32
      guard let symbol = unsafe dlsym(nil, "sched_setaffinity") else { return }
      let setAffinity = unsafe unsafeBitCast(symbol, to: Function.self)
      var set = [UInt64](repeating: 0, count: 16)
      set[cpu / 64] = 1 << UInt64(cpu % 64)
      _ = unsafe setAffinity(0, set.count * 8, &set)
    }
  }
#endif
