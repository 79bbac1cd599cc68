import ExplorerTerminal
import SluiceWire

/// What happens in watched programs, as a hub or a viewer reports it.
///
/// Labels are harmless text; everything else is as it came, and is to be shown as ``VisibleText``.
enum HubEvent: Hashable, Sendable {
  /// How a program's connection ended.
  enum End: Hashable, Sendable {
    /// The program sent `bye`.
    case goodbye
    case cutOff
    /// The hub ended; the program may connect to another one.
    case hubWentAway
  }

  case connected(label: String, WireRecord.Hello)
  /// A state, commit, effect or other record from a program; old values that it left out because
  /// they are known here are filled in. Its `reply` is the number of a command that was sent here.
  case record(label: String, instance: String, WireRecord)
  /// A fault; without a label if the peer has not sent `hello`.
  case problem(label: String?, String)
  case disconnected(label: String, instance: String, End)
  /// What answers a question that was sent here: an answer or an error.
  case answer(request: Int, WireRecord)

  var label: String? {
    switch self {
    case .connected(let label, _), .record(let label, _, _), .disconnected(let label, _, _): label
    case .problem(let label, _): label
    case .answer: nil
    }
  }
}

extension HubEvent {
  /// What went wrong, for people; `nil` if nothing did.
  ///
  /// The effect that has sent a command shows why it was refused.
  var failureText: String? {
    switch self {
    case .problem(let label, let message): label.map { "\($0): \(message)" } ?? message
    case .record(let label, _, let record): record.failureText.map { "\(label): \($0)" }
    case .connected, .disconnected, .answer: nil
    }
  }
}

extension WireRecord {
  fileprivate var failureText: String? {
    switch self {
    case .error(let failure): failure.reply == nil ? failure.message : nil
    case .diagnostic(let diagnostic): "\(diagnostic.id): \(diagnostic.cause)"
    case .hello, .state, .commit, .effect, .reads, .dropped, .bye, .welcome, .dispatch, .restore,
      .pause, .resume, .snapshot, .question, .answer, .problem, .disconnected, .live, .mark,
      .unknown:
      nil
    }
  }
}
