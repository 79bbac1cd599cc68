#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The directory that keeps other users from replacing a socket.
///
/// Others may look into it, as in one with mode 0755: they see names and can do nothing with them. What
/// keeps them from connecting is the socket's own mode, which this system checks, and both sides look
/// at the other's user before the first byte.
package enum SocketDirectory {
  /// The directory of a socket's path, which has no doubled or final slashes.
  package static func path(ofSocket path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Refuses a directory that is not one, not ours, or in which others may write.
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
    guard facts.permissions & 0o022 == 0 else {
      return .directoryRefused(path: path, .permissions(facts.permissions))
    }
    return nil
  }

  /// Checks the directory, or makes it; never changes the mode of one that is there.
  ///
  /// - Parameter isShared: Whether other users are to reach the socket. A directory is then made with
  ///   mode 0711, otherwise with 0700.
  static func secure(_ path: String, owner: UInt32, isShared: Bool) throws(SocketError) {
    if unsafe mkdir(path, 0o700) == 0 {
      // Not by `mkdir`: the umask may take the right away.
      if isShared, unsafe chmod(path, 0o711) != 0 { throw .last("chmod", path: path) }
    } else if errno != EEXIST {
      if errno == ENOENT { throw .directoryMissing(path: Self.path(ofSocket: path)) }
      throw .last("mkdir", path: path)
    }
    // Also after making it: another user may have been faster.
    try check(path, owners: [owner])
    if isShared, let facts = try PathFacts(at: path), facts.permissions & 0o001 == 0 {
      throw .directoryRefused(path: path, .shutsOut(facts.permissions))
    }
  }

  /// Checks the directory without making it.
  static func check(_ path: String, owners: [UInt32]) throws(SocketError) {
    guard let facts = try PathFacts(at: path) else { throw .directoryMissing(path: path) }
    if let fault = judge(facts, at: path, owners: owners) { throw fault }
  }
}
