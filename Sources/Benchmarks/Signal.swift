import Sluice

/// A signal for which one task waits, and which another raises.
@safe
final class Signal: @unchecked Sendable {
  // `@unchecked`: the raising task is started after the waiting one has stored its continuation.
  private var waiting: UnsafeContinuation<Void, Never>?

  func wait(after start: () -> Void) async {
    await unsafe withUnsafeContinuation { continuation in
      unsafe waiting = continuation
      start()
    }
  }

  func raise() {
    unsafe waiting.take()?.resume()
  }

  /// An effect that raises the signal at the last answer.
  func raised(by type: Answer.Type) -> Effect<Void> {
    .on(type).map { answer, _ in
      if answer.isLast { self.raise() }
      return nil
    }
  }
}
