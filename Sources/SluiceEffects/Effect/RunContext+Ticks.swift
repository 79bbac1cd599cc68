import SluiceCore

extension RunContext {
  /// Returns the ticks of the store's clock at an interval, for as long as the run lives.
  ///
  /// ```swift
  /// let polling = Feedback<Prices, PriceService>(while: \.isShown) { service, context in
  ///   for await _ in context.ticks(every: .seconds(10)) {
  ///     context.send(PricesLoaded(prices: try await service.prices()))
  ///   }
  /// }
  /// ```
  ///
  /// The deadlines are multiples of the interval after the loop began, so they don't drift, however
  /// long each pass takes. A pass that lasts beyond a deadline misses it: the loop continues at the
  /// next one, and never catches up in a burst. Each element is the number of its deadline (1, 2, 3,
  /// …), so a gap shows how many were missed, and the number times the interval is the time since the
  /// loop began.
  ///
  /// The loop ends, without an error, when the run is cancelled or has ended, also in a task that
  /// outlives it. Each iteration counts from its own beginning.
  ///
  /// - Parameter interval: The time between two ticks; greater than zero.
  public func ticks(every interval: Duration) -> some AsyncSequence<Int, Never> & Sendable {
    precondition(
      interval > .zero,
      "Sluice: ticks every \(interval) would never rest. Use an interval greater than zero."
    )
    return RunTicks(run: run, interval: interval)
  }
}

/// The deadlines of ticks, in durations since the first tick's interval began.
struct TickSchedule {
  let interval: Duration

  /// Returns the number of the next tick: the one after another, unless it is past.
  func next(after number: Int, elapsed: Duration) -> Int {
    // A deadline that is due at this very instant isn't missed.
    let (count, rest) = elapsed.attoseconds.quotientAndRemainder(dividingBy: interval.attoseconds)
    return max(number + 1, Int(count) + (rest > 0 ? 1 : 0))
  }

  func deadline(of number: Int) -> Duration { interval * number }
}

private struct RunTicks: AsyncSequence, Sendable {
  let run: EffectRun
  let interval: Duration

  func makeAsyncIterator() -> Iterator {
    Iterator(run: run, schedule: TickSchedule(interval: interval), start: run.entry.clock.now)
  }

  struct Iterator: AsyncIteratorProtocol {
    let run: EffectRun
    let schedule: TickSchedule
    let start: Duration
    private var number = 0

    init(run: EffectRun, schedule: TickSchedule, start: Duration) {
      self.run = run
      self.schedule = schedule
      self.start = start
    }

    mutating func next(isolation: isolated (any Actor)?) async -> Int? {
      let elapsed = run.entry.clock.now - start
      number = schedule.next(after: number, elapsed: elapsed)
      let deadline = start + schedule.deadline(of: number)
      return await run.sleepWhileAlive(until: deadline) ? number : nil
    }
  }
}
