import SluiceWire

/// What those who show it are told, by the hub or by way of it.
///
/// Labels are harmless text; everything else is as it came, and is to be shown as ``VisibleText``.
enum HubEvent: Hashable, Sendable {
  /// How a program's connection ended.
  enum End: Hashable, Sendable {
    /// The program said that it was going.
    case goodbye
    case cutOff
    /// The program may go on, and come back over another hub.
    case hubWentAway
  }

  case connected(label: String, WireRecord.Hello)
  /// A state, commit, effect or other record from a program; old values that it left out because
  /// they are known here are filled in. Its `reply` is the number of a command that was sent here.
  case record(label: String, instance: String, WireRecord)
  /// Something that is not as it should be; without a label before a peer has said who it is.
  case problem(label: String?, String)
  case disconnected(label: String, instance: String, End)

  var label: String? {
    switch self {
    case .connected(let label, _), .record(let label, _, _), .disconnected(let label, _, _): label
    case .problem(let label, _): label
    }
  }
}
