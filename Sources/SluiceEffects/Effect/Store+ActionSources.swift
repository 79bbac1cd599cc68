public import SluiceCore
import SluiceLocks

extension Store {
  /// Dispatches the actions of an external sequence, such as taps, signals or messages, as they
  /// arrive.
  ///
  /// Ends with the sequence, with the store, or when it is unregistered. An error thrown by the
  /// sequence is reported to ``onEffectFailure``.
  @discardableResult
  public final func dispatch<S: AsyncSequence & Sendable>(
    actionsFrom sequence: S,
    id: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreRegistration where S.Element: Action {
    dispatch(sequence, id, .effect(fileID, line)) { $0 }
  }

  /// Dispatches the actions, of any types, of an external sequence as they arrive.
  @discardableResult
  public final func dispatch<S: AsyncSequence & Sendable>(
    actionsFrom sequence: S,
    id: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreRegistration where S.Element == any Action {
    dispatch(sequence, id, .effect(fileID, line)) { $0 }
  }

  private func dispatch<S: AsyncSequence & Sendable>(
    _ sequence: S,
    _ id: String?,
    _ site: ActionOrigin.Site,
    _ action: @escaping @Sendable (S.Element) -> any Action
  ) -> StoreRegistration {
    let source = Effect<Environment>(
      site: site,
      work: .source { _, context in
        var iterator = sequence.makeAsyncIterator()
        while let element = try await iterator.next(isolation: #isolation) {
          context.answer(action(element))
        }
      }
    )
    return register(effect: source, id: id ?? "actions#\(UniqueNumbers.effects.next())")
  }
}
