import SluiceCore

/// What a file knows of a slot: what it has to write.
protocol SavedSlice: AnyObject, Sendable {
  /// The name of the slice.
  var name: String { get }

  /// Returns the current state of the store; `nil` if the slot has none.
  func snapshot() -> HeldState?

  /// Returns whether the part was marked as changed, and removes the mark.
  func takeMark() -> Bool

  /// Returns what is to be written of a state; `nil` if the file has that, or has what isn't overwritten.
  func pending(in state: HeldState, wasChanged: Bool) -> PendingSlice?
}

/// A part that is to be written.
struct PendingSlice: Sendable {
  enum Outcome {
    case written
    /// It is tried again if `again` is set, or else after the next change.
    case failed(SavedStateError.Reason, again: Bool)
    /// The file has what the program doesn't know, which must stay.
    case refused(SavedStateError.Reason)
  }

  let name: String
  let version: Int
  /// Whether the slice may be written only if the file has none.
  let isUnread: Bool
  let encode: @Sendable () throws -> [UInt8]
  let end: @Sendable (Outcome) -> Void
}
