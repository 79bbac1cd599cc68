import Synchronization

extension Actor {
  /// Runs work on this actor: at once if the caller is on it, otherwise as soon as it can.
  ///
  /// - Parameter work: Is passed whether it runs within this call.
  nonisolated func runImmediately(_ work: @escaping @Sendable (_ isCaller: Bool) -> Void) {
    let call = OngoingCall()
    start { startImmediateTask(on: $0) { work(call.isOngoing) } }
    call.end()
  }

  /// Runs work on this actor, after what is waiting for it already.
  nonisolated func run(_ work: @escaping @Sendable () -> Void) {
    start { startTask(on: $0, work) }
  }

  /// Calls a function that starts a task on this actor, from outside.
  private nonisolated func start(_ body: (isolated any Actor) -> Void) {
    // The function touches nothing of the actor: its parameter is `isolated` only so that the task in
    // it is. Isolation is no part of how a synchronous function is called.
    typealias Plain = (any Actor) -> Void
    withoutActuallyEscaping(body) { body in
      unsafe unsafeBitCast(body, to: Plain.self)(self)
    }
  }
}

/// Tells whether a call has returned.
private final class OngoingCall: Sendable {
  private let thread = Platform.currentThread()
  private let isOver = Atomic<Bool>(false)

  /// Whether the calling thread is the one that made the call, and is still in it.
  var isOngoing: Bool {
    Platform.currentThread() == thread && !isOver.load(ordering: .relaxed)
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}

private func startImmediateTask(
  on actor: isolated any Actor,
  _ work: @escaping @Sendable () -> Void
) {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    Task.immediate {
      _ = actor
      work()
    }
  } else {
    startTask(on: actor, work)
  }
}

private func startTask(on actor: isolated any Actor, _ work: @escaping @Sendable () -> Void) {
  Task {
    _ = actor
    work()
  }
}
