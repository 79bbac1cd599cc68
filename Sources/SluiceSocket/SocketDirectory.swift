#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The directory that keeps other users away from a socket.
package enum SocketDirectory {
  /// The directory of a socket's path, which has no doubled or final slashes.
  package static func path(ofSocket path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Refuses a directory that is not one, not ours, or open to others.
  ///
  /// - Parameter owners: The users to whom it may belong; the first is who we are.
  package static func judge(
    _ facts: PathFacts,
    at path: String,
    owners: [UInt32]
  ) -> SocketError? {
    switch facts.kind {
    case .symbolicLink: return .directoryRefused(path: path, .symbolicLink)
    case .socket, .regularFile, .other: return .directoryRefused(path: path, .notADirectory)
    case .directory: break
    }
    guard owners.contains(facts.owner) else {
      let fault = SocketError.DirectoryFault.owner(facts.owner, expected: owners.first ?? 0)
      return .directoryRefused(path: path, fault)
    }
    guard facts.permissions & 0o077 == 0 else {
      return .directoryRefused(path: path, .permissions(facts.permissions))
    }
    return nil
  }

  /// Checks the directory, or makes it with mode 0700; never changes the mode of one that is there.
  static func secure(_ path: String, owner: UInt32) throws(SocketError) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
      if errno == ENOENT { throw .directoryMissing(path: Self.path(ofSocket: path)) }
      throw .last("mkdir", path: path)
    }
    // Also after making it: the umask may have taken rights, and another user may have been faster.
    try check(path, owners: [owner])
  }

  /// Checks the directory without making it.
  static func check(_ path: String, owners: [UInt32]) throws(SocketError) {
    guard let facts = try PathFacts(at: path) else { throw .directoryMissing(path: path) }
    if let fault = judge(facts, at: path, owners: owners) { throw fault }
  }
}
