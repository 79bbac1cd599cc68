#if canImport(Combine)
  public import Combine
  public import Sluice

  extension Selection {
    /// Publishes the value now and each one that follows.
    ///
    /// On the thread that delivers: use `receive(on:)` for another. A subscriber that asks for less
    /// than comes is given the newest. Finishes when the store is freed, and does not keep it alive.
    public var publisher: AnyPublisher<Value, Never> {
      // One subject for each subscriber, which holds the first value until he asks for it.
      Deferred {
        let subject = SelectionSubject<Value>()
        let token = observe(
          on: nil,
          { value in subject.base.send(value) },
          finish: { subject.base.send(completion: .finished) }
        )
        return subject.base
          .compactMap { $0 }
          // Holds the token, too.
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
