public import SluiceCore

extension AsyncSequence where Self: Sendable, Element == any Action {
  /// Returns the actions of one type, or of its subclasses if it is a class.
  public func ofType<A: Action>(_ type: A.Type) -> AsyncCompactMapSequence<Self, A> {
    compactMap { $0 as? A }
  }

  /// Returns the actions with an id, such as those made from templates.
  public func withIdentifier(
    _ id: String
  ) -> AsyncFilterSequence<Self> {
    filter { ($0 as? any IdentifiableAction)?.id == id }
  }

  /// Returns the actions made from a template, with their type.
  public func wasCreated<Payload: Sendable>(
    from template: ActionTemplate<Payload>
  ) -> AsyncCompactMapSequence<Self, AnonymousAction<Payload>> {
    compactMap { action in
      (action as? AnonymousAction<Payload>).flatMap { $0.wasCreated(from: template) ? $0 : nil }
    }
  }
}
