import SluiceSocket
import SluiceWire

/// One connection of the hub: its descriptor, what it is told, and its session.
struct Peer {
  /// How much of answers may wait for a program that does not read.
  private static let mostWaiting = 1 << 20
  /// How much may wait for a viewer, before commits are counted instead of kept.
  private static let mostForViewer = 16 << 20
  /// Pieces that are read at once, so that one loud program does not silence the others.
  private static let mostReads = 4

  /// Tells peers apart; never used again.
  let id: Int
  let connection: Connection
  /// By when it must have said who it is.
  let deadline: ContinuousClock.Instant
  private(set) var session: PeerSession
  private var outbox = Outbox(limit: mostWaiting)
  /// What a viewer is told; nil for a program.
  private var feed: ViewerFeed?
  private var isReadable = true
  /// Whether there is nothing left to do for it.
  private(set) var isGone = false

  init(
    id: Int,
    _ connection: Connection,
    deadline: ContinuousClock.Instant,
    longestRecord: Int
  ) {
    self.id = id
    self.connection = connection
    self.deadline = deadline
    session = PeerSession(longestRecord: longestRecord)
  }

  var program: WatchedProgram? { session.program }
  var isViewer: Bool { feed != nil }

  /// When to look at it even if nothing arrives; nil once it has introduced itself.
  var wakeUp: ContinuousClock.Instant? { session.isIntroduced && isReadable ? nil : deadline }

  var interest: Poller.Interest {
    var interest: Poller.Interest = isReadable ? .reading : []
    if !outbox.isEmpty || feed?.isEmpty == false { interest.insert(.writing) }
    return interest
  }

  /// Reads what has come.
  mutating func read(
    using buffer: inout [UInt8],
    names: inout ProgramNames,
    output: inout PeerSession.Output
  ) {
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
    finish(names: &names, output: &output)
  }

  /// Writes what it takes.
  mutating func write() {
    do throws(SocketError) {
      repeat {
        if outbox.isEmpty, let lines = feed?.takeLines(), !lines.isEmpty {
          _ = outbox.append(lines)
        }
        try outbox.flush(to: connection)
      } while outbox.isEmpty && feed?.isEmpty == false
    } catch {
      // It reads no more; what it has sent may still be read.
      outbox = Outbox(limit: Self.mostWaiting)
      _ = feed?.takeLines()
    }
    if !isReadable, outbox.isEmpty { isGone = true }
  }

  /// Ends the wait for a peer that does not say who it is, or does not take its last answer.
  mutating func expire(
    after limit: Duration,
    names: inout ProgramNames,
    output: inout PeerSession.Output
  ) {
    guard isReadable else {
      isGone = true
      return
    }
    session.timeOut(after: limit, output: &output)
    finish(names: &names, output: &output)
  }

  private mutating func finish(names: inout ProgramNames, output: inout PeerSession.Output) {
    if output.isOver, isReadable {
      isReadable = false
      session.end(names: &names, output: &output)
    }
    if output.isNewViewer { feed = ViewerFeed(limit: Self.mostForViewer) }
    // Answers that find no room are lost: who does not read them does not miss them.
    _ = send(output.answers)
    output.answers = []
    write()
  }

  /// Sends lines; returns false where they would be too many.
  private mutating func send(_ lines: [UInt8]) -> Bool {
    if lines.isEmpty { return true }
    guard feed == nil else {
      feed?.add(lines)
      return true
    }
    return outbox.append(lines)
  }

  /// Asks the program to do something, and returns the request's number.
  mutating func ask(_ command: WireRecord, for asker: Asker) throws(CommandRefusal) -> Int {
    var line: [UInt8] = []
    guard let number = session.ask(command, for: asker, answers: &line) else {
      throw .tooManyWait(RequestTable.most)
    }
    guard send(line) else {
      _ = session.requests.answer(number)
      throw .notRead(bytes: outbox.count)
    }
    return number
  }
}

// A viewer.
extension Peer {
  /// Tells the viewer something; returns the number of its request if that is answered by this, and
  /// could not be told because the viewer is behind.
  mutating func tell(_ relay: Relay) -> Int? {
    guard let line = relay.line(forViewer: id) else { return nil }
    let isAdded = feed?.add(line, relay.record, of: relay.instance, waiting: outbox.count) ?? true
    guard !isAdded, case .viewer(id, let request)? = relay.asker else { return nil }
    return request
  }

  /// Answers a command of the viewer's.
  mutating func tell(_ record: WireRecord, of instance: String?) {
    feed?.add(WireEnvelope(instance: instance, record).line())
  }

  mutating func pause(_ instance: String) {
    feed?.pause(instance)
  }

  mutating func resume(_ instance: String) {
    feed?.resume(instance)
  }

  /// Tells what was not told of a program, and its state.
  mutating func mend(_ instance: String, with state: WireRecord?) {
    feed?.mend(instance, with: state.map { WireEnvelope(instance: instance, $0).line() })
  }

  /// A program of which the viewer was not told all, and could be now.
  var programToMend: String? { feed?.programToMend(waiting: outbox.count) }

  /// Hangs up on a viewer that asks and does not read.
  mutating func giveUpIfHopeless() {
    if feed?.isHopeless(waiting: outbox.count) == true { isGone = true }
  }
}

/// Why a command does not reach its program.
enum CommandRefusal: Error, Hashable, CustomStringConvertible {
  case unknownProgram(String?)
  case tooManyWait(Int)
  case notRead(bytes: Int)
  case wentAway

  var description: String {
    switch self {
    case .unknownProgram(nil):
      "The command does not say for which program. Add the “instance” of its hello."
    case .unknownProgram(let instance?):
      "No program with the instance “\(instance)” is connected. Look for another one in the hellos."
    case .tooManyWait(let count):
      "\(count) commands wait for an answer of this program. Wait until it answers."
    case .notRead(let bytes):
      "The program does not read its commands: \(ByteCount(bytes)) wait. It may be stopped."
    case .wentAway:
      "The program went away before it answered."
    }
  }
}
