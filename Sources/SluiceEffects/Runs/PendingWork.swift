package import SluiceCore

/// Work that could still lead to a commit by itself: a run of an effect, or an action that waits to
/// start one.
///
/// Its description names the effect with its position, the element to which the run belongs, the action
/// that started it, and what it waits for.
package struct PendingWork: Sendable, CustomStringConvertible {
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
  let commit: Int?
  private var actionText: String?
  /// Whether the work keeps the store from being idle.
  package let isCounted: Bool
  /// Whether the work reads a stream, and is idle while its own task waits for an action.
  package let isStream: Bool

  init(
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
    isStream = entry.isStream
  }
}

extension PendingWork {
  /// Such as `Todos.fetch[4] (Shop/Todos.swift:12), set off by #1 FetchTodos, sleeps on the clock`.
  package var description: String {
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
