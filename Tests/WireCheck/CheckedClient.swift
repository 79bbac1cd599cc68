import SluiceSocket
import SluiceWire

/// The connection to a client under test.
///
/// Reads while it writes: a client may have to send before it can read on.
final class CheckedClient {
  /// The result of waiting for a record.
  enum Arrival {
    /// A record, and its length in bytes without the line feed.
    case record(WireEnvelope, length: Int)
    case damaged(WireError)
    /// The client closed the connection.
    case end
    /// Nothing arrived in time.
    case nothing
  }

  private let connection: any ByteStream
  private var framer = LineFramer(limit: .beforeHello)
  private var outbox = Outbox(limit: .max)
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isAtEnd = false
  /// What it said of itself.
  private(set) var hello: WireRecord.Hello?

  init(_ connection: any ByteStream) { self.connection = connection }

  /// Waits for `hello`, and accepts records of any length up to 16 MiB from then on.
  ///
  /// - Returns: What is wrong if it doesn't come, or is that of another role.
  func greet(
    _ role: WireRecord.Hello.Role,
    within limit: Duration
  ) throws(SocketError) -> String? {
    defer { framer.limit = .standardRecord }
    switch try next(until: .now + limit) {
    case .record(let envelope, _):
      guard case .hello(let hello) = envelope.record else {
        return "It was \(envelope.record.type)."
      }
      self.hello = hello
      let other = hello.role.rawValue
      return hello.role == role ? nil : "The role is \(other). Run wire-check \(other) for it."
    case .damaged(let error): return error.description
    case .end: return "The connection ended before."
    case .nothing: return "Nothing came within \(limit)."
    }
  }

  func offers(_ capability: WireRecord.Hello.Capability) -> Bool {
    hello?.capabilities.contains(capability) == true
  }

  /// Why a rule about a command isn't checked; `nil` if the client offers it.
  func lack(of capability: WireRecord.Hello.Capability) -> String? {
    offers(capability) ? nil : "its capabilities do not list \(capability.rawValue)."
  }

  /// Enqueues text, which is sent during ``next(until:)``.
  func send(_ text: String) { _ = outbox.append(Array(text.utf8)) }

  func send(_ record: WireRecord, of instance: String? = nil) {
    _ = outbox.append(WireEnvelope(instance: instance, record).line())
  }

  /// Waits for the next record.
  func next(until deadline: ContinuousClock.Instant) throws(SocketError) -> Arrival {
    while true {
      do throws(WireError) {
        if let line = try framer.next() {
          return .record(try WireEnvelope(line: line), length: line.count)
        }
      } catch {
        return .damaged(error)
      }
      if isAtEnd { return .end }
      guard try exchange(until: deadline) else { return .nothing }
    }
  }

  /// Closes the connection; what the client has sent is lost.
  func close() { connection.disconnect() }

  /// Reads and writes what is possible; returns `false` once the time is over.
  private func exchange(until deadline: ContinuousClock.Instant) throws(SocketError) -> Bool {
    var poller = Poller()
    poller.add(connection.descriptor, for: outbox.isEmpty ? .reading : [.reading, .writing])
    do throws(SocketError) {
      let timeout = max(.zero, ContinuousClock.now.duration(to: deadline))
      guard try poller.wait(timeout: timeout) > 0 else { return false }
      if !outbox.isEmpty { try outbox.flush(to: connection) }
      switch try connection.read(into: &buffer) {
      case .bytes(let count): framer.append(buffer[..<count])
      case .nothing: break
      case .end: isAtEnd = true
      }
    } catch .peerClosed {
      isAtEnd = true
    }
    return true
  }
}

extension Listener {
  /// Waits for a client to connect; returns `nil` if none does in time.
  func client(until deadline: ContinuousClock.Instant) throws(SocketError) -> CheckedClient? {
    var poller = Poller()
    while true {
      poller.removeAll()
      poller.add(descriptor, for: .reading)
      let timeout = max(.zero, ContinuousClock.now.duration(to: deadline))
      guard try poller.wait(timeout: timeout) > 0 else { return nil }
      switch try accept() {
      case .connection(let connection): return CheckedClient(connection)
      case .refused(let reason): throw reason
      case .nobody: continue
      }
    }
  }
}
