/// What a ``Poller`` waits for.
package protocol Waitable: AnyObject {
  /// The number to poll.
  var descriptor: Int32 { get }
}

/// What ends another thread's wait; see ``WakePipe``.
package protocol WakeSignal: Waitable, Sendable {
  func wake()
  func drain()
}

/// One end of a stream of bytes; see ``Connection``.
package protocol ByteStream: Waitable, Sendable {
  func read(into buffer: inout [UInt8]) throws(SocketError) -> Connection.Reading
  func write(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int
  func finishWriting()
  func disconnect()
  /// The process at the other end; `nil` where that is not known.
  var peerProcessID: Int32? { get }
}

extension ByteStream {
  package var peerProcessID: Int32? { nil }
}

/// Where streams arrive; see ``Listener``.
package protocol Entrance: Waitable {
  var path: String { get }
  func accept(refusalMessage: (SocketError) -> [UInt8]) throws(SocketError) -> Listener.Arrival
  func repair() throws(SocketError) -> Bool
}

extension WakePipe: WakeSignal {}
extension Connection: ByteStream {}
extension Listener: Entrance {}
extension DirectoryWatch: Waitable {}
