import SluiceWire

/// Restores the state after a commit that the program no longer holds, from received records.
///
/// Requests the program's own state first, which is complete: the received one lacks redacted
/// values.
extension PeerSession {
  /// Returns the record for the requester; `nil` if another command was sent to the program
  /// instead.
  mutating func answer(
    _ record: WireRecord,
    _ requester: Requester?,
    _ pasts: Pasts,
    output: inout Output
  ) -> WireRecord? {
    switch (requester, record) {
    case (.restoring(let first, let number, let tree)?, .error(let failure)):
      let again = Requester.restoringTree(
        first,
        number: number,
        request: failure.reply ?? 0,
        refusal: failure.message
      )
      let command = WireRecord.restore(.init(request: 0, to: .state(tree)))
      return sendCommand(command, for: again, pasts, answers: &output.answers) == nil
        ? record : nil
    case (.restoringTree(_, let number, let request, _)?, .commit(var commit)):
      let note =
        "The program no longer holds the state after commit \(number). This is the state that was received from it."
      commit.note = commit.note.map { "\($0) \(note)" } ?? note
      commit.reply = request
      return .commit(commit)
    case (.restoringTree(_, let number, let request, let refusal)?, .error(let failure)):
      let message =
        "\(refusal) It can't be restored from what was received of commit \(number) either:"
        + " \(failure.message)"
      return .error(WireRecord.Failure(message: message, reply: request))
    default:
      return record
    }
  }
}
