public import Sluice

/// A ``TestStore`` seen through a smaller state and other actions, with expectations about that state.
///
/// ```swift
/// let cart = store.testing(\.cart) { AppAction.cart($0) }
/// try await cart.send(.buy) { $0.isBuying = true }
/// try await cart.receive(CartBought.self) { $0.isBuying = false }
/// ```
///
/// Where it is made by a key path that can be written, the rest of the state must not change. Made
/// from a selector, it sees nothing of the rest. What is received are the store's own actions.
public struct TestProjection<State: Sendable, ActionType: Sendable>: ExpectingStore {
  /// The projection, to be handed to what is tested.
  public let store: StoreProjection<State, ActionType>
  /// What the expectations of this projection are made of.
  public let expectations: Expectations<State>

  /// The projected state now.
  public var state: State { store.state }

  /// Dispatches what becomes of an action, and expects what that changes.
  ///
  /// - Parameters:
  ///   - action: The projection's action.
  ///   - note: Carried by the commit's origin.
  ///   - timeout: How long to wait for the commit where a middleware delays it; by default as long as
  ///     something is under way, ten seconds at most.
  ///   - fileID: The origin's file.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - function: The origin's function.
  ///   - change: Changes a copy of the projected state before the action as the action does. Without
  ///     it, the action must change nothing.
  /// - Throws: An ``ExpectationFailure``, what the closure throws, or `CancellationError`.
  public func send(
    _ action: ActionType,
    note: String? = nil,
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    function: StaticString = #function,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async throws {
    let origin = SentOrigin(type: nil, fileID: fileID, line: line, function: function)
    let place = SourcePlace(filePath, line)
    try await expectations.send(origin, place, timeout, change) {
      store.dispatch(action: action, note: note, fileID: fileID, line: line, function: function)
      return "\(action)"
    }
  }
}

extension TestStore {
  /// This store, seen through a part of its state and other actions.
  ///
  /// - Parameters:
  ///   - keyPath: The part. The rest of the state must not change with what is sent and received.
  ///   - embed: What is dispatched for an action of the projection; `nil` for nothing.
  public func testing<Part: Sendable, Local: Sendable>(
    _ keyPath: any WritableKeyPath<State, Part> & Sendable,
    action embed: @escaping @Sendable (Local) -> (any Action)?
  ) -> TestProjection<Part, Local> {
    let view = StateView<State, Part>(
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 }
    )
    return TestProjection(
      store: projection(state: keyPath, action: embed),
      expectations: expectations.about { try view.verdict($0, $1, $2) }
    )
  }

  /// This store, seen through a part of its state; it takes the same actions.
  public func testing<Part: Sendable>(
    _ keyPath: any WritableKeyPath<State, Part> & Sendable
  ) -> TestProjection<Part, any Action> {
    testing(keyPath, action: { $0 })
  }

  /// This store, seen through what a selector makes of its state, and other actions.
  ///
  /// - Parameters:
  ///   - selector: What is seen; its value is that of the state before and after each action.
  ///   - embed: What is dispatched for an action of the projection; `nil` for nothing.
  public func testing<Part: Sendable, Local: Sendable>(
    _ selector: Selector<State, Part>,
    action embed: @escaping @Sendable (Local) -> (any Action)?
  ) -> TestProjection<Part, Local> {
    let view = StateView<State, Part>(read: { selector.value(in: $0) })
    return TestProjection(
      store: projection(state: selector, action: embed),
      expectations: expectations.about { try view.verdict($0, $1, $2) }
    )
  }
}
