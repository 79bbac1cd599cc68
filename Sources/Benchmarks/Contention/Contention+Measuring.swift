extension Contention {
  /// Measures and checks each setup, and compares it with its goal.
  ///
  /// The setups alternate, round by round, so that other load affects all of them.
  func measure(_ effort: Effort) async throws -> [Outcome] {
    var results: [Setup: Result] = [:]
    let burners = isLoaded ? try Burners() : nil
    for _ in 0..<effort.rounds {
      for setup in setups {
        var result = results[setup] ?? Result()
        guard result.abandonment == nil else { continue }
        let hammering = Hammering(hammers: hammers, isPaced: true, time: effort.roundTime)
        do {
          result.add(try await hammering.run(setup.contender()))
        } catch {
          throw CheckFailure(description: "“\(name(of: setup))” failed its check. \(error)")
        }
        results[setup] = result
      }
    }
    withExtendedLifetime(burners) {}
    let base = results[.posixMutex].map { Tails($0.durations) }
    return setups.map { outcome(of: $0, results[$0] ?? Result(), beside: base) }
  }

  private func outcome(of setup: Setup, _ result: Result, beside base: Tails?) -> Outcome {
    let tails = Tails(result.durations)
    let goal = goal(of: setup)
    return Outcome(
      name: name(of: setup),
      tails: tails,
      throughput: Double(result.hammered) / (result.time / .seconds(1)),
      baseline: goal?.isRelative == true ? Setup.posixMutex.rawValue : nil,
      goal: goal.map(Goal.tails),
      holds: result.abandonment == nil ? goal?.holds(tails, beside: base) : false,
      note: result.abandonment?.reason
    )
  }

  /// The results of all rounds of a setup.
  private struct Result {
    var durations: [Duration] = []
    var hammered = 0
    var time = Duration.zero
    var abandonment: Abandonment?

    mutating func add(_ report: Hammering.Report) {
      durations += report.paced
      hammered += report.hammered
      time += report.time
      abandonment = report.abandonment
    }
  }
}
