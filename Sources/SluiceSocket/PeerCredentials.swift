#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The credentials of the other end of a socket, from the kernel.
package struct PeerCredentials: Hashable, Sendable {
  package var userID: UInt32
  /// `nil` if the system doesn't provide it.
  package var processID: Int32?

  package init(userID: UInt32, processID: Int32? = nil) {
    self.userID = userID
    self.processID = processID
  }

  init(of socket: borrowing FileDescriptor) throws(SocketError) {
    #if os(Linux)
      // The C library's `ucred` is not imported: process, user and group, 32 bits each.
      var answer: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
      var size = socklen_t(MemoryLayout.size(ofValue: answer))
      let status = unsafe getsockopt(socket.rawValue, SOL_SOCKET, SO_PEERCRED, &answer, &size)
      guard status == 0, size == socklen_t(MemoryLayout.size(ofValue: answer)) else {
        throw .last("getsockopt")
      }
      self.init(userID: answer.user, processID: answer.process)
    #else
      var user = uid_t.max
      var group = gid_t.max
      guard unsafe getpeereid(socket.rawValue, &user, &group) == 0 else {
        throw .last("getpeereid")
      }
      self.init(userID: user)
    #endif
  }
}

/// The users whose processes may connect.
package struct PeerPolicy: Hashable, Sendable {
  package var admitted: [UInt32]
  /// Whether users other than this process's own and root are admitted.
  package private(set) var isShared = false

  package init(admitted: [UInt32]) {
    self.admitted = admitted
  }

  /// Admits this process's user, root, and those that `--allow-uid` names.
  package init(userID: UInt32 = HostProcess.userID, alsoAdmitting others: [UInt32] = []) {
    var admitted: [UInt32] = []
    for user in [userID, 0] + others where !admitted.contains(user) { admitted.append(user) }
    self.admitted = admitted
    isShared = others.contains { $0 != userID && $0 != 0 }
  }

  /// The variable that names the users that a program trusts: `1000`, or `1000,65534`.
  package static let variable = "SLUICE_EXPLORER_ALLOW_UID"

  /// Admits this process's user, root, and those that the environment names.
  package static func ofEnvironment() -> PeerPolicy {
    let text = HostProcess.environment([variable])[variable] ?? ""
    return PeerPolicy(alsoAdmitting: text.split(separator: ",").compactMap { UInt32($0) })
  }

  /// The reason to refuse a peer; `nil` for one that may stay.
  package func refusal(of peer: PeerCredentials) -> SocketError? {
    admitted.contains(peer.userID)
      ? nil : .peerRefused(userID: peer.userID, admitted: admitted)
  }
}
