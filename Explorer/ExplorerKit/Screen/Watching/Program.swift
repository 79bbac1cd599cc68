import SluiceWire

/// A store that is or was watched.
struct Program: HistoryHolder, Sendable, Equatable {
  let label: String
  var hello: WireRecord.Hello
  var isConnected = true
  /// The last commit before somebody put an earlier state into it; `nil` if nobody did.
  var home: Int?
  var past: Past

  var history: History { past.history }

  mutating func removeOldest() { past.removeOldest() }
}
