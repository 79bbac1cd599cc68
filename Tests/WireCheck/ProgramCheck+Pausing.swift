import SluiceSocket
import SluiceWire

/// Pauses, and a hub that comes back.
extension ProgramCheck {
  /// How long a pause is listened to.
  private static let listening = Duration.seconds(1)

  mutating func checkPause(_ client: CheckedClient) throws(SocketError) {
    if isOver { return }
    if let lack = client.lack(of: .pause) {
      for rule in [ProgramRule.pause, .quietPause, .snapshotInPause, .resume] {
        conclude(rule, .unchecked(lack))
      }
      return
    }
    let paused = try answer(to: .pause(.init(request: 0)), from: client)
    conclude(.pause, fault(paused, expected: ["state"]))
    if isOver || paused == nil { return }

    let loud = try record(from: client, until: .now + min(Self.listening, timeout)) {
      ["commit", "effect"].contains($0.type) && $0.reply == nil
    }
    conclude(.quietPause, loud.map { "One came: \($0.type)." })
    try checkSnapshot(.snapshotInPause, client)
    try check(.resume, client, .resume(.init(request: 0)), expecting: "state")
    // Whether the stream continues behind the gap.
    if !isOver { _ = try record(from: client, until: deadline, where: { $0.type == "commit" }) }
  }

  /// Waits for the program to connect again, and allows it short records only.
  mutating func checkReturn(of first: WireRecord.Hello) throws(SocketError) {
    guard let client = try connect(.reconnects) else { return }
    _ = try client.greet(.program, within: timeout)
    guard let hello = client.hello else { return conclude(.sameInstance, "No hello came.") }
    var fault: String?
    if hello.instance != first.instance {
      fault = "The instance was \(first.instance), and is \(hello.instance) now."
    } else if let number = stream.number, hello.lastCommit < number {
      fault = "lastCommit is \(hello.lastCommit), where commit \(number) was sent before."
    }
    conclude(.sameInstance, fault)
    try checkLongestRecord(client)
    client.close()
  }

  /// The shortest that a hub may ask for.
  private static let shortest = 4 << 10

  private mutating func checkLongestRecord(_ client: CheckedClient) throws(SocketError) {
    // Without an answer it is not known when the program has read it.
    if let lack = client.lack(of: .snapshot) { return conclude(.longestRecord, .unchecked(lack)) }
    client.send(.welcome(.init(version: .one, longestRecord: Self.shortest)))
    let request = 1 << 20
    client.send(.snapshot(.init(request: request)))
    let deadline = deadline
    var isRead = false
    var following = 0
    while following < 3 {
      guard case .record(let envelope, let length) = try client.next(until: deadline) else { break }
      if envelope.record.reply == request { isRead = true }
      guard isRead else { continue }
      following += 1
      if length > Self.shortest {
        let record = "A \(envelope.record.type) is \(length) bytes long"
        return conclude(.longestRecord, "\(record), with 4096 allowed.")
      }
    }
    conclude(.longestRecord, isRead ? nil : "The snapshot was not answered.")
  }
}
