/// The error of an effect that reads a state of another type than its store's.
///
/// Found when the effect is registered: the effect is not registered, and the error is reported to
/// ``Store/onEffectFailure``.
public struct StateTypeMismatch: Error, Hashable, CustomStringConvertible {
  /// The effect's name.
  public let effect: String
  /// The source position of the effect, such as `"Shop/StockEffects.swift:12"`.
  public let position: String
  /// The type that the effect reads.
  public let requestedType: String
  /// The type that the store holds.
  public let storedType: String
  /// The type of the part that the effect's ``Feature`` is for; `nil` if it is the store's state.
  public let partType: String?

  package init(
    effect: String,
    position: String,
    requestedType: String,
    storedType: String,
    partType: String?
  ) {
    self.effect = effect
    self.position = position
    self.requestedType = requestedType
    self.storedType = storedType
    self.partType = partType
  }

  /// A description of the problem, with all types, and how to fix it.
  public var description: String {
    """
    \(problem) It was not registered. To fix, let it read a state of type \(partType ?? storedType), or \
    register it on a store of \(requestedType).
    """
  }

  /// A description of the problem, with all types.
  package var problem: String {
    let part = partType.map { ", and the effect's part of it is of type \($0)" } ?? ""
    return """
      \(effect) (\(position)) reads a state of type \(requestedType), and the store's state is of \
      type \(storedType)\(part).
      """
  }
}
