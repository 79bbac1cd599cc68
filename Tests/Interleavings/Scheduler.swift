import SluiceLocks

#if INTERLEAVING
  import Glibc
  import Sluice

  /// Runs a scenario's threads one at a time, and decides at each operation which one continues.
  ///
  /// The threads are real ones that pass a baton, so that the runtime's thread-local data is
  /// correct. They are reused for each schedule. A thread that continues costs no switch.
  @safe
  final class Scheduler: InterleavingScheduler, @unchecked Sendable {
    // `@unchecked`: accessed only by the thread that has the baton.

    enum Status { case unused, ready, spinning, asleep, finished }

    struct Thread {
      var status = Status.unused
      /// The object on which it sleeps.
      var object: ObjectIdentifier?
      var deadline: UInt64?
      var hasTimedOut = false
      var body: (() -> Void)?
      /// The location that it read last, and the number of consecutive reads.
      var lastRead: UInt = 0
      var reads = 0
    }

    /// Thread 0 is the process's main thread; the last ones execute the jobs of tasks.
    static let scenarioThreads = 4
    static let jobThreads = 2
    static let threadCount = scenarioThreads + jobThreads
    /// The duration of a pause, chosen so that a thread spins once or twice before it sleeps.
    static let pausing: UInt64 = 25_000
    /// The number of consecutive reads of a location that count as spinning.
    static let mostReads = 6
    static let mostSteps = 20_000

    static let shared = Scheduler()

    var threads = [Thread](repeating: Thread(), count: threadCount)
    var handles = [pthread_t](repeating: pthread_self(), count: threadCount)
    let batons = UnsafeMutablePointer<sem_t>.allocate(capacity: threadCount)
    var current = 0
    var isRunning = false
    /// The threads that continue whenever they can, in order of priority.
    var urgent: [Int] = []
    var step = 0
    var now: UInt64 = 0
    var threadLocals = [UInt](repeating: 0, count: threadCount * 8)

    /// The strategy and its decisions.
    var strategy: any Strategy = Replay()
    let schedule = Schedule()
    let locations = Locations()

    var jobs: [UnownedJob] = []
    var nextJob = 0
    /// The number of tasks that the scenario waits for.
    var pendingTasks = 0
    let executor = JobExecutor()
    /// For the watchdog: changes while the run makes progress.
    var progress = 0
    /// Handles a failed check; doesn't return.
    var onFailure: (String) -> Never = { fatalError($0) }

    private init() {
      for index in 0..<Self.threadCount { unsafe sem_init(batons + index, 0, 0) }
      for index in 1..<Self.threadCount {
        let isForJobs = index >= Self.scenarioThreads
        handles[index] = startThread {
          if isForJobs { self.executeJobs(index) } else { self.executeBodies(index) }
        }
        if isForJobs {
          threads[index].status = .asleep
          threads[index].object = ObjectIdentifier(executor)
        }
      }
    }

    // MARK: - A run

    /// Prepares for a scenario's setup, in which nothing is scheduled.
    func prepare(clock: UInt64) {
      now = clock
      step = 0
      schedule.removeAll()
      locations.beginRun()
      for index in threadLocals.indices { threadLocals[index] = 0 }
    }

    /// Executes a scenario's threads to their ends.
    func run(_ bodies: [() -> Void]) {
      precondition(bodies.count <= Self.scenarioThreads)
      for index in 0..<Self.scenarioThreads {
        threads[index].status = index < bodies.count ? .ready : .unused
        threads[index].body = index < bodies.count ? bodies[index] : nil
      }
      locations.endPreparation()
      current = 0
      isRunning = true
      if nextJob < jobs.count { wakeJobThread() }
      decide(canGoOn: true, isFree: true)
      execute(0)
      if isRunning { decide(canGoOn: false) }
      threads[0].status = .unused
    }

    /// Executes the rest after the threads have ended, without scheduling.
    func drain() {
      precondition(!isRunning)
      while let job = popJob() { unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
    }

    private func execute(_ index: Int) {
      executeBody(index)
      countStep()
      threads[index].status = .finished
    }

    /// Objects that only the body retains are released before this returns.
    private func executeBody(_ index: Int) {
      let body = threads[index].body
      threads[index].body = nil
      body?()
    }

    private func executeBodies(_ index: Int) {
      while true {
        takeBaton(index)
        execute(index)
        decide(canGoOn: false)
      }
    }

    private func executeJobs(_ index: Int) {
      takeBaton(index)
      while true {
        while let job = popJob() {
          access(0, writes: true)
          unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
        _ = sleep(on: ObjectIdentifier(executor), until: nil)
      }
    }
  }
#endif
