import Foundation
import SluiceSocket
import TestSupport

extension TemporaryDirectory {
  var endpoint: Endpoint { .unix(path: socketPath) }

  func listen(_ policy: PeerPolicy = PeerPolicy()) throws -> Listener {
    try Listener(at: endpoint, policy: policy)
  }

  func connect(_ policy: PeerPolicy = PeerPolicy()) throws -> Connection {
    try Connection.connect(to: endpoint, policy: policy)
  }
}

/// A socket as something else makes it: bound, and listening if asked.
final class ForeignSocket {
  private let number: Int32

  init(at path: String, backlog: Int32?) throws {
    #if canImport(Glibc)
      number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      number = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      unsafe room.copyBytes(from: Array(path.utf8))
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(number, generic, size)
      }
    }
    guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
    if let backlog { listen(number, backlog) }
  }

  deinit {
    close(number)
  }
}

extension Listener {
  /// The next arrival, waited for with a deadline.
  func arrival(within timeout: Duration = patience) throws -> Listener.Arrival {
    var poller = Poller()
    poller.add(descriptor, for: .reading)
    guard try poller.wait(timeout: timeout) > 0 else { throw SocketError.timedOut("no arrival") }
    return try accept()
  }

  func connection() throws -> Connection {
    switch try arrival() {
    case .connection(let stream):
      guard let connection = stream as? Connection else { throw SocketError.peerClosed }
      return connection
    case .refused(let error): throw error
    case .nobody: throw SocketError.timedOut("nobody came")
    }
  }
}

extension Connection {
  /// Bytes as they come, until there are so many or the other side ends.
  func bytes(_ count: Int, piece: Int = 4_096) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: piece)
    var poller = Poller()
    while bytes.count < count {
      poller.removeAll()
      poller.add(descriptor, for: .reading)
      guard try poller.wait(timeout: patience) > 0 else {
        throw SocketError.timedOut("no bytes")
      }
      switch try read(into: &buffer) {
      case .bytes(let count): bytes += buffer[..<count]
      case .nothing: continue
      case .end: return bytes
      }
    }
    return bytes
  }
}

/// A connection and its other end.
struct Pair {
  let directory: TemporaryDirectory
  let listener: Listener
  let program: Connection
  let hub: Connection

  init() throws {
    directory = try TemporaryDirectory()
    listener = try directory.listen()
    program = try directory.connect()
    hub = try listener.connection()
  }
}
