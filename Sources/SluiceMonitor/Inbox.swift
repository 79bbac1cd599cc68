import SluiceSocket
import SluiceWire

/// Reads what the hub sends: little as a rule, and never trusted.
///
/// A command that has begun is read to its end, within bounds: the program may be busy with thousands
/// of commits a second, and the command would get a buffer's worth of attention for each few of them.
struct Inbox {
  enum Line {
    case record(WireRecord)
    /// What is wrong with a line, for the other side; with the request that it was, if that is known.
    case damage(String, request: Int?)
  }

  /// Answers about damage, so that two sides that do not understand each other fall silent.
  private static let mostComplaints = 16
  /// Bytes that are read at once, so that commits are not held up for long.
  private static let mostAtOnce = 4 << 20
  /// How long the rest of a command may take to come before commits are looked after again.
  private static let patience = Duration.milliseconds(10)
  /// Of a command where no state may be restored, and so none is sent.
  static let longestCommand = 1 << 20

  private var framer: LineFramer
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)
  private var complaints = 0

  /// - Parameter takesStates: Whether a record may be as long as a state.
  init(takesStates: Bool) {
    framer = LineFramer(limit: takesStates ? .standardRecord : .record(Self.longestCommand))
  }

  /// Reads what has arrived, and the rest of a command whose beginning has; returns whether there
  /// was anything.
  mutating func receive(
    from connection: Connection,
    _ handle: (Line) -> Void
  ) throws(SocketError) -> Bool {
    var total = 0
    var deadline: ContinuousClock.Instant?
    while total < Self.mostAtOnce {
      switch try connection.read(into: &buffer) {
      case .bytes(let count):
        total += count
        framer.append(buffer[..<count])
        while let line = nextLine() { handle(line) }
      case .nothing:
        let now = ContinuousClock.now
        let end = deadline ?? now + Self.patience
        deadline = end
        guard total > 0, framer.pending > 0, now < end else { return total > 0 }
        var poller = Poller()
        poller.add(connection.descriptor, for: .reading)
        guard try poller.wait(timeout: now.duration(to: end)) > 0 else { return true }
      case .end:
        throw .peerClosed
      }
    }
    return true
  }

  private mutating func nextLine() -> Line? {
    while true {
      do throws(WireError) {
        guard let line = try framer.next() else { return nil }
        return .record(try WireRecord(line: line))
      } catch {
        guard complaints < Self.mostComplaints else { continue }
        complaints += 1
        return damage(error)
      }
    }
  }

  private func damage(_ error: WireError) -> Line {
    guard case .recordTooLong(let bytes, let limit) = error else {
      return .damage("\(error)", request: nil)
    }
    let advice =
      limit == .standardRecord
      ? "Send less."
      : "Send less; a program that allows restoring reads \(ByteCount(LineLimit.standardRecord.bytes))."
    return .damage(
      "The command is \(ByteCount(bytes)) long; this program reads at most"
        + " \(ByteCount(limit.bytes)). \(advice)",
      request: Self.request(in: framer.skippedHead)
    )
  }

  /// The number behind the key `request`, where a line that is too long to be read begins.
  private static func request(in head: [UInt8]) -> Int? {
    let text = String(decoding: head, as: UTF8.self)
    guard let key = text.firstRange(of: "\"request\":") else { return nil }
    let digits = text[key.upperBound...].prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number <= WireNumber.greatest else { return nil }
    return number
  }
}
