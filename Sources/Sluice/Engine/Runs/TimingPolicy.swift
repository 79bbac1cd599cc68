/// Decides which arrivals pass, by the time between them: a pure state machine without a clock.
///
/// It asks for timers by number, and is told when one fired; a timer that it no longer waits for
/// does nothing.
struct TimingPolicy: Sendable, Equatable {
  /// How arrivals are thinned out.
  enum Rule: Sendable, Equatable {
    case none
    case debounce(Duration)
    case throttle(Duration, ThrottleEdges)
  }

  /// What is to be done, in order.
  enum Step: Equatable {
    case pass(Int)
    case drop(Int)
    /// A timer is to be set, in the place of the one before.
    case schedule(timer: Int, after: Duration)
    /// The timer is needed no more.
    case unschedule
  }

  let rule: Rule
  /// The arrival that passes when the timer fires.
  private(set) var waiting: Int?
  /// The timer that is set, if one is.
  private(set) var timer: Int?
  private var lastTimer = 0

  init(_ rule: Rule) { self.rule = rule }

  /// Whether nothing waits and no timer is set.
  var isIdle: Bool { waiting == nil && timer == nil }

  /// An action has arrived.
  mutating func arrived(_ id: Int) -> [Step] {
    switch rule {
    case .none:
      return [.pass(id)]
    case .debounce(let quiet):
      return replaceWaiting(by: id) + [schedule(after: quiet)]
    case .throttle(let interval, let edges):
      if timer == nil {
        if edges.contains(.leading) { return [.pass(id), schedule(after: interval)] }
        waiting = id
        return [schedule(after: interval)]
      }
      return edges.contains(.trailing) ? replaceWaiting(by: id) : [.drop(id)]
    }
  }

  /// A timer has fired.
  mutating func fired(_ timer: Int) -> [Step] {
    guard timer == self.timer else { return [] }
    self.timer = nil
    guard let id = waiting.take() else { return [] }
    // A throttle's next interval begins here: the rate holds across intervals.
    if case .throttle(let interval, _) = rule { return [.pass(id), schedule(after: interval)] }
    return [.pass(id)]
  }

  /// The arrival that waits is cancelled, if it is meant; a throttle's interval goes on.
  mutating func cancel(where matches: (Int) -> Bool) -> [Step] {
    guard let id = waiting, matches(id) else { return [] }
    waiting = nil
    guard case .debounce = rule else { return [.drop(id)] }
    timer = nil
    return [.drop(id), .unschedule]
  }

  private mutating func replaceWaiting(by id: Int) -> [Step] {
    defer { waiting = id }
    return waiting.map { [.drop($0)] } ?? []
  }

  private mutating func schedule(after delay: Duration) -> Step {
    lastTimer += 1
    timer = lastTimer
    return .schedule(timer: lastTimer, after: delay)
  }
}

/// The ends of a throttle's interval at which an action is let through.
public struct ThrottleEdges: OptionSet, Sendable {
  /// The set as bits.
  public let rawValue: UInt8

  /// A set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The first action of a burst, at once.
  public static var leading: Self { Self(rawValue: 1) }
  /// The last action of an interval, at its end.
  public static var trailing: Self { Self(rawValue: 2) }
  /// The first at once, and the last of each interval at its end.
  public static var both: Self { [.leading, .trailing] }
}
