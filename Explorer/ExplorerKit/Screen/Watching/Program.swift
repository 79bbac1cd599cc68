import SluiceWire

/// A store that is or was watched, as the screen has it.
struct Program: Sendable, Equatable {
  var past: ShownPast
  /// The last commit before somebody put an earlier state into it; `nil` if nobody did.
  var home: Int?

  var label: String { past.past.label }
  var hello: WireRecord.Hello { past.past.hello }
  var isConnected: Bool { past.past.isConnected }
}
