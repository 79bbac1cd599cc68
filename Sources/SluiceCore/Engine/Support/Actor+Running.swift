import SluiceLocks

extension Actor {
  /// Runs work on this actor: synchronously if the caller is on it, otherwise asynchronously.
  ///
  /// - Parameter work: The work; its argument is whether it runs within this call.
  nonisolated func runImmediately(_ work: @escaping @Sendable (_ isCaller: Bool) -> Void) {
    let call = OngoingCall()
    start { startImmediateTask(on: $0) { work(call.isOngoing) } }
    call.end()
  }

  /// Enqueues work on this actor.
  nonisolated func run(_ work: @escaping @Sendable () -> Void) {
    start { startTask(on: $0, work) }
  }

  /// Calls a function that starts a task on this actor, from outside.
  private nonisolated func start(_ body: (isolated any Actor) -> Void) {
    // The function uses nothing of the actor: its parameter is `isolated` only so that the task in
    // it is. Isolation isn't part of a synchronous function's calling convention.
    typealias Plain = (any Actor) -> Void
    withoutActuallyEscaping(body) { body in
      unsafe unsafeBitCast(body, to: Plain.self)(self)
    }
  }
}

/// Records whether a call has returned.
private final class OngoingCall: Sendable {
  private let thread = Platform.currentThread()
  private let isOver = Atomic<Bool>(false)

  /// Whether the calling thread made the call, and is still within it.
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
