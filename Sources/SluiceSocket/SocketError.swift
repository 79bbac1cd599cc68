/// Why an endpoint cannot be had, or a connection ended.
///
/// The descriptions say what is wrong, with which value, and what to do; they are meant for the
/// person in front of the terminal.
package enum SocketError: Error, Hashable, Sendable {
  // What was written as an endpoint.
  case unknownEndpoint(String)
  case emptyPath(String)
  case relativePath(String)
  case dottedPath(String)
  case abstractName(String)
  case zeroByteInPath(String)
  case pathTooLong(path: String, bytes: Int, limit: Int)
  case notASocketEndpoint(path: String)

  // What stands at the place.
  case directoryMissing(path: String)
  case directoryRefused(path: String, DirectoryFault)
  case hubExists(path: String)
  case notASocket(path: String, PathFacts.Kind)
  case occupied(path: String)
  case fileExists(path: String)
  case fileInUse(path: String)
  case notAFile(path: String)
  case diskFull(path: String)
  /// Others did something to a file while it was written.
  case fileLost(path: String, RecordingFile.Fault)

  // What the other side does.
  case noHub(path: String)
  case hubSilent(path: String)
  /// - reason: What the hub says, as it came.
  case hubRefuses(path: String, reason: String)
  case peerRefused(userID: UInt32, admitted: [UInt32])
  case peerClosed
  case timedOut(String)
  case woken

  /// A system call failed in a way that has no case of its own.
  case system(call: String, path: String?, code: Int32)

  /// What is wrong with the directory that a socket should stand in.
  package enum DirectoryFault: Hashable, Sendable {
    case symbolicLink
    case notADirectory
    case owner(UInt32, expected: UInt32)
    /// Other users may write in it.
    case permissions(UInt16)
    /// The users who are to be let in cannot reach what is in it.
    case shutsOut(UInt16)
  }
}
