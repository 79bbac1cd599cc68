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

    private struct Thread {
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
    private static let threadCount = scenarioThreads + jobThreads
    /// The duration of a pause, chosen so that a thread spins once or twice before it sleeps.
    private static let pausing: UInt64 = 25_000
    /// The number of consecutive reads of a location that count as spinning.
    private static let mostReads = 6
    private static let mostSteps = 20_000

    static let shared = Scheduler()

    private var threads = [Thread](repeating: Thread(), count: threadCount)
    private var handles = [pthread_t](repeating: pthread_self(), count: threadCount)
    private let batons = UnsafeMutablePointer<sem_t>.allocate(capacity: threadCount)
    private var current = 0
    private var isRunning = false
    /// The threads that continue whenever they can, in order of priority.
    private var urgent: [Int] = []
    private(set) var step = 0
    private(set) var now: UInt64 = 0
    private var threadLocals = [UInt](repeating: 0, count: threadCount * 8)

    /// The strategy and its decisions.
    var strategy: any Strategy = Unforced()
    let schedule = Schedule()
    let locations = Locations()

    private var jobs: [UnownedJob] = []
    private var nextJob = 0
    /// The number of tasks that the scenario waits for.
    private var pendingTasks = 0
    let executor = JobExecutor()
    /// For the watchdog: changes while the run makes progress.
    private(set) var progress = 0
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

    // MARK: - Tasks

    fileprivate func enqueue(_ job: UnownedJob) {
      jobs.append(job)
      if isRunning { wakeJobThread() }
    }

    private func wakeJobThread() {
      for index in Self.scenarioThreads..<Self.threadCount
      where threads[index].object == ObjectIdentifier(executor) {
        threads[index].object = nil
        threads[index].status = .ready
        return
      }
    }

    private func popJob() -> UnownedJob? {
      guard nextJob < jobs.count else { return nil }
      defer {
        nextJob += 1
        if nextJob == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          nextJob = 0
        }
      }
      return jobs[nextJob]
    }

    func startTask(_ body: @escaping @Sendable () async -> Void) {
      _ = Task(executorPreference: executor) { await body() }
    }

    /// Starts a task that the scenario waits for.
    func startAwaitedTask(_ body: @escaping @Sendable () async -> Void) {
      pendingTasks += 1
      startTask {
        await body()
        self.pendingTasks -= 1
      }
    }

    // MARK: - Operations

    func makeLocation() -> UInt { locations.make() }

    /// Whether the calling thread is scheduled.
    private var isScheduled: Bool { isRunning && handles[current] == pthread_self() }

    func access(_ location: UInt, writes: Bool) {
      guard isScheduled else { return }
      if isRepeated(location, writes) { return pause() }
      countStep()
      if locations.note(location, by: current, writes: writes) { decide(canGoOn: true) }
    }

    private func isRepeated(_ location: UInt, _ writes: Bool) -> Bool {
      if writes || location == 0 || threads[current].lastRead != location {
        threads[current].lastRead = writes ? 0 : location
        threads[current].reads = 0
        return false
      }
      threads[current].reads += 1
      return threads[current].reads > Self.mostReads
    }

    func change() {
      guard isScheduled else { return }
      endSpinning(except: current)
      yieldToUrgent()
    }

    func setUrgent(_ isUrgent: Bool) {
      guard isScheduled else { return }
      if isUrgent {
        urgent.append(current)
      } else if let index = urgent.lastIndex(of: current) {
        urgent.remove(at: index)
      }
    }

    private var readyUrgent: Int? { urgent.first { threads[$0].status == .ready } }

    /// Switches immediately to an urgent thread that can continue: the calling thread's next step
    /// may need what that one holds.
    private func yieldToUrgent() {
      if let next = readyUrgent, !urgent.contains(current) { passBaton(from: current, to: next) }
    }

    /// A point in a scenario's callback at which other threads may be scheduled.
    func point() {
      access(0, writes: false)
    }

    func pause() {
      guard isScheduled else {
        now += Self.pausing
        return
      }
      countStep()
      now += Self.pausing
      for index in threads.indices where threads[index].status == .asleep {
        if let deadline = threads[index].deadline, deadline <= now { timeOut(index) }
      }
      threads[current].status = .spinning
      decide(canGoOn: false)
      threads[current].status = .ready
    }

    func sleep(on object: ObjectIdentifier, until deadline: UInt64?) -> Bool {
      guard isScheduled else { fatalError("A thread that is not scheduled would sleep.") }
      if let deadline, deadline <= now { return false }
      countStep()
      let thread = current
      threads[thread].status = .asleep
      threads[thread].object = object
      threads[thread].deadline = deadline
      threads[thread].hasTimedOut = false
      endSpinning(except: thread)
      decide(canGoOn: false)
      return !threads[thread].hasTimedOut
    }

    func wake(_ object: ObjectIdentifier) {
      guard isRunning else { return }
      for index in threads.indices
      where threads[index].status == .asleep && threads[index].object == object {
        threads[index].status = .ready
        threads[index].object = nil
        threads[index].deadline = nil
      }
      endSpinning(except: current)
      if isScheduled { yieldToUrgent() }
    }

    func threadLocal(_ key: UInt) -> UInt {
      isScheduled ? threadLocals[current * 8 + Int(key)] : 0
    }

    func setThreadLocal(_ key: UInt, to value: UInt) {
      if isScheduled { threadLocals[current * 8 + Int(key)] = value }
    }

    private func endSpinning(except thread: Int) {
      for index in threads.indices where index != thread && threads[index].status == .spinning {
        threads[index].status = .ready
      }
    }

    private func countStep() {
      step += 1
      progress &+= 1
      if step > Self.mostSteps { onFailure("livelock: \(Self.mostSteps) steps and no end") }
    }

    // MARK: - Deciding

    private func decide(canGoOn: Bool, isFree: Bool = false) {
      let previous = current
      if canGoOn, urgent.contains(previous) { return }
      if let next = readyUrgent, next != previous { return passBaton(from: previous, to: next) }
      var ready = Options()
      for index in threads.indices where threads[index].status == .ready { ready.insert(index) }
      let sleeper = nextSleeper
      if ready.isEmpty, sleeper == nil, !threads.contains(where: { $0.status == .spinning }) {
        return end(previous)
      }
      if ready.isEmpty {
        if sleeper != nil, !threads.contains(where: { $0.status == .spinning }) {
          onFailure("a thread sleeps to its deadline although nobody else goes on")
        }
        endSpinning(except: -1)
        for index in threads.indices where threads[index].status == .ready { ready.insert(index) }
      }
      let byDefault: Int
      if canGoOn {
        byDefault = previous
      } else {
        byDefault = ready.first(after: previous) ?? sleeper ?? previous
      }
      // A spinning thread yields to the next thread: a free choice among all would multiply the
      // schedules with each iteration of a loop.
      let isCostly = (canGoOn && !isFree) || threads[previous].status == .spinning
      var (free, costly) = isCostly ? (Options(), ready) : (ready, Options())
      if let sleeper { if ready.isEmpty { free.insert(sleeper) } else { costly.insert(sleeper) } }
      free.remove(byDefault)
      costly.remove(byDefault)
      let isForced = free.isEmpty && costly.isEmpty
      let next =
        isForced
        ? byDefault
        : strategy.choose(
          Choice(
            step: step,
            previous: previous,
            byDefault: byDefault,
            isSpinning: threads[previous].status == .spinning,
            free: free,
            costly: costly
          )
        )
      if next != byDefault { schedule.append(step, next) }
      if threads[next].status == .asleep { timeOut(next) }
      if next != previous { passBaton(from: previous, to: next) }
    }

    /// The thread with the earliest deadline.
    private var nextSleeper: Int? {
      var first: (index: Int, deadline: UInt64)?
      for index in threads.indices where threads[index].status == .asleep {
        if let deadline = threads[index].deadline, deadline < first?.deadline ?? .max {
          first = (index, deadline)
        }
      }
      return first?.index
    }

    private func timeOut(_ index: Int) {
      now = max(now, threads[index].deadline ?? 0)
      threads[index].status = .ready
      threads[index].object = nil
      threads[index].deadline = nil
      threads[index].hasTimedOut = true
    }

    /// Ends the run if no thread can continue.
    private func end(_ previous: Int) {
      let asleep = threads.indices.filter {
        threads[$0].status == .asleep && threads[$0].object != ObjectIdentifier(executor)
      }
      if !asleep.isEmpty {
        onFailure(
          "deadlock: threads \(asleep.map(String.init).joined(separator: ", ")) sleep forever"
        )
      }
      if pendingTasks > 0 { onFailure("deadlock: a task waits forever") }
      isRunning = false
      if previous != 0 { passBaton(from: previous, to: 0) }
    }

    private func passBaton(from previous: Int, to next: Int) {
      let mayLeave =
        previous != 0 && previous < Self.scenarioThreads
        && threads[previous].status == .finished
      current = next
      unsafe sem_post(batons + next)
      // A thread that has ended waits for its next body where it began.
      if !mayLeave { takeBaton(previous) }
    }

    private func takeBaton(_ index: Int) {
      while unsafe sem_wait(batons + index) != 0 {}
    }
  }

  /// Executes the jobs of tasks in threads that are scheduled.
  final class JobExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      Scheduler.shared.enqueue(UnownedJob(job))
    }
  }

  /// Starts a thread that lives as long as the process.
  func startThread(_ body: @escaping () -> Void) -> pthread_t {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let result = unsafe pthread_create(
      &thread,
      nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
        }
        return nil
      },
      context
    )
    precondition(result == 0, "No thread could be started: \(result)")
    return thread
  }

  private final class ThreadBody {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
#endif
