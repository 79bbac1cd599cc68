import SluiceWire

/// What the hub tells those who show it.
///
/// Labels are harmless text; everything else is as it came, and is to be shown as ``VisibleText``.
enum HubEvent: Hashable, Sendable {
  case connected(label: String, WireRecord.Hello)
  /// A state, commit, effect or other record from a program; old values that it left out because
  /// they are known here are filled in.
  case record(label: String, instance: String, WireRecord)
  /// Something that is not as it should be; without a label before a peer has said who it is.
  case problem(label: String?, String)
  /// - isOrderly: Whether the program said that it was going.
  case disconnected(label: String, isOrderly: Bool)

  var label: String? {
    switch self {
    case .connected(let label, _), .record(let label, _, _), .disconnected(let label, _): label
    case .problem(let label, _): label
    }
  }
}
