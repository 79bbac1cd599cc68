#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A path in the form that the kernel takes.
package struct SocketAddress {
  /// Bytes for a path and its final zero: 108 on Linux, 104 on Apple's systems.
  package static let pathCapacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

  private var address = sockaddr_un()

  init(path: String) throws(SocketError) {
    let bytes = Array(path.utf8)
    guard bytes.count < Self.pathCapacity else {
      throw .pathTooLong(path: path, bytes: bytes.count, limit: Self.pathCapacity)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      unsafe room.copyBytes(from: bytes)
    }
  }

  /// Hands the address to a system call, again for as long as signals interrupt it.
  func pass(to call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        uninterrupted { unsafe call(generic, size) }
      }
    }
  }

  /// Makes a stream socket that neither waits, nor is inherited, nor raises SIGPIPE.
  static func makeSocket() throws(SocketError) -> FileDescriptor {
    #if os(Linux)
      #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
      #else
        let type = SOCK_STREAM
      #endif
    #else
      let type = SOCK_STREAM
    #endif
    let number = socket(AF_UNIX, type, 0)
    guard number >= 0 else { throw .last("socket") }
    let made = FileDescriptor(rawValue: number)
    try made.prepare()
    try silencePipeSignal(of: made)
    return made
  }

  /// Apple's systems switch SIGPIPE off for each socket, Linux for each `send`.
  static func silencePipeSignal(of socket: borrowing FileDescriptor) throws(SocketError) {
    #if canImport(Darwin)
      var on: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      guard unsafe setsockopt(socket.rawValue, SOL_SOCKET, SO_NOSIGPIPE, &on, size) == 0 else {
        throw .last("setsockopt")
      }
    #endif
  }
}
