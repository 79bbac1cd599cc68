import Sluice
import SluiceTree

/// What a recording in a file lost, or can't do.
enum RecordingTrouble: Hashable, Sendable {
  case notRestorable(reason: String)
  case slow
  case lost(commits: Int)
  case notWritten(reason: String)
  case unwritten(commits: Int)
  case limitRaised(to: Int)
  case begunAnew(reason: String)

  /// Returns what to report of the recording in a file.
  func diagnostic(about file: String) -> StoreDiagnostic {
    switch self {
    case .notRestorable(let reason):
      StoreDiagnostic(
        .recordingNotRestorable,
        """
        The recording “\(file)” ends with a state from which no program could start again: \
        \(reason.sentence)
        """,
        cure:
          "To fix, let the state decode all that it encodes, and withhold nothing that it needs."
      )
    case .slow:
      StoreDiagnostic(
        .recordingSlow,
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
      StoreDiagnostic(
        .recordingLost,
        """
        The recording “\(file)” lacks \(commits == 1 ? "an action" : "\(commits) actions"), which came \
        faster than it could be written. Its states are right.
        """,
        cure: "To fix, record to a faster disk, or choose an `overflow` that waits longer."
      )
    case .notWritten(let reason):
      StoreDiagnostic(
        .recordingNotWritten,
        "The recording “\(file)” can't be written now: \(reason.sentence)"
      )
    case .unwritten(let commits):
      StoreDiagnostic(
        .recordingUnwritten,
        """
        The recording “\(file)” lacks \
        \(commits == 1 ? "the last commit" : "the last \(commits) commits"), which couldn't be written \
        before the store was closed.
        """,
        cure: "To fix, record to a faster disk."
      )
    case .limitRaised(let bytes):
      StoreDiagnostic(
        .recordingLimitRaised,
        """
        The recording “\(file)” takes up to \(bytes) bytes, more than its limit: eight times the state, \
        which each of its two files begins with.
        """,
        cure: "To fix, choose a higher limit, or record less of the state."
      )
    case .begunAnew(let reason):
      StoreDiagnostic(
        .recordingBegunAnew,
        "The recording “\(file)” begins anew with the current state, because it was \(reason).",
        cure: "To keep what happened before, end the program first, or copy the file."
      )
    }
  }
}
