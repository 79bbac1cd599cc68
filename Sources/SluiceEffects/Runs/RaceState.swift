import SluiceCore

/// A pure state machine of a race: the first result decides, and ends all contestants.
struct RaceState<Waiter, Contestant, Outcome> {
  private var waiter: Waiter?
  private var contestants: [Contestant] = []
  private var result: Outcome?

  /// Begins the race, unless it is decided already.
  ///
  /// - Returns: The result if there is one: then the caller resumes the waiter.
  mutating func begin(_ waiter: Waiter) -> Outcome? {
    assert(self.waiter == nil)
    if result == nil { self.waiter = waiter }
    return result
  }

  /// Adds a contestant.
  ///
  /// - Returns: Whether the race is open; otherwise the caller ends the contestant.
  mutating func add(_ contestant: Contestant) -> Bool {
    if result != nil { return false }
    contestants.append(contestant)
    return true
  }

  /// Decides the race.
  ///
  /// - Returns: Whom the caller resumes, if the race has begun, and whom it ends; `nil` if the race
  ///   was decided before.
  mutating func settle(_ result: Outcome) -> (waiter: Waiter?, tasks: [Contestant])? {
    if self.result != nil { return nil }
    self.result = result
    defer { contestants = [] }
    return (waiter.take(), contestants)
  }
}
