/// Debounce or throttle, and behind it overlap: what becomes of each action of one lane.
///
/// A lane is an effect, or one key of it.
struct LanePolicy: Sendable, Equatable {
  /// What is to be done, in order.
  enum Step: Equatable {
    /// The arrival's run starts.
    case start(Int)
    /// The run is to end; it is not heard of again.
    case cancel(Int)
    /// The arrival starts nothing.
    case drop(Int)
    /// A timer is to be set, in the place of the one before.
    case schedule(timer: Int, after: Duration)
    /// The timer is needed no more.
    case unschedule
  }

  private(set) var timing: TimingPolicy
  private(set) var overlap: OverlapPolicy

  init(_ rule: TimingPolicy.Rule, _ overlap: Overlap) {
    timing = TimingPolicy(rule)
    self.overlap = OverlapPolicy(overlap)
  }

  /// Whether the lane remembers nothing that matters to the next action.
  var isIdle: Bool { timing.isIdle && overlap.isIdle }

  /// An action has arrived.
  mutating func arrived(_ id: Int) -> [Step] {
    let steps = timing.arrived(id)
    return pass(steps)
  }

  /// A timer has fired.
  mutating func fired(_ timer: Int) -> [Step] {
    let steps = timing.fired(timer)
    return pass(steps)
  }

  /// A run has come to its end by itself.
  mutating func ended(_ id: Int) -> [Step] {
    overlap.ended(id).map(Step.init)
  }

  /// Runs and arrivals are cancelled.
  mutating func cancel(where matches: (Int) -> Bool) -> [Step] {
    let steps = timing.cancel(where: matches)
    return pass(steps) + overlap.cancel(where: matches).map(Step.init)
  }

  private mutating func pass(_ steps: [TimingPolicy.Step]) -> [Step] {
    var all: [Step] = []
    for step in steps {
      switch step {
      case .pass(let id): all += overlap.arrived(id).map(Step.init)
      case .drop(let id): all.append(.drop(id))
      case .schedule(let timer, let delay): all.append(.schedule(timer: timer, after: delay))
      case .unschedule: all.append(.unschedule)
      }
    }
    return all
  }
}

extension LanePolicy.Step {
  fileprivate init(_ step: OverlapPolicy.Step) {
    switch step {
    case .start(let id): self = .start(id)
    case .cancel(let id): self = .cancel(id)
    case .drop(let id): self = .drop(id)
    }
  }
}
