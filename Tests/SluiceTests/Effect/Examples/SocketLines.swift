import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One end of a local socket pair, read and written line by line.
///
/// Ending to read hangs up: the other end's lines end too.
final class SocketLines: Sendable {
  let lines: AsyncStream<String>
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    self.lines = lines
    continuation.onTermination = { [weak self] _ in self?.hangUp() }
    // A thread of its own: reading blocks. It holds this end, which is closed behind it.
    Thread {
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while unsafe read(self.descriptor, &byte, 1) == 1 {
        if byte == 10 {
          continuation.yield(String(decoding: line, as: UTF8.self))
          line = []
        } else {
          line.append(byte)
        }
      }
      continuation.finish()
    }
    .start()
  }

  deinit { close(descriptor) }

  private func hangUp() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Two ends that are connected with each other.
  static func pair() -> (SocketLines, SocketLines) {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    precondition(unsafe socketpair(AF_UNIX, stream, 0, &ends) == 0, "no socket pair")
    return (SocketLines(ends[0]), SocketLines(ends[1]))
  }

  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      // Where the other end has hung up, no signal must come of it.
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    _ = unsafe send(descriptor, bytes, bytes.count, flags)
  }
}
