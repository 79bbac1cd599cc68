/// The actions of a store as an asynchronous sequence, in commit order.
///
/// An effect gets one, and finds in it every action since its registration, however late it begins
/// to read. A second iterator of the same stream gets the actions since it was made.
public struct ActionStream: AsyncSequence, Sendable {
  /// What the stream is made of.
  public typealias Element = any Action
  /// The stream never fails: it ends when the effect is unregistered or the store is freed.
  public typealias Failure = Never

  let inbox: StreamInbox
  /// Noted with each action that is read: what the effect dispatches next, it led to.
  let run: EffectRun

  /// Reads the stream.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: inbox.makeReader(), run: run)
  }

  /// Reads actions one after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: StreamReader
    fileprivate let run: EffectRun

    /// The next action; `nil` when there will be none.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> (any Action)? {
      await reader.next(run, isolation: actor)
    }
  }
}
