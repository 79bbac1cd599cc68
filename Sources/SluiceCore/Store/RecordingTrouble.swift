import SluiceTree

/// What a recording lost, or can't do; see ``StoreDiagnostic/recording(file:_:)``.
public enum RecordingTrouble: Hashable, Sendable {
  /// The state that it would end with now can't be decoded, so that no program could start again from
  /// it. Reported once for each reason.
  case notRestorable(reason: String)
  /// A dispatch has waited for a second until the commits before it were encoded and written. Reported
  /// once.
  case slow
  /// `commits` were joined to a later one, or dropped, because they came faster than they could be
  /// written: their actions aren't in the file. Reported at once, and at most once a second.
  case lost(commits: Int)
  /// Nothing can be written, for example because the disk is full. It is tried again, unless the
  /// recording hasn't begun.
  case notWritten(reason: String)
  /// The last `commits` weren't written when the store was closed, which waits for ten seconds.
  /// Reported once; if the program goes on, they may be written yet.
  case unwritten(commits: Int)
  /// The state takes more than an eighth of the recording's limit, which was raised to `bytes`, eight times the
  /// state. Reported when it is raised much.
  case limitRaised(to: Int)
  /// The file was removed, renamed or truncated. It begins anew, with the whole state.
  case begunAnew(reason: String)
}

extension RecordingTrouble {
  func texts(about file: String) -> StoreDiagnostic.Texts {
    switch self {
    case .notRestorable(let reason):
      StoreDiagnostic.Texts(
        """
        The recording “\(file)” ends with a state from which no program could start again: \
        \(reason.sentence)
        """,
        cure:
          "To fix, let the state decode all that it encodes, and withhold nothing that it needs."
      )
    case .slow:
      StoreDiagnostic.Texts(
        """
        A dispatch has waited for a second, because earlier commits must be recorded first, in \
        “\(file)”.
        """,
        cure: """
          To fix, record to a faster disk, change less with each action, or choose another \
          `overflow`.
          """
      )
    case .lost(let commits):
      StoreDiagnostic.Texts(
        """
        The recording “\(file)” lacks \(commits == 1 ? "an action" : "\(commits) actions"), which came \
        faster than it could be written. Its states are right.
        """,
        cure: "To fix, record to a faster disk, or choose an `overflow` that waits longer."
      )
    case .notWritten(let reason):
      StoreDiagnostic.Texts("The recording “\(file)” can't be written now: \(reason.sentence)")
    case .unwritten(let commits):
      StoreDiagnostic.Texts(
        """
        The recording “\(file)” lacks \
        \(commits == 1 ? "the last commit" : "the last \(commits) commits"), which couldn't be written \
        before the store was closed.
        """,
        cure: "To fix, record to a faster disk."
      )
    case .limitRaised(let bytes):
      StoreDiagnostic.Texts(
        """
        The recording “\(file)” takes up to \(bytes) bytes, more than its limit: eight times the state, \
        which each of its two files begins with.
        """,
        cure: "To fix, choose a higher limit, or record less of the state."
      )
    case .begunAnew(let reason):
      StoreDiagnostic.Texts(
        "The recording “\(file)” begins anew with the current state, because it was \(reason).",
        cure: "To keep what happened before, end the program first, or copy the file."
      )
    }
  }
}
