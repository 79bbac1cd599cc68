extension AsyncSequence where Self: Sendable, Element == any Action {
  /// The actions of one type (or of its subclasses, where it is a class).
  public func ofType<A: Action>(_ type: A.Type) -> AsyncCompactMapSequence<Self, A> {
    compactMap { $0 as? A }
  }

  /// The actions with an id, as those made from templates have.
  public func withIdentifier(
    _ id: String
  ) -> AsyncFilterSequence<Self> {
    filter { ($0 as? any IdentifiableAction)?.id == id }
  }

  /// The actions made from a template, typed.
  public func wasCreated<Payload: Sendable>(
    from template: ActionTemplate<Payload>
  ) -> AsyncCompactMapSequence<Self, AnonymousAction<Payload>> {
    compactMap { action in
      (action as? AnonymousAction<Payload>).flatMap { $0.wasCreated(from: template) ? $0 : nil }
    }
  }
}
