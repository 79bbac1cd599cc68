#if INTERLEAVING
  import Glibc
  import Sluice

  /// The operations of the core, called by its threads.
  extension Scheduler {
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

    var readyUrgent: Int? { urgent.first { threads[$0].status == .ready } }

    /// Switches immediately to an urgent thread that can continue: the calling thread's next step
    /// may need what that one holds.
    private func yieldToUrgent() {
      if let next = readyUrgent, !urgent.contains(current) { passBaton(from: current, to: next) }
    }

    /// A point in a scenario's callback at which other threads may be scheduled.
    func point() { access(0, writes: false) }

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

    func threadLocal(_ key: UInt) -> UInt { isScheduled ? threadLocals[current * 8 + Int(key)] : 0 }

    func setThreadLocal(_ key: UInt, to value: UInt) {
      if isScheduled { threadLocals[current * 8 + Int(key)] = value }
    }

    func endSpinning(except thread: Int) {
      for index in threads.indices where index != thread && threads[index].status == .spinning {
        threads[index].status = .ready
      }
    }

    func countStep() {
      step += 1
      progress &+= 1
      if step > Self.mostSteps { onFailure("livelock: \(Self.mostSteps) steps and no end") }
    }
  }
#endif
