import SluiceTree

/// Why a part of the state wasn't restored, or isn't saved.
///
/// Its description says what is wrong, with which file, and how to go on; see ``SavedState``.
public struct SavedStateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The system doesn't read the file, or doesn't let it be locked.
    case unreadable(String)
    /// What is there is no file of saved state, or not all of one.
    case damaged
    /// The slice doesn't decode, or a migration threw an error.
    case undecodable(version: Int, String)
    /// A later version of the program has written the slice.
    case tooNew(version: Int)
    /// No migration begins with the slice's version.
    case tooOld(version: Int)
    /// Another process saves to the file, or another ``SavedFile`` of this one.
    case inUse
    /// The file has the slice, and nobody has restored it.
    case notRestored
    /// The system doesn't write the file.
    case notWritten(String)
    /// The part doesn't encode.
    case notEncodable(String)
  }

  /// What is wrong.
  public let reason: Reason
  /// The path of the file.
  public let file: String
  /// The name of the slice.
  public let slice: String

  init(_ reason: Reason, of slice: String, in file: String) {
    (self.reason, self.slice, self.file) = (reason, slice, file)
  }

  /// What is wrong, and what to do about it.
  public var description: String { "\(cause) \(cure)" }

  /// What is wrong, with which file.
  public var cause: String {
    switch reason {
    case .unreadable(let reason): "“\(file)” can't be read: \(reason.sentence)"
    case .damaged: "“\(file)” is not a file of saved state, or its end is missing."
    case .undecodable(let version, let reason):
      "Version \(version) of “\(slice)” in “\(file)” can't be read: \(reason.sentence)"
    case .tooNew(let version):
      "“\(file)” has version \(version) of “\(slice)”, which a later version of the program has written."
    case .tooOld(let version):
      "“\(file)” has version \(version) of “\(slice)”, and no migration begins with that version."
    case .inUse: "“\(file)” is in use by another process, or by another SavedFile of this one."
    case .notRestored: "“\(file)” has “\(slice)”, which wasn't restored, and is left as it is."
    case .notWritten(let reason): "“\(file)” can't be written: \(reason.sentence)"
    case .notEncodable(let reason): "“\(slice)” can't be encoded: \(reason.sentence)"
    }
  }

  /// What to do about it.
  public var cure: String {
    switch reason {
    case .tooNew:
      """
      The file is left as it is. To fix, start that version, or call `setAside()`, which keeps the file \
      under another name and starts afresh.
      """
    case .unreadable, .damaged, .undecodable:
      """
      The file is left as it is. To fix, repair it and restore again, or call `setAside()`, which keeps it \
      under another name and starts afresh.
      """
    case .tooOld(let version):
      "The file is left as it is. To fix, add `.migrating(from: \(version)) { … }`, or call `setAside()`."
    case .inUse:
      """
      To fix, end the other process and restore again, or give each a file of its own. Several slices of \
      one file share one SavedFile.
      """
    case .notRestored:
      "To fix, begin with `restored(into:)`, or call `store.restore(saved:)`, or `setAside()`."
    case .notWritten:
      "It is tried again. To fix, make room for it, or let the program write there."
    case .notEncodable:
      "To fix, let the part encode all its values."
    }
  }

  /// A reason, before the slice is known.
  struct Failure: Error {
    let reason: Reason

    init(_ reason: Reason) { self.reason = reason }
  }

  /// Whether what the file has is left as it is.
  var isRefusal: Bool {
    switch reason {
    case .notWritten, .notEncodable: false
    default: true
    }
  }

  /// Whether all of the file is concerned, and not one slice of several.
  var isOfFile: Bool {
    switch reason {
    case .unreadable, .damaged: true
    default: false
    }
  }
}
