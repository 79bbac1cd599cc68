import SluiceWire

/// The programs of which a running Explorer holds a past, as it lists them.
///
/// Pure: set ``request``, and pass it every event.
struct HeldPrograms {
  /// What is known of a program that is looked for.
  enum Search: Hashable {
    case found(ProgramChoice.Candidate, hasEnded: Bool)
    /// None that is connected or has ended matches.
    case missing(others: [ProgramChoice.Candidate])
    /// The list has not arrived.
    case unknown
  }

  /// The request for the list; `nil` until it is sent.
  var request: Int?
  /// The connected programs.
  private var connected: [ProgramChoice.Candidate] = []
  /// All of which something is held, those that ended last at the end; `nil` until all have arrived.
  private var held: [WireRecord.Hello]?
  /// What has arrived of the list.
  private var listed: [WireRecord.Hello] = []

  mutating func take(_ event: HubEvent) {
    switch event {
    case .connected(let label, let hello):
      connected.append(ProgramChoice.Candidate(label: label, hello: hello))
    case .disconnected(_, let instance, _):
      // Its past is still held.
      guard let index = connected.firstIndex(where: { $0.hello.instance == instance }) else {
        return
      }
      held?.append(connected.remove(at: index).hello)
    case .held(let request, .hello(let hello)) where request == self.request:
      listed.append(hello)
    case .held(let request, _) where request == self.request:
      held = listed
    case .record, .problem, .held:
      break
    }
  }

  /// Looks for a program: one that is connected, or else the one that ended last.
  ///
  /// - Throws: An error if several programs match.
  func search(for choice: ProgramChoice) throws(CommandFailure) -> Search {
    // The programs that are connected come before the list.
    guard let held else { return .unknown }
    if let program = try choice.choose(among: connected) {
      return .found(program, hasEnded: false)
    }
    var last: [ProgramChoice.Candidate] = []
    for hello in held {
      // The name under which the log would show it, if it were alone.
      var names = ProgramNames()
      let candidate = ProgramChoice.Candidate(label: names.take(for: hello), hello: hello)
      guard choice.matches(candidate) else { continue }
      last.removeAll { $0.hello.name == hello.name && $0.hello.store == hello.store }
      last.append(candidate)
    }
    guard last.count < 2 else { throw .severalPrograms(last) }
    return last.first.map { .found($0, hasEnded: true) } ?? .missing(others: connected)
  }
}
