public import Sluice

/// A projection of a ``TestStore`` to a smaller state and other actions, with expectations on it.
///
/// ```swift
/// let cart = store.testing(\.cart) { AppAction.cart($0) }
/// try await cart.send(.buy) { $0.isBuying = true }
/// try await cart.receive(CartBought.self) { $0.isBuying = false }
/// ```
///
/// If made by a writable key path, the rest of the state must not change. Made from a selector, it
/// doesn't see the rest. It receives the store's own actions.
public struct TestProjection<State: Sendable, ActionType: Sendable>: ExpectingStore {
  /// The projection, to be passed to the code under test.
  public let store: StoreProjection<State, ActionType>
  /// The implementation of this projection's expectations.
  public let expectations: Expectations<State>

  /// The projected state after the last action that the test has stated, by `send` or `receive`.
  public var state: State { expectations.stated() }

  /// The projected state after the last action that was dispatched, whether the test has stated it or
  /// not.
  public var currentState: State { store.state }

  /// Dispatches the embedded form of an action, and checks what it changes.
  ///
  /// - Parameters:
  ///   - action: The projection's action.
  ///   - note: A note that the commit's origin carries.
  ///   - timeout: The maximum wait for the commit if a middleware delays it; by default, while work
  ///     is pending, at most ten seconds.
  ///   - fileID: The origin's file.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - function: The origin's function.
  ///   - change: Applies the expected changes to a copy of the projected state before the action.
  ///     If omitted, the action must change nothing.
  /// - Returns: The work that the action leads to, to be awaited or cancelled.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
  @discardableResult
  public func send(
    _ action: ActionType,
    note: String? = nil,
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    function: StaticString = #function,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async throws -> SentWork {
    let origin = SentOrigin(type: nil, fileID: fileID, line: line, function: function)
    let place = SourcePlace(filePath, line)
    return try await expectations.send(origin, place, timeout, change, text: "\(action)") {
      store.dispatchTracked(
        action: action,
        note: note,
        fileID: fileID,
        line: line,
        function: function
      )
    }
  }
}

extension TestStore {
  /// Returns a projection of this store to a part of its state and other actions.
  ///
  /// - Parameters:
  ///   - keyPath: The part. What is sent and received must not change the rest of the state.
  ///   - embed: Returns the action to dispatch for one of the projection; `nil` for none.
  public func testing<Part: Sendable, Local: Sendable>(
    _ keyPath: any WritableKeyPath<State, Part> & Sendable,
    action embed: @escaping @Sendable (Local) -> (any Action)?
  ) -> TestProjection<Part, Local> {
    let view = StateView<State, Part>(
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 }
    )
    return TestProjection(
      store: projection(Selector(keyPath: keyPath, comparing: .always), action: embed),
      expectations: expectations.about(view.read) { try view.verdict($0, $1, $2) }
    )
  }

  /// Returns a projection of this store to a part of its state, with the same actions.
  public func testing<Part: Sendable>(
    _ keyPath: any WritableKeyPath<State, Part> & Sendable
  ) -> TestProjection<Part, any Action> {
    testing(keyPath, action: { $0 })
  }

  /// Returns a projection of this store to a selector's value, with other actions.
  ///
  /// - Parameters:
  ///   - selector: The selector; its value is that of the state before and after each action.
  ///   - embed: Returns the action to dispatch for one of the projection; `nil` for none.
  public func testing<Part: Sendable, Local: Sendable>(
    _ selector: Selector<State, Part>,
    action embed: @escaping @Sendable (Local) -> (any Action)?
  ) -> TestProjection<Part, Local> {
    let view = StateView<State, Part>(read: { selector.value(in: $0) })
    return TestProjection(
      store: projection(selector, action: embed),
      expectations: expectations.about(view.read) { try view.verdict($0, $1, $2) }
    )
  }
}
