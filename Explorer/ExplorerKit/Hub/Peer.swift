import SluiceSocket

/// One connection of the hub: its descriptor, what it is told, and its session.
struct Peer {
  /// How much of answers may wait for a peer that does not read.
  private static let mostWaiting = 1 << 20
  /// Pieces that are read at once, so that one loud program does not silence the others.
  private static let mostReads = 4

  let connection: Connection
  /// By when it must have said who it is.
  let deadline: ContinuousClock.Instant
  private var session: PeerSession
  private var outbox = Outbox(limit: mostWaiting)
  private var isReadable = true
  /// Whether there is nothing left to do for it.
  private(set) var isGone = false

  init(_ connection: Connection, deadline: ContinuousClock.Instant, longestRecord: Int) {
    self.connection = connection
    self.deadline = deadline
    session = PeerSession(longestRecord: longestRecord)
  }

  /// When to look at it even if nothing arrives; nil once it has introduced itself.
  var wakeUp: ContinuousClock.Instant? { session.isIntroduced && isReadable ? nil : deadline }

  var interest: Poller.Interest {
    var interest: Poller.Interest = isReadable ? .reading : []
    if !outbox.isEmpty { interest.insert(.writing) }
    return interest
  }

  /// Reads what has come.
  mutating func read(
    using buffer: inout [UInt8],
    names: inout ProgramNames,
    events: inout [HubEvent]
  ) {
    var output = PeerSession.Output()
    for _ in 0..<Self.mostReads where !output.isOver {
      do throws(SocketError) {
        switch try connection.read(into: &buffer) {
        case .bytes(let count):
          session.receive(buffer[..<count], names: &names, output: &output)
          if count == buffer.count { continue }
        case .nothing: break
        case .end: session.end(names: &names, output: &output)
        }
      } catch {
        session.end(names: &names, output: &output)
        isGone = true
      }
      break
    }
    finish(output, names: &names, events: &events)
  }

  /// Writes what it takes.
  mutating func write(names: inout ProgramNames, events: inout [HubEvent]) {
    do throws(SocketError) {
      try outbox.flush(to: connection)
    } catch {
      // It reads no more; what it has sent may still be read.
      outbox = Outbox(limit: Self.mostWaiting)
    }
    if !isReadable, outbox.isEmpty { isGone = true }
  }

  /// Ends the wait for a peer that does not say who it is, or does not take its last answer.
  mutating func expire(
    after limit: Duration,
    names: inout ProgramNames,
    events: inout [HubEvent]
  ) {
    guard isReadable else {
      isGone = true
      return
    }
    var output = PeerSession.Output()
    session.timeOut(after: limit, output: &output)
    finish(output, names: &names, events: &events)
  }

  private mutating func finish(
    _ output: PeerSession.Output,
    names: inout ProgramNames,
    events: inout [HubEvent]
  ) {
    var output = output
    if output.isOver, isReadable {
      isReadable = false
      session.end(names: &names, output: &output)
    }
    events += output.events
    // Answers that find no room are lost: who does not read them does not miss them.
    if !output.answers.isEmpty { _ = outbox.append(output.answers) }
    write(names: &names, events: &events)
  }
}
