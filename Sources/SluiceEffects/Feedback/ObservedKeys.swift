import SluiceCore
import SluiceLocks

/// What a feedback requests as long as selections are observed: a run for each of their keys.
package struct ObservedSelections: Sendable {
  /// How long a run goes on after the last observer, on the store's clock.
  let lingering: Duration
  /// Returns the key for which a selector counts; `nil` for none.
  let key: @Sendable (SelectorIdentity) -> FeedbackKey?

  init(_ lingering: Duration, key: @escaping @Sendable (SelectorIdentity) -> FeedbackKey?) {
    precondition(
      lingering >= .zero,
      "Sluice: a feedback can't linger for \(lingering). Use zero, or a longer time."
    )
    (self.lingering, self.key) = (lingering, key)
  }

  /// Calls a closure with the keys of what is observed, and with each change of them.
  ///
  /// - Parameter entry: The feedback.
  func observe(
    in core: Core,
    for entry: EffectEntry,
    _ receive: @escaping @Sendable ([FeedbackKey]) -> Void
  ) -> SelectionToken {
    let keys = ObservedKeys(self, core, entry, receive)
    let token = core.watchSelections { keys.apply($0) }
    return SelectionToken {
      token.cancel()
      keys.stop()
    }
  }
}

/// The keys whose selections are observed, or were until recently.
private final class ObservedKeys: Sendable {
  private struct State {
    /// The number of observers; 0 while a run lingers.
    var counts: [FeedbackKey: Int] = [:]
    /// The keys, in the order in which they were first observed.
    var keys: [FeedbackKey] = []
    /// What ends the lingering of keys that nobody observes, and the number of each.
    var timers: [FeedbackKey: (number: Int, task: Task<Void, Never>?)] = [:]
    var lastTimer = 0
    var isOver = false

    /// Returns what ends a key's lingering, which is over.
    mutating func removeTimer(_ key: FeedbackKey) -> Task<Void, Never>? {
      timers.removeValue(forKey: key)?.task
    }
  }

  private let selections: ObservedSelections
  private let core: Core
  private let entry: EffectEntry
  private let receive: @Sendable ([FeedbackKey]) -> Void
  private let state = Locked(State())

  init(
    _ selections: ObservedSelections,
    _ core: Core,
    _ entry: EffectEntry,
    _ receive: @escaping @Sendable ([FeedbackKey]) -> Void
  ) {
    self.selections = selections
    self.core = core
    self.entry = entry
    self.receive = receive
  }

  /// Called by the thread that delivers.
  func apply(_ changes: [Core.ObservationChange]) {
    for (selector, difference) in changes {
      // A selector that is made of two of one key counts once.
      for key in Set(selector.allSources.compactMap(selections.key)) { count(key, difference) }
    }
    tell()
  }

  private func tell() {
    let keys = state.withLock { $0.isOver ? nil : $0.keys }
    if let keys { receive(keys) }
  }

  private func count(_ key: FeedbackKey, _ difference: Int) {
    let (ended, linger) = state.withLock { state -> (Task<Void, Never>?, Int?) in
      let old = state.counts[key, default: 0]
      let new = old + difference
      assert(new >= 0)
      state.counts[key] = new == 0 ? nil : new
      if old == 0, new > 0 {
        if !state.keys.contains(key) { state.keys.append(key) }
        return (state.removeTimer(key), nil)
      }
      if new > 0 || state.isOver { return (nil, nil) }
      if selections.lingering == .zero {
        state.keys.removeAll { $0 == key }
        return (nil, nil)
      }
      state.lastTimer += 1
      state.timers[key] = (state.lastTimer, nil)
      return (nil, state.lastTimer)
    }
    if let ended { Platform.cancel(ended) }
    if let linger { startTimer(linger, key) }
  }

  private func startTimer(_ number: Int, _ key: FeedbackKey) {
    let deadline = entry.clock.now + selections.lingering
    let task = entry.startTask { [entry] in
      do { try await entry.clock.sleep(until: deadline) } catch { return }
      self.core.deliver { _ in self.expire(number, key) }
    }
    let isTooLate = state.withLock { state in
      if state.isOver || state.timers[key]?.number != number { return true }
      state.timers[key]?.task = task
      return false
    }
    if isTooLate { Platform.cancel(task) }
  }

  private func expire(_ number: Int, _ key: FeedbackKey) {
    let isDue = state.withLock { state in
      // Observed again meanwhile, or for another while.
      guard state.timers[key]?.number == number else { return false }
      _ = state.removeTimer(key)
      state.keys.removeAll { $0 == key }
      return true
    }
    if isDue { tell() }
  }

  func stop() {
    let timers = state.withLock { state in
      state.isOver = true
      defer { state.timers = [:] }
      return state.timers.values.compactMap(\.task)
    }
    for timer in timers { Platform.cancel(timer) }
  }
}
