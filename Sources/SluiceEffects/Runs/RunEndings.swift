import SluiceCore
import SluiceLocks

// What a run waits for besides actions: values of the state, and ticks, each until the run ends.

extension EffectRun {
  /// Calls a closure when the run ends, at once if it has ended.
  ///
  /// - Returns: The number by which to remove the closure; `nil` if the run has ended.
  func whenEnded(_ end: @escaping @Sendable () -> Void) -> Int? {
    let number = UniqueNumbers.waiters.next()
    let isAlive = core.locked("values") { held in
      if hasEnded(held) { return false }
      assert(endings[number] == nil)
      endings[number] = end
      return true
    }
    if isAlive { return number }
    end()
    return nil
  }

  /// Removes what would be called when the run ends.
  func removeEnding(_ number: Int?) {
    guard let number else { return }
    let removed = core.locked("values") { _ in endings.removeValue(forKey: number) }
    withExtendedLifetime(removed) {}
  }

  /// Removes what is to be called now that the run ends, in the order in which it was added.
  func takeEndings(_ held: borrowing Held) -> [@Sendable () -> Void] {
    defer { endings = [:] }
    return endings.inOrder(of: \.key).map(\.value)
  }

  /// Sleeps on the store's clock until a deadline, or until the run ends, whichever task asks.
  ///
  /// - Returns: Whether the deadline came: neither has the run ended, nor was the task cancelled.
  func sleepWhileAlive(until deadline: Duration) async -> Bool {
    noteCall()
    sleeps.wrappingAdd(1, ordering: .relaxed)
    defer { sleeps.wrappingSubtract(1, ordering: .relaxed) }
    // A task of its own: the calling one may outlive the run, which can't cancel it then.
    let timer = entry.startTask { [entry] in try? await entry.clock.sleep(until: deadline) }
    let ending = whenEnded { Platform.cancel(timer) }
    defer { removeEnding(ending) }
    await withTaskCancellationHandler {
      await timer.value
    } onCancel: {
      Platform.cancel(timer)
    }
    return !Task.isCancelled && !isOver && !isFinished
  }
}
