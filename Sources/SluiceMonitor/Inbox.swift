import SluiceSocket
import SluiceWire

/// Reads what the hub says: little, and never trusted.
struct Inbox {
  enum Line {
    case record(WireRecord)
    /// What is wrong with it, for the other side.
    case damage(String)
  }

  /// Answers about damage, so that two sides that do not understand each other fall silent.
  private static let mostComplaints = 16

  private var framer: LineFramer
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)
  private var complaints = 0

  /// - Parameter takesStates: Whether a record may be as long as a state.
  init(takesStates: Bool) {
    framer = LineFramer(limit: takesStates ? .standardRecord : .record(1 << 20))
  }

  /// Reads what has arrived, at most one buffer; returns whether there was anything.
  mutating func receive(
    from connection: Connection,
    _ handle: (Line) -> Void
  ) throws(SocketError) -> Bool {
    switch try connection.read(into: &buffer) {
    case .nothing: return false
    case .end: throw .peerClosed
    case .bytes(let count): framer.append(buffer[..<count])
    }
    while let line = nextLine() { handle(line) }
    return true
  }

  private mutating func nextLine() -> Line? {
    while true {
      do {
        guard let line = try framer.next() else { return nil }
        return .record(try WireRecord(line: line))
      } catch {
        guard complaints < Self.mostComplaints else { continue }
        complaints += 1
        return .damage("\(error)")
      }
    }
  }
}
