/// Makes anonymous actions that carry a payload, for actions that deserve no type of their own.
///
/// ```swift
/// let increment = ActionTemplate(id: "Increment", payloadType: Int.self)
/// store.dispatch(action: increment(payload: 1))
/// ```
public struct ActionTemplate<Payload: Sendable>: Sendable, Identifiable {
  /// The id that every action made from this template carries.
  public let id: String

  /// Makes a template for actions with a payload.
  public init(id: String, payloadType: Payload.Type) {
    self.id = id
  }

  /// What the payload of this template's actions is.
  public var payloadType: Payload.Type { Payload.self }

  /// Makes an action with the given payload: `increment(payload: 1)`.
  public func callAsFunction(payload: Payload) -> AnonymousAction<Payload> {
    AnonymousAction(id: id, payload: payload)
  }

  /// Makes an action with the given payload, as ``callAsFunction(payload:)`` does.
  public func createAction(payload: Payload) -> AnonymousAction<Payload> {
    callAsFunction(payload: payload)
  }
}

extension ActionTemplate where Payload == Void {
  /// Makes a template for actions without a payload.
  public init(id: String) {
    self.init(id: id, payloadType: Void.self)
  }

  /// Makes an action without a payload: `clear()`.
  public func callAsFunction() -> AnonymousAction<Void> {
    AnonymousAction(id: id, payload: ())
  }

  /// Makes an action without a payload, as ``callAsFunction()`` does.
  public func createAction() -> AnonymousAction<Void> {
    callAsFunction()
  }
}
