import SluiceCore

/// Decides what happens to each action of one lane: debounce or throttle, then overlap.
///
/// A lane is an effect, or one of its keys.
struct LanePolicy: Sendable, Equatable {
  /// A step to execute, in order.
  enum Step: Equatable {
    /// Starts the arrival's run.
    case start(Int)
    /// Cancels the run; the policy forgets it.
    case cancel(Int)
    /// Drops the arrival, which starts nothing.
    case drop(Int)
    /// Sets a timer, replacing the previous one.
    case schedule(timer: Int, after: Duration)
    /// Cancels the timer.
    case unschedule
  }

  private(set) var timing: TimingPolicy
  private(set) var overlap: OverlapPolicy

  init(_ rule: TimingPolicy.Rule, _ overlap: Overlap) {
    timing = TimingPolicy(rule)
    self.overlap = OverlapPolicy(overlap)
  }

  /// Whether the lane has no state that affects the next action.
  var isIdle: Bool { timing.isIdle && overlap.isIdle }

  /// Adds an arrival.
  ///
  /// - Parameter now: The time; see ``TimingPolicy/arrived(_:at:)``.
  mutating func arrived(_ id: Int, at now: Duration = .zero) -> [Step] {
    let steps = timing.arrived(id, at: now)
    return pass(steps)
  }

  /// Handles a timer that fired.
  mutating func fired(_ timer: Int) -> [Step] {
    let steps = timing.fired(timer)
    return pass(steps)
  }

  /// Removes a run that ended by itself.
  mutating func ended(_ id: Int) -> [Step] {
    overlap.ended(id)
  }

  /// Cancels the runs and arrivals that match.
  mutating func cancel(where matches: (Int) -> Bool) -> [Step] {
    let steps = timing.cancel(where: matches)
    return pass(steps) + overlap.cancel(where: matches)
  }

  /// Hands on what the time lets start.
  private mutating func pass(_ steps: [Step]) -> [Step] {
    steps.flatMap { step in
      if case .start(let id) = step { overlap.arrived(id) } else { [step] }
    }
  }
}
