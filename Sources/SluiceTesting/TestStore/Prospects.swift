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
    let isWaitingForTime = unfinished.contains { $0.stage == .waiting || $0.stage == .asleep }
    let isListening = unfinished.contains { $0.stage == .listening }
    return (hasHeldRuns ? "let the effects run with `runEffects()`, " : "")
      + (sleepersElsewhere > 0 || isWaitingForTime ? "advance the clock, " : "")
      + (isListening ? "dispatch the action that a run waits for, " : "")
  }
}

extension PendingWork {
  /// Such as `TodosEffects.fetch (Shop/Todos.swift:12), set off by #1 FetchTodos`.
  var line: String {
    var line = "\(effect) (\(position))"
    if let action, let commit {
      line += ", set off by #\(commit) \(ActionDescription(action).line(limit: 80))"
    }
    return line + stage.text
  }
}

extension PendingWork.Stage {
  fileprivate var text: String {
    switch self {
    case .waiting: ", waits for time or its turn"
    case .held: ", is held back"
    case .asleep: ", sleeps on the clock"
    case .listening: ", waits for a later action"
    case .running: ""
    }
  }
}
