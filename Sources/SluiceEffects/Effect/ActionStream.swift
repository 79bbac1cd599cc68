public import SluiceCore

/// The actions of a store as an asynchronous sequence, in commit order.
///
/// An effect's stream delivers every action since the effect's registration, however late the
/// effect begins to read. A second iterator of the same stream delivers the actions since its
/// creation.
public struct ActionStream: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = any Action
  /// The stream never throws; it ends when the effect is unregistered or the store is freed.
  public typealias Failure = Never

  let inbox: StreamInbox
  /// The run that reads; each action read becomes the cause of what the run dispatches next.
  let run: EffectRun
  /// The lift of the effect's actions to those of the store.
  private(set) var lift = ActionLift()

  /// Returns the stream of the actions that are wrapped in those of this stream.
  package func lifted(by lift: ActionLift) -> ActionStream {
    var stream = self
    stream.lift = lift.inside(self.lift)
    return stream
  }

  /// Creates an iterator over the stream.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: inbox.makeReader(), run: run, lift: lift)
  }

  /// An iterator over the actions of a stream.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: StreamReader
    fileprivate let run: EffectRun
    fileprivate let lift: ActionLift

    /// Returns the next action; `nil` at the end of the stream.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> (any Action)? {
      while let action = await reader.next(run) {
        if let action = lift.extract(action) { return action }
      }
      return nil
    }
  }
}
