import SluiceWire

/// Puts back the state after a commit that the program no longer holds, from what was heard of it.
///
/// The program is asked for its own first, which is whole: what was heard lacks what was withheld.
extension PeerSession {
  /// Keeps what a record says of the state.
  mutating func remember(_ record: WireRecord) {
    guard recent != nil else { return }
    switch record {
    case .commit(let commit): recent?.take(commit, program?.tree)
    case .state(let state): recent?.take(state.number, state.state)
    case .dropped: recent?.interrupt()
    default: break
    }
  }

  /// The record as those who asked are to see it; nil where the program is asked once more instead.
  mutating func answer(
    _ record: WireRecord,
    _ asker: Asker?,
    output: inout Output
  ) -> WireRecord? {
    switch (asker, record) {
    case (.restoring(let first, let number, let tree)?, .error(let failure)):
      let again = Asker.restoringAgain(
        first,
        number: number,
        request: failure.reply ?? 0,
        refusal: failure.message
      )
      let command = WireRecord.restore(.init(request: 0, to: .state(tree)))
      return ask(command, for: again, answers: &output.answers) == nil ? record : nil
    case (.restoringAgain(_, let number, let request, _)?, .commit(var commit)):
      let note =
        "The program no longer holds the state after commit \(number). This is what was heard of it."
      commit.note = commit.note.map { "\($0) \(note)" } ?? note
      commit.reply = request
      return .commit(commit)
    case (.restoringAgain(_, let number, let request, let refusal)?, .error(let failure)):
      let message =
        "\(refusal) From what was heard of commit \(number) it cannot be put back either:"
        + " \(failure.message)"
      return .error(WireRecord.Failure(message: message, reply: request))
    default:
      return record
    }
  }
}
