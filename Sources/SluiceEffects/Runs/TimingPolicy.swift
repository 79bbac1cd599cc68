import SluiceCore

/// A pure state machine, without a clock, that decides which arrivals pass by the time between
/// them.
///
/// Requests timers by number, and is notified when one fires; an outdated timer has no effect.
struct TimingPolicy: Sendable, Equatable {
  /// The rule by which arrivals pass.
  enum Rule: Sendable, Equatable {
    case none
    case debounce(Duration, atMost: Duration? = nil)
    /// Of those that waited, the last passes at the end of an interval, or else the first.
    case throttle(Duration, ThrottleEdges, latest: Bool = true)

    /// Whether an arrival needs the time.
    var needsTime: Bool { if case .debounce(_, .some) = self { true } else { false } }
  }

  /// What passes is to start.
  typealias Step = LanePolicy.Step

  let rule: Rule
  /// The arrival that passes when the timer fires.
  private(set) var waiting: Int?
  /// The timer that is set, if any.
  private(set) var timer: Int?
  private var lastTimer = 0
  /// The time at which a debounce passes what waits, although others keep arriving; `nil` once the
  /// timer is set for it.
  private var deadline: Duration?

  init(_ rule: Rule) { self.rule = rule }

  /// Whether nothing waits and no timer is set.
  var isIdle: Bool { waiting == nil && timer == nil }

  /// Adds an arrival.
  ///
  /// - Parameter now: The time, on any clock; only a debounce with a longest wait needs it.
  mutating func arrived(_ id: Int, at now: Duration = .zero) -> [Step] {
    switch rule {
    case .none:
      return [.start(id)]
    case .debounce(let quiet, atMost: nil):
      return replaceWaiting(by: id) + [schedule(after: quiet)]
    case .debounce(let quiet, let longest?):
      if waiting == nil { deadline = now + longest }
      let steps = replaceWaiting(by: id)
      // The last timer isn't replaced: arrivals that are faster than timers would starve it.
      guard let end = deadline else { return steps }
      if now + quiet < end { return steps + [schedule(after: quiet)] }
      deadline = nil
      return steps + [schedule(after: max(.zero, end - now))]
    case .throttle(let interval, let edges, let latest):
      if timer == nil {
        assert(waiting == nil, "What waits has a timer.")
        if edges.contains(.leading) { return [.start(id), schedule(after: interval)] }
        waiting = id
        return [schedule(after: interval)]
      }
      let waits = edges.contains(.trailing) && (latest || waiting == nil)
      return waits ? replaceWaiting(by: id) : [.drop(id)]
    }
  }

  /// Handles a timer that fired.
  mutating func fired(_ timer: Int) -> [Step] {
    assert(timer <= lastTimer)
    guard timer == self.timer else { return [] }
    self.timer = nil
    deadline = nil
    guard let id = waiting.take() else { return [] }
    // A throttle's next interval begins here: the rate holds across intervals.
    if case .throttle(let interval, _, _) = rule { return [.start(id), schedule(after: interval)] }
    return [.start(id)]
  }

  /// Cancels the waiting arrival if it matches; a throttle's interval continues.
  mutating func cancel(where matches: (Int) -> Bool) -> [Step] {
    guard let id = waiting, matches(id) else { return [] }
    waiting = nil
    guard case .debounce = rule else { return [.drop(id)] }
    timer = nil
    deadline = nil
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

/// The ends of a throttle's interval at which an action passes.
public struct ThrottleEdges: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Passes the first action of a burst immediately.
  public static var leading: Self { Self(rawValue: 1) }
  /// Passes the last action of an interval, or the first one that waits, at its end.
  public static var trailing: Self { Self(rawValue: 2) }
  /// Passes the first action immediately, and the last of each interval, or the first one that waits,
  /// at its end.
  public static var both: Self { [.leading, .trailing] }
}
