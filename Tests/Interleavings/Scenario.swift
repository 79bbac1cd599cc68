#if INTERLEAVING
  import Sluice

  /// The work of two or three threads on one store, and the checks of the result.
  struct Scenario: Sendable {
    let name: String
    /// The start of the virtual clock: late enough that every thread counts as one that waits
    /// rarely.
    var clock: UInt64 = 1_000_000_000
    /// Adds threads and checks; called for each schedule.
    let prepare: @Sendable (Run) -> Void
  }

  extension Scenario {
    static let all =
      locks + dispatching + observing + effects + idling + freeing + closing + selecting
      + restoring
  }

  /// One execution of a scenario.
  final class Run {
    fileprivate var bodies: [() -> Void] = []
    fileprivate var checks: [() -> Void] = []

    /// Adds a thread.
    func thread(_ body: @escaping () -> Void) { bodies.append(body) }

    /// Adds threads, each of which takes some steps on a store.
    func threads(on store: PictureStore, _ threads: [Step]...) {
      for steps in threads { thread { for step in steps { step.take(on: store) } } }
    }

    /// Adds a thread that has a reference, and releases it at its end.
    func thread<Object: AnyObject>(releasing object: Object, _ body: @escaping (Object) -> Void) {
      let slot = Shared<Object?>(object)
      thread { if let object = slot.take() { body(object) } }
    }

    /// Adds a task; the run ends when it has.
    func task(_ body: @escaping @Sendable () async -> Void) {
      Scheduler.shared.startAwaitedTask(body)
    }

    /// Adds a check for when all threads and tasks have ended.
    func finally(_ check: @escaping () -> Void) { checks.append(check) }
  }

  extension Scenario {
    /// Executes the scenario once, as the scheduler's strategy decides.
    func execute() {
      let scheduler = Scheduler.shared
      scheduler.prepare(clock: clock)
      executeThreads(scheduler)
      scheduler.drain()
      let alive = unsafe Witness.alive
      expect(alive == 0, "\(alive) objects are not released at the end")
    }

    private func executeThreads(_ scheduler: Scheduler) {
      let run = Run()
      prepare(run)
      let bodies = run.bodies
      run.bodies = []
      scheduler.run(bodies)
      scheduler.drain()
      for check in run.checks { check() }
    }
  }

  /// Fails the scenario, with the schedule that led there, unless a condition holds.
  func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { Scheduler.shared.onFailure(message()) }
  }

  /// A point at which other threads may be scheduled.
  func point() { Scheduler.shared.point() }

  /// An object that detects its use after its release, and counts releases.
  final class Witness: @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    nonisolated(unsafe) static var alive = 0
    private static let intact = 0x5AFE_0B7E_C7ED_0B1E
    private var mark = intact

    init() { unsafe Self.alive += 1 }

    deinit {
      expect(mark == Self.intact, "an object is released twice")
      mark = 0
      unsafe Self.alive -= 1
    }

    func check() { expect(mark == Self.intact, "an object is used after its release") }
  }

  /// Checks that only one thread at a time executes something.
  final class Gate: @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    private var isTaken = false
    private let name: String

    init(_ name: String) { self.name = name }

    func pass(_ body: () -> Void) {
      expect(!isTaken, "two are in \(name) at a time")
      isTaken = true
      point()
      body()
      isTaken = false
    }
  }

  /// A value that the threads of a scenario share: one runs at a time.
  @safe
  final class Shared<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  extension Shared<Bool> {
    /// Waits until another thread has set it.
    func wait() { while !value { Scheduler.shared.pause() } }
  }

  extension Shared {
    /// Returns a thread's reference, so that it is released at that thread's end.
    func take<Wrapped>() -> Wrapped? where Value == Wrapped? { value.take() }
  }
#endif
