#if INTERLEAVING
  import Glibc
  import Sluice

  extension Scheduler {
    func decide(canGoOn: Bool, isFree: Bool = false) {
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

    func timeOut(_ index: Int) {
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

    func passBaton(from previous: Int, to next: Int) {
      let mayLeave =
        previous != 0 && previous < Self.scenarioThreads
        && threads[previous].status == .finished
      current = next
      unsafe sem_post(batons + next)
      // A thread that has ended waits for its next body where it began.
      if !mayLeave { takeBaton(previous) }
    }

    func takeBaton(_ index: Int) { while unsafe sem_wait(batons + index) != 0 {} }
  }
#endif
