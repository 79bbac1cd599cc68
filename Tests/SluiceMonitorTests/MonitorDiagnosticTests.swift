import Sluice
import Testing

@testable import SluiceMonitor

/// What an interceptor reports to its store, word for word.
@Suite struct MonitorDiagnosticTests {
  private static let texts: [(RecordingTrouble, StoreDiagnostic.ID, String)] = [
    (
      .notRestorable(reason: "log was cut"), .recordingNotRestorable,
      """
      The recording “a.session” ends with a state from which no program could start again: log was cut. \
      To fix, let the state decode all that it encodes, and withhold nothing that it needs.
      """
    ),
    (
      .slow, .recordingSlow,
      """
      A dispatch has waited for a second, because earlier commits must be recorded first, in “a.session”. \
      To fix, record to a faster disk, change less with each action, or choose another `overflow`.
      """
    ),
    (
      .lost(commits: 2), .recordingLost,
      """
      The recording “a.session” lacks 2 actions, which came faster than it could be written. Its states \
      are right. To fix, record to a faster disk, or choose an `overflow` that waits longer.
      """
    ),
    (
      .notWritten(reason: "It's full."), .recordingNotWritten,
      "The recording “a.session” can't be written now: It's full."
    ),
    (
      .unwritten(commits: 3), .recordingUnwritten,
      """
      The recording “a.session” lacks the last 3 commits, which couldn't be written before the \
      store was closed. To fix, record to a faster disk.
      """
    ),
    (
      .limitRaised(to: 80), .recordingLimitRaised,
      """
      The recording “a.session” takes up to 80 bytes, more than its limit: eight times the state, which \
      each of its two files begins with. To fix, choose a higher limit, or record less of the state.
      """
    ),
    (
      .begunAnew(reason: "truncated"), .recordingBegunAnew,
      """
      The recording “a.session” begins anew with the current state, because it was truncated. To keep \
      what happened before, end the program first, or copy the file.
      """
    ),
  ]

  @Test(arguments: texts)
  func `a recording's trouble says what is wrong, then what to do`(
    trouble: RecordingTrouble,
    id: StoreDiagnostic.ID,
    text: String
  ) {
    let diagnostic = trouble.diagnostic(about: "a.session")
    #expect("\(diagnostic)" == text)
    #expect(diagnostic.id == id)
  }

  @Test func `a recording that can't be written has a cause and no cure`() {
    let diagnostic = RecordingTrouble.notWritten(reason: "It's full.").diagnostic(
      about: "a.session"
    )
    #expect(diagnostic.cure.isEmpty)
    #expect("\(diagnostic)" == diagnostic.cause)
  }

  @Test func `an interceptor that is off says why, and how to write its endpoint`() {
    let reason = "The endpoint “a” has an unknown form. Write unix:/path/to/socket or file:path."
    let diagnostic = StoreDiagnostic.explorerOff(reason: reason)
    #expect("\(diagnostic)" == "An ExplorerInterceptor is off, and records nothing. \(reason)")
    #expect(diagnostic.id == .explorerOff)
  }
}
