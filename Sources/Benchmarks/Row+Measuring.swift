extension Row {
  /// Measures, checks, and compares with the goal; a row that takes longer than it may misses its goal.
  func measure(_ effort: Effort) async throws -> Outcome {
    let begin = ContinuousClock.now
    var outcome = try await outcome(effort)
    let (time, most) = (begin.duration(to: .now), effort.rowTime * timeFactor)
    outcome.seconds = time / .seconds(1)
    if time > most {
      outcome.holds = false
      let note =
        "The row took \(Figure.plain(time / .seconds(1))) s, at most \(Figure.plain(most / .seconds(1)))."
      outcome.note = [outcome.note, note].compactMap(\.self).joined(separator: " ")
    }
    return outcome
  }

  private func outcome(_ effort: Effort) async throws -> Outcome {
    do {
      switch measure {
      case .time(let subject): return try await time(subject(), effort)
      case .amount(let unit, let count): return outcome(amount: try await count(effort), unit)
      }
    } catch let abandonment as Abandonment {
      return Outcome(name: name, goal: goal, holds: false, note: abandonment.reason)
    } catch {
      throw CheckFailure(description: "“\(name)” failed its check. \(error)")
    }
  }

  /// Subject and baseline alternate, sample by sample, so that other load affects both.
  private func time(_ subject: Subject, _ effort: Effort) async throws -> Outcome {
    let base = try baseline?.subject()
    let sampleTime = effort.sampleTime * sampleTimes
    var subjectSampler = Sampler(subject.run, by: stopwatch, lasting: sampleTime)
    var baseSampler = base.map { Sampler($0.run, by: stopwatch, lasting: sampleTime) }
    var overheadSampler = subject.overhead.map { Sampler($0, by: stopwatch, lasting: sampleTime) }
    await subjectSampler.warmUp()
    await baseSampler?.warmUp()
    await overheadSampler?.warmUp()
    for _ in 0..<effort.samples {
      await subjectSampler.sample()
      await baseSampler?.sample()
      await overheadSampler?.sample()
    }
    try subject.check(subjectSampler.total)
    if let base, let baseSampler { try base.check(baseSampler.total) }
    return outcome(subjectSampler.samples, baseSampler?.samples, overheadSampler?.samples)
  }

  private func outcome(_ subject: Samples, _ base: Samples?, _ overhead: Samples?) -> Outcome {
    let median = (subject.median - (overhead?.median ?? 0)) / Double(parts)
    let minimum = (subject.minimum - (overhead?.minimum ?? 0)) / Double(parts)
    let ratio = base.map {
      baseline?.isThroughput == true ? $0.median / median : median / $0.median
    }
    return Outcome(
      name: name,
      median: median,
      minimum: minimum,
      baseline: baseline?.name,
      ratio: ratio,
      goal: goal,
      holds: goal?.holds(median: median, ratio: ratio)
    )
  }

  private func outcome(amount: Double?, _ unit: String) -> Outcome {
    Outcome(
      name: name,
      amount: amount,
      unit: unit,
      goal: goal,
      holds: amount.flatMap { goal?.holds(amount: $0) }
    )
  }
}
