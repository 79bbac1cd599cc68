import SluiceLocks

/// The ids of ``Entities`` in order, made when they are read for the first time.
///
/// Copies with the same ids in the same order share it.
@usableFromInline
final class IDList<ID>: Sendable {
  /// Ids that are made.
  private final class Made: @unchecked Sendable {
    // `@unchecked`: immutable, and reaches another thread only within entities whose ids are
    // `Sendable`.
    let ids: [ID]

    init(_ ids: [ID]) { self.ids = ids }
  }

  private let made = OnceReference<Made>()

  @usableFromInline
  init() {}

  @usableFromInline var ids: [ID]? { made.load()?.ids }

  /// Sets the ids unless they are set.
  /// - Returns: What they are set to now.
  @usableFromInline
  func setIfNil(_ ids: [ID]) -> [ID] { made.storeIfNil(Made(ids)).ids }
}
