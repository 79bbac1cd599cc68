#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// The calls through which files and sockets are opened, read, written and waited for, each as one value.
///
/// Each does what the system's function of its name does, and leaves its error in `errno`. All of them
/// can fail at any time: a test lets one of them.
// Safe: none of the functions keeps a pointer.
@safe
package struct SystemCalls: Sendable {
  /// Opens a file for its owner only, if it has to be made.
  package var open: @Sendable (_ path: String, _ flags: Int32) -> Int32 = openPrivate
  package var rename: @Sendable (_ path: String, _ new: String) -> Int32 = moveFile
  package var read: @Sendable (Int32, UnsafeMutableRawPointer?, _ count: Int) -> Int =
    unsafe systemRead
  /// Reads bytes anywhere in a file.
  package var readAt:
    @Sendable (Int32, UnsafeMutableRawPointer?, _ count: Int, _ offset: Int) -> Int =
      unsafe readAnywhere
  package var write: @Sendable (Int32, UnsafeRawPointer?, _ count: Int) -> Int = unsafe systemWrite
  /// Returns when the disk has what was written to a file, or the names in a folder.
  package var sync: @Sendable (Int32) -> Int32 = storeDurably
  package var receive: @Sendable (Int32, UnsafeMutableRawPointer?, _ count: Int) -> Int =
    unsafe receiveBytes
  /// Sends bytes; a peer that is gone causes no signal.
  package var send: @Sendable (Int32, UnsafeRawPointer?, _ count: Int) -> Int = unsafe sendBytes
  package var connect: @Sendable (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32 = unsafe dial
  package var accept: @Sendable (Int32) -> Int32 = takePeer
  /// Waits at most some milliseconds, or for as long as it takes if they are negative, until some of
  /// the entries are ready; returns their number, or the negative code of an error.
  package var poll: @Sendable (inout [pollfd], Int32) -> Int32 = awaitReadiness

  /// The operating system's.
  package static let system = SystemCalls()

  package init() {}
}

// The system's functions under names that those of a type don't hide.

/// Calls the system's `read`.
@unsafe
@Sendable
package func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

/// Calls the system's `write`.
@unsafe
@Sendable
package func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

@Sendable
private func openPrivate(_ path: String, _ flags: Int32) -> Int32 {
  unsafe open(path, flags, 0o600)
}

@Sendable
private func moveFile(_ path: String, _ new: String) -> Int32 {
  unsafe rename(path, new)
}

@Sendable
private func storeDurably(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    // `fsync` leaves the bytes in the disk's own memory; not every file system knows better.
    if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(file)
}

@unsafe
@Sendable
private func readAnywhere(
  _ file: Int32,
  _ bytes: UnsafeMutableRawPointer?,
  _ count: Int,
  _ offset: Int
) -> Int {
  unsafe pread(file, bytes, count, off_t(offset))
}

@unsafe
@Sendable
private func receiveBytes(
  _ socket: Int32,
  _ bytes: UnsafeMutableRawPointer?,
  _ count: Int
) -> Int {
  unsafe recv(socket, bytes, count, 0)
}

@unsafe
@Sendable
private func sendBytes(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    // The signal is switched off for each socket.
    unsafe send(socket, bytes, count, 0)
  #else
    unsafe send(socket, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}

@unsafe
@Sendable
private func dial(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  unsafe connect(socket, address, size)
}

@Sendable
private func takePeer(_ socket: Int32) -> Int32 {
  accept(socket, nil, nil)
}

@Sendable
private func awaitReadiness(_ entries: inout [pollfd], _ milliseconds: Int32) -> Int32 {
  let ready = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
  return ready < 0 ? -errno : ready
}
