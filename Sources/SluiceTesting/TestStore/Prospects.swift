import Sluice

/// The pending work of a store, and whether any of it can proceed while the test's clock stands.
struct Prospects: Sendable {
  let work: [PendingWork]
  let hasActionsInStreams: Bool
  /// The number of runs that sleep on the clock by other means, such as through the environment.
  private let sleepersElsewhere: Int

  /// The prospects of a store that was freed.
  static let none = Prospects(.none, sleepers: 0)

  init<State, Environment>(_ store: TestStore<State, Environment>) {
    self.init(store.activity, sleepers: store.clock.sleeperCount)
  }

  private init(_ activity: StoreActivity, sleepers: Int) {
    work = activity.work
    hasActionsInStreams = activity.hasActionsInStreams
    sleepersElsewhere = sleepers - activity.timerCount
  }

  /// Returns whether something may happen while the clock stands.
  ///
  /// - Parameter countingListeners: Whether to count runs that wait for a later action, and streams
  ///   that another task feeds, such as those of a debounce: that other task may be busy.
  func isPromising(countingListeners: Bool = true) -> Bool {
    let active = work.count { work in
      switch work.stage {
      case .running: countingListeners || !work.isStream
      case .listening: countingListeners && !work.isStream
      case .waiting, .held, .asleep: false
      }
    }
    return hasActionsInStreams || active > max(0, sleepersElsewhere)
  }

  /// The work that keeps the store from being idle.
  var unfinished: [PendingWork] { work.filter(\.isCounted) }

  /// Whether a run waits for the test to let effects run.
  var hasHeldRuns: Bool { work.contains { $0.stage == .held } }

  /// Lists what keeps the store from being idle.
  var listing: Listing {
    Listing("Under way:", unfinished.map(\.description), orElse: "a stream with an action")
  }

  /// The number of unfinished runs, with a verb.
  var count: String {
    switch unfinished.count {
    case 0: "a stream is"
    case 1: "1 run is"
    case let count: "\(count) runs are"
    }
  }

  /// Advice for when something has not arrived, or has not ended.
  var advice: String {
    // Held runs too that don't keep the store from being idle.
    PendingWork.advice(
      for: unfinished + work.filter { $0.stage == .held && !$0.isCounted },
      areOthersAsleep: sleepersElsewhere > 0
    )
  }
}
