import SluiceLocks
import SluiceTree

/// Work that could still lead to a commit by itself: a run of an effect, or an action that waits to
/// start one.
///
/// Its description names the effect with its position, the element to which the run belongs, the action
/// that started it, and what it waits for.
public struct PendingWork: Sendable, CustomStringConvertible {
  /// The stage of the work.
  package enum Stage: Sendable {
    /// An action waits for a debounce, a throttle or its turn.
    case waiting
    /// The run is held back by a test, and hasn't begun.
    case held
    /// The run sleeps on the store's clock.
    case asleep
    /// The run waits for a later action, with `next` or by reading a stream, or for a value of the state.
    case listening
    case running
  }

  /// The effect's name.
  package let effect: String
  /// The ids of the elements to which the work belongs, the outermost first.
  private var elements: [any Sendable]
  /// The source position of the effect, such as `"Shop/StockEffects.swift:12"`.
  package let position: String
  package let stage: Stage
  /// The time that a run which sleeps on the store's clock has still to sleep, if it is known.
  private var timeLeft: Duration?
  /// The action that started the work, and the number of its commit; `nil` if none did.
  package private(set) var action: (any Action)?
  package let commit: Int?
  private var actionText: String?
  /// Whether the work keeps the store from being idle.
  package let isCounted: Bool
  /// Whether the work reads a stream, and is idle while its own task waits for an action.
  package let isStream: Bool

  fileprivate init(
    _ entry: EffectEntry,
    _ stage: Stage,
    action: (any Action)?,
    commit: Int,
    in scope: RunScope,
    timeLeft: Duration? = nil
  ) {
    effect = entry.name
    elements = scope.part.elements
    position = entry.position
    self.stage = stage
    self.timeLeft = timeLeft
    self.action = action
    self.commit = commit == 0 ? nil : commit
    isCounted = entry.isCounted
    isStream = if case .stream = entry.kind { true } else { false }
  }
}

extension PendingWork {
  /// Such as `Todos.fetch[4] (Shop/Todos.swift:12), set off by #1 FetchTodos, sleeps on the clock`.
  public var description: String {
    let name = EffectRunID(effect: effect, number: 0, elements: elements).name
    var text = "\(name) (\(position))"
    let action = actionText ?? action.map { ActionDescription($0).line(limit: 80) }
    if let action, let commit { text += ", set off by #\(commit) \(action)" }
    return text + stageText
  }

  private var stageText: String {
    switch stage {
    case .waiting: ", waits for time or its turn"
    case .held: ", is held back"
    case .asleep: ", sleeps on the clock" + (timeLeft.map { " for another \($0)" } ?? "")
    case .listening: ", waits for a later action"
    case .running: ""
    }
  }

  /// The beginning of a sentence about what the work waits for; ends with a comma and a space.
  ///
  /// - Parameter areOthersAsleep: Whether something else sleeps on the clock.
  package static func advice(for work: [Self], areOthersAsleep: Bool = false) -> String {
    let isForTime = work.contains { $0.stage == .waiting || $0.stage == .asleep }
    return (work.contains { $0.stage == .held } ? "let the effects run with `runEffects()`, " : "")
      + (areOthersAsleep || isForTime ? "advance the clock, " : "")
      + (work.contains { $0.stage == .listening }
        ? "dispatch the action that a run waits for, " : "")
  }

  /// The same without the ids of elements and the payloads of actions.
  var withoutValues: Self {
    var work = self
    work.elements = []
    work.actionText = action.map { ActionDescription($0).name }
    work.action = nil
    return work
  }
}

/// A snapshot of all pending work in a store.
package struct StoreActivity: Sendable {
  /// The work, in the order of the commits that started it.
  package let work: [PendingWork]
  /// Whether an action waits in a stream, or a stream has one in hand.
  package let hasActionsInStreams: Bool
  /// The number of timers, sleeps and time limits on the store's clock.
  package let timerCount: Int

  /// No activity.
  package static let none = StoreActivity(work: [], hasActionsInStreams: false, timerCount: 0)
}

extension RunScheduler {
  /// - Parameter tracked: What the work must belong to; `nil` for all work.
  func activityNow(of tracked: TrackedWork? = nil) -> StoreActivity {
    let now = clock.now
    let belongs = { (trigger: StartingCommit?) in tracked == nil || trigger?.tracked === tracked }
    let (work, counted, activity, timers) = core.locked("activity") { held in
      var work: [PendingWork] = []
      var counted = 0
      var timers = clock.limits.load(ordering: .relaxed)
      for entry in allEntries(held) {
        if entry.isCounted { counted += entry.pending }
        let scopes = entry.scope.all
        let lanes = scopes.flatMap { $0.lanes?.all ?? [] }
        timers += lanes.count { $0.timer != nil }
        let runs = scopes.flatMap(\.runs.all).inOrder(of: \.number)
        for run in runs {
          let sleeps = run.sleeps.load(ordering: .relaxed)
          timers += sleeps + run.limits.load(ordering: .relaxed)
          if run.isOver || !belongs(run.trigger) { continue }
          let isListening =
            run.readers.load(ordering: .relaxed) > 0
            || awaited.inbox(ofRun: run.number)?.waiters.isEmpty == false
          let stage: PendingWork.Stage =
            run.isHeld ? .held : sleeps > 0 ? .asleep : isListening ? .listening : .running
          let timeLeft = .nanoseconds(run.wakeTime.load(ordering: .relaxed)) - now
          work.append(
            PendingWork(
              entry,
              stage,
              action: run.trigger?.action,
              commit: run.cause.number,
              in: run.scope,
              timeLeft: timeLeft > .zero ? timeLeft : nil
            )
          )
        }
        for trigger in lanes.flatMap(\.waiting.values)
        where !trigger.scope.isCancelled(at: trigger.number) && belongs(trigger) {
          work.append(
            PendingWork(
              entry,
              .waiting,
              action: trigger.action,
              commit: trigger.number,
              in: trigger.scope
            )
          )
        }
      }
      return (work, counted, self.activity, timers)
    }
    return StoreActivity(
      work: work.inOrder { $0.commit ?? 0 },
      hasActionsInStreams: activity > counted,
      timerCount: timers
    )
  }
}
