import SluiceTree

/// Identifies one run of an effect among all the runs in its store.
///
/// Its description is `daemon.run[4] #3`, with the id of the element for which the effect runs.
public struct EffectRunID: Sendable, Hashable, CustomStringConvertible {
  /// The effect's name, made of its ``Effects`` type and the property, such as
  /// `"TodosEffects.fetch"`.
  public let effect: String
  /// The number of the run in its store, starting at 1; 0 for a synchronous effect, which has no
  /// runs.
  public let number: Int
  /// The ids of the elements for which the effect runs, the outermost first.
  package let elements: [any Sendable]

  /// Creates a run's id, for a test that creates a ``Commit``.
  public init(effect: String, number: Int) {
    self.init(effect: effect, number: number, elements: [])
  }

  package init(effect: String, number: Int, elements: [any Sendable]) {
    self.effect = effect
    self.number = number
    self.elements = elements
  }

  /// The effect's name, and the elements for which it runs: `daemon.run[4]`.
  package var name: String {
    elements.isEmpty
      ? effect : effect + elements.map { ElementID(of: Tree(showing: $0)) }.inBrackets
  }

  /// The name of the effect, the element for which it runs, and the number: `daemon.run[4] #3`.
  public var description: String { number == 0 ? name : "\(name) #\(number)" }

  /// Returns whether two ids have the same effect and number.
  public static func == (one: Self, other: Self) -> Bool {
    one.number == other.number && one.effect == other.effect
  }

  /// Hashes the effect and the number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(effect)
    hasher.combine(number)
  }
}

/// An event in the life of an effect's run.
public struct EffectEvent: Sendable {
  /// The kinds of events.
  public enum Kind: Sendable {
    /// The run started.
    case started
    /// An attempt threw an error, and the run tries again.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that failed, as in ``AttemptContext/attempt``.
    ///   - error: What it threw.
    ///   - wait: The time until the next attempt, on the store's clock.
    case retrying(attempt: Int, error: any Error, wait: Duration)
    /// The run ended.
    case ended
    /// The run ended because what it sent made it unnecessary, such as a feedback's answer that ends what
    /// the feedback waits for; what it still dispatches is dropped.
    case endedByAnswer
    /// The run was cancelled; what it still dispatches is dropped.
    case cancelled
    /// The run threw an error that nothing caught.
    case failed(any Error)
  }

  /// The run.
  public let run: EffectRunID
  /// The kind of event.
  public let kind: Kind
  /// The commit that led to the run; `nil` for a run that started at registration.
  public let commit: Int?
  /// The duration of the run so far; `nil` if it has just started.
  public let duration: Duration?
  private let site: ActionOrigin.Site

  /// The source position of the effect, such as `"Shop/StockEffects.swift:12"`.
  public var position: String { site.position }

  package init(
    run: EffectRunID,
    kind: Kind,
    commit: Int?,
    duration: Duration?,
    site: ActionOrigin.Site
  ) {
    self.run = run
    self.kind = kind
    self.commit = commit
    self.duration = duration
    self.site = site
  }
}

/// An error that an effect threw and nothing caught, or a ``StateTypeMismatch`` found when the effect
/// was registered.
public struct EffectFailure: Sendable, CustomStringConvertible {
  /// The run that failed; number 0 if the effect was not registered.
  public let run: EffectRunID
  /// The error that was thrown.
  public let error: any Error
  /// The action that started the run, if any.
  public let action: (any Action)?
  /// The number of that action's commit.
  public let commit: Int?
  /// The origin of that action: who dispatched it, and its cause.
  public let origin: ActionOrigin?
  /// The source position of the effect, such as `"Shop/StockEffects.swift:12"`.
  public let position: String

  package init(
    run: EffectRunID,
    error: any Error,
    action: (any Action)?,
    commit: Int?,
    origin: ActionOrigin?,
    position: String
  ) {
    self.run = run
    self.error = error
    self.action = action
    self.commit = commit
    self.origin = origin
    self.position = position
  }

  /// A sentence with the effect, its position, the action if any, and the error.
  public var description: String {
    // Says all of this itself.
    if let mismatch = error as? StateTypeMismatch { return mismatch.description }
    let cause = action.map { ", set off by \($0)" } ?? ""
    return "The effect \(run.name) (\(position)) failed\(cause): \(error)"
  }
}

extension EffectFailure {
  /// Creates the failure of an effect that reads another state than its store's.
  package init(_ mismatch: StateTypeMismatch) {
    self.init(
      run: EffectRunID(effect: mismatch.effect, number: 0),
      error: mismatch,
      action: nil,
      commit: nil,
      origin: nil,
      position: mismatch.position
    )
  }
}
