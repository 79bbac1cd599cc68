/// Names one run of an effect: which effect, and which of all the runs in its store.
public struct EffectRunID: Sendable, Hashable {
  /// The effect's name: that of its ``Effects`` type and the property, such as
  /// `"TodosEffects.fetch"`.
  public let effect: String
  /// 1, 2, 3, … for each store; 0 where an effect is synchronous and has no runs.
  public let number: Int

  /// Names a run, for a test that makes a ``Commit``.
  public init(effect: String, number: Int) {
    self.effect = effect
    self.number = number
  }
}

/// Something that happened to a run of an effect.
public struct EffectEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable {
    /// The run was set off.
    case started
    /// The run came to its end.
    case ended
    /// The run was cancelled, and what it still dispatches is dropped.
    case cancelled
    /// The run threw an error that nothing caught.
    case failed(any Error)
  }

  /// Which run.
  public let run: EffectRunID
  /// What happened to it.
  public let kind: Kind
  /// The commit that set the run off; `nil` for one that has been there since registration.
  public let commit: Int?
  /// How long the run took; `nil` when it has just started.
  public let duration: Duration?
}

/// An error that an effect threw and nothing caught.
public struct EffectFailure: Sendable, CustomStringConvertible {
  /// The run that failed.
  public let run: EffectRunID
  /// What was thrown.
  public let error: any Error
  /// The action that had set the run off, if one did.
  public let action: (any Action)?
  /// The number of that action's commit.
  public let commit: Int?
  /// Who dispatched that action, and what led to it.
  public let origin: ActionOrigin?
  /// Where the effect is written, such as `"Shop/StockEffects.swift:12"`.
  public let position: String

  /// One sentence, with everything there is.
  public var description: String {
    let cause = action.map { ", set off by \($0)" } ?? ""
    return "The effect \(run.effect) (\(position)) failed\(cause): \(error)"
  }
}
