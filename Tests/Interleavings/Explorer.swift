#if INTERLEAVING
  import Glibc
  import Sluice

  /// Executes a scenario's schedules: all those with few preemptions, then random ones.
  struct Explorer {
    let scenario: Scenario
    var seconds = 10.0
    var preemptions = 3
    var seed: UInt64 = 1
    /// The maximum share of the time for the depth-first schedules.
    private let partDepthFirst = 0.7

    /// - Returns: A one-line summary.
    func explore() -> String {
      let begin = monotonicSeconds()
      var count = 0
      var longest = 0

      func go(_ strategy: any Strategy, until end: Double) -> Bool {
        Scheduler.shared.strategy = strategy
        while true {
          scenario.execute()
          count += 1
          longest = max(longest, Scheduler.shared.step)
          if !strategy.advance(steps: Scheduler.shared.step) { return true }
          if count % 32 == 0, monotonicSeconds() > end { return false }
        }
      }

      // Lazy globals are initialized without a second thread in between.
      for _ in 0..<2 { _ = go(Replay(), until: .infinity) }
      _ = Scheduler.shared.locations.learn()

      var complete = -1
      let endOfDepthFirst = begin + seconds * partDepthFirst
      while complete < preemptions {
        guard go(DepthFirst(preemptions: complete + 1), until: endOfDepthFirst) else { break }
        // Repeats if more locations turned out to be shared.
        if !Scheduler.shared.locations.learn() { complete += 1 }
      }
      let depthFirst = count
      _ = go(RandomPriorities(seed: seed, length: longest), until: begin + seconds)

      let bound = complete < 0 ? "not all without a preemption" : "all with \(complete) preemptions"
      let rate = Int(Double(count) / max(0.001, monotonicSeconds() - begin))
      return """
        \(bound), \(depthFirst) schedules; \(count - depthFirst) at random from seed \(seed); \
        up to \(longest) steps; \(rate) a second
        """
    }

    /// Executes one schedule.
    func replay(_ entries: [(step: Int, thread: Int)]) {
      Scheduler.shared.strategy = Replay()
      for _ in 0..<2 { scenario.execute() }
      Scheduler.shared.strategy = Replay(entries)
      scenario.execute()
    }
  }

  func monotonicSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
#endif
