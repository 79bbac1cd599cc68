import SluiceSocket
import SluiceWire

/// Pauses, and a hub that comes back.
extension ProgramCheck {
  /// How long a pause is listened to.
  private static let listening = Duration.seconds(1)

  mutating func checkPause(
    _ client: CheckedClient,
    _ hello: WireRecord.Hello
  ) throws(SocketError) {
    if isOver { return }
    guard hello.capabilities.contains(.pause) else {
      for rule in [ProgramRule.pause, .quietPause, .snapshotInPause, .resume] {
        conclude(rule, .unchecked("its capabilities do not list pause."))
      }
      return
    }
    let paused = try answer(to: .pause(.init(request: 0)), from: client)
    conclude(.pause, fault(paused, expected: "state"))
    if isOver || paused == nil { return }

    let loud = try record(from: client, until: .now + min(Self.listening, timeout)) { record in
      switch record {
      case .commit, .effect: record.reply == nil
      default: false
      }
    }
    conclude(.quietPause, loud.map { "One came: \($0.type)." })
    if isOver { return }
    if hello.capabilities.contains(.snapshot) {
      let state = try answer(to: .snapshot(.init(request: 0)), from: client)
      conclude(.snapshotInPause, fault(state, expected: "state"))
    } else {
      conclude(.snapshotInPause, .unchecked("its capabilities do not list snapshot."))
    }
    if isOver { return }
    let resumed = try answer(to: .resume(.init(request: 0)), from: client)
    conclude(.resume, fault(resumed, expected: "state"))
    // Whether the stream continues behind the gap.
    _ = try record(from: client, until: deadline) { $0.isCommit }
  }

  /// Waits for the program to connect again, and allows it short records only.
  mutating func checkReturn(of first: WireRecord.Hello) throws(SocketError) {
    guard let client = try connect(.reconnects) else { return }
    guard case .record(let envelope, _) = try client.next(until: deadline),
      case .hello(let hello) = envelope.record
    else { return conclude(.sameInstance, "No hello came.") }
    var fault: String?
    if hello.instance != first.instance {
      fault = "The instance was \(first.instance), and is \(hello.instance) now."
    } else if let number = stream.number, hello.lastCommit < number {
      fault = "lastCommit is \(hello.lastCommit), where commit \(number) was sent before."
    }
    conclude(.sameInstance, fault)
    client.endHello()
    try checkLongestRecord(client, hello)
    client.close()
  }

  /// The shortest that a hub may ask for.
  private static let shortest = 4 << 10

  private mutating func checkLongestRecord(
    _ client: CheckedClient,
    _ hello: WireRecord.Hello
  ) throws(SocketError) {
    guard hello.capabilities.contains(.snapshot) else {
      // Without an answer it is not known when the program has read it.
      conclude(.longestRecord, .unchecked("its capabilities do not list snapshot."))
      return
    }
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
        let type = envelope.record.type
        conclude(.longestRecord, "A \(type) is \(length) bytes long, with 4096 allowed.")
        return
      }
    }
    conclude(.longestRecord, isRead ? nil : "The snapshot was not answered.")
  }
}
