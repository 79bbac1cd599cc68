public import Sluice

// What an interceptor for an Explorer reports to its store.

extension StoreDiagnostic.ID {
  /// An ``ExplorerInterceptor`` was registered that can't send, such as one whose endpoint is misspelled: it sends and
  /// records nothing.
  public static let explorerOff = Self(rawValue: "explorer-off")
  /// The state that a recording would end with now can't be decoded, so that no program could start again from it.
  ///
  /// Reported once for each reason, on the interceptor's thread, as the following ones.
  public static let recordingNotRestorable = Self(rawValue: "recording-not-restorable")
  /// A dispatch has waited for a second until the commits before it were encoded and written.
  ///
  /// Reported once, on the thread that dispatches.
  public static let recordingSlow = Self(rawValue: "recording-slow")
  /// Commits were joined to a later one, or dropped, because they came faster than they could be written: their actions
  /// aren't in the file.
  ///
  /// Reported at once, and at most once a second.
  public static let recordingLost = Self(rawValue: "recording-lost")
  /// Nothing can be written, for example because the disk is full.
  ///
  /// It is tried again, unless the recording hasn't begun.
  public static let recordingNotWritten = Self(rawValue: "recording-not-written")
  /// The last commits weren't written when the store was closed, which waits for ten seconds.
  ///
  /// Reported once; if the program goes on, they may be written yet.
  public static let recordingUnwritten = Self(rawValue: "recording-unwritten")
  /// The state takes more than an eighth of the recording's limit, which was raised to eight times the state.
  ///
  /// Reported when it is raised much.
  public static let recordingLimitRaised = Self(rawValue: "recording-limit-raised")
  /// A recording's file was removed, renamed or truncated: it begins anew, with the whole state.
  public static let recordingBegunAnew = Self(rawValue: "recording-begun-anew")
}

extension StoreDiagnostic {
  static func explorerOff(reason: String) -> Self {
    Self(.explorerOff, "An ExplorerInterceptor is off, and records nothing. \(reason)")
  }
}
