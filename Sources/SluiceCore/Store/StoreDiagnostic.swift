/// A problem in the use of a store, reported once.
///
/// Its ``id-swift.property`` says which kind it is, its ``cause`` what happened, and its ``cure`` what to do.
public struct StoreDiagnostic: Sendable, CustomStringConvertible {
  /// A kind of diagnostic, by a name that doesn't change between versions.
  ///
  /// Its raw value stands in logs, on the wire and in recordings: `registered-twice`. Each module that reports
  /// something adds its own kinds.
  public struct ID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name, such as `registered-twice`.
    public let rawValue: String

    /// Creates the kind with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name, such as `registered-twice`.
    public var description: String { rawValue }
  }

  /// The kind.
  public let id: ID
  /// What happened, in a sentence or two.
  public let cause: String
  /// What to do about it, in a sentence that mostly begins with “To fix”; empty if the program can do
  /// nothing.
  public let cure: String
  /// The run of an effect that it is about, if it is about one.
  package let run: EffectRunID?
  /// The source position that it is about, if one is known.
  package let position: String?
  /// The cause without values of the state and of actions.
  private let causeWithoutValues: String

  /// - Parameter causeWithoutValues: The cause without values of the state and of actions; `nil` if it has none.
  package init(
    _ id: ID,
    _ cause: String,
    cure: String = "",
    withoutValues causeWithoutValues: String? = nil,
    run: EffectRunID? = nil,
    position: String? = nil
  ) {
    self.id = id
    self.cause = cause
    self.cure = cure
    self.run = run
    self.position = position
    self.causeWithoutValues = causeWithoutValues ?? cause
  }

  /// The cause, then the cure.
  public var description: String { cure.isEmpty ? cause : "\(cause) \(cure)" }

  /// The same without values of the state and of actions, for where those may have to be redacted.
  package var withoutValues: Self {
    Self(id, causeWithoutValues, cure: cure, run: run, position: position)
  }
}

/// A diagnostic that is made, or found out, without the lock.
typealias PendingDiagnostic = @Sendable () -> StoreDiagnostic?
