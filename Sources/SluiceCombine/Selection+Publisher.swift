#if canImport(Combine)
  public import Combine
  public import Sluice

  extension Selection {
    /// Publishes the current value and each following one.
    ///
    /// Publishes on the thread that delivers; use `receive(on:)` for another. With less demand than
    /// values, delivers the newest. Finishes when the store is freed, and doesn't retain it.
    ///
    /// The first value is delivered when it is requested, outside of the store's order: a subscriber
    /// that dispatches as it receives it receives the next value within that call, as from a subject.
    public var publisher: AnyPublisher<Value, Never> {
      // One subject for each subscriber, which holds the first value until it is requested.
      Deferred {
        let subject = SelectionSubject<Value>()
        let token = observe(
          on: nil,
          { value in subject.base.send(value) },
          finish: { subject.base.send(completion: .finished) }
        )
        return subject.base
          .compactMap { $0 }
          // Also retains the token.
          .handleEvents(receiveCancel: { token.cancel() })
      }
      .eraseToAnyPublisher()
    }
  }

  private final class SelectionSubject<Value: Sendable>: @unchecked Sendable {
    // `@unchecked`: a subject may be sent to from any thread.
    let base = CurrentValueSubject<Value?, Never>(nil)
  }
#endif
