import SluiceSocket
import SluiceWire

/// Reads what the hub sends: usually little, and never trusted.
///
/// Reads a command that has begun to its end, within bounds: in a program with thousands of commits
/// a second, it would otherwise receive one buffer's worth of activity per few of them.
struct Inbox {
  enum Line {
    case record(WireRecord)
    /// The fault of a line, for the other side; with its request, if known.
    case damage(String, request: Int?)
  }

  /// The maximum number of answers about damage, so that two incompatible sides fall silent.
  private static let maximumFaults = 16
  /// The maximum number of bytes read at once, so that commits aren't delayed for long.
  private static let maximumReadSize = 4 << 20
  /// How long the rest of a command may take to arrive before commits are handled again.
  private static let commandTimeout = Duration.milliseconds(10)
  /// The maximum length of a command if states may not be restored, so that none is sent.
  static let maximumCommandLength = 1 << 20

  private var framer: LineFramer
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)
  private var faults = 0

  /// - Parameter acceptsStates: Whether a record may be as long as a state.
  init(acceptsStates: Bool) {
    framer = LineFramer(limit: acceptsStates ? .standardRecord : .record(Self.maximumCommandLength))
  }

  /// Reads what has arrived, and the rest of a command that has begun; returns whether there was
  /// anything.
  mutating func receive(
    from connection: any ByteStream,
    _ world: World,
    _ handle: (Line) -> Void
  ) throws(SocketError) -> Bool {
    var total = 0
    var deadline: ContinuousClock.Instant?
    while total < Self.maximumReadSize {
      switch try connection.read(into: &buffer) {
      case .bytes(let count):
        total += count
        framer.append(buffer[..<count])
        while let line = nextLine() { handle(line) }
      case .nothing:
        let now = world.clock.now()
        let end = deadline ?? now + Self.commandTimeout
        deadline = end
        guard total > 0, framer.pending > 0, now < end else { return total > 0 }
        var poller = Poller(world)
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
        guard faults < Self.maximumFaults else { continue }
        faults += 1
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

  /// Returns the number after the key `request` at the start of a line that is too long to read.
  private static func request(in head: [UInt8]) -> Int? {
    let text = String(decoding: head, as: UTF8.self)
    guard let key = text.firstRange(of: "\"request\":") else { return nil }
    let digits = text[key.upperBound...].prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number <= WireNumber.maximum else { return nil }
    return number
  }
}
