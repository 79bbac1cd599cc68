import SluiceSocket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A directory that exists as long as the value, with mode 0700 and a name that can't be guessed.
struct PrivateDirectory: ~Copyable {
  /// Not `TMPDIR`: its path may be too long for a socket.
  private static let folder = "/tmp"
  private static let prefix = "sluice-demo-"

  let path: String
  /// The files that may be in it at the end.
  private let names: [String]

  /// Creates the directory.
  ///
  /// - Parameter names: The files to remove with the directory; any other file keeps it.
  init(removing names: [String]) throws(SocketError) {
    Self.removeLeftovers(names)
    let pattern = "\(Self.folder)/\(Self.prefix)\(HostProcess.identifier)-XXXXXX"
    var template = Array(pattern.utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .system(call: "mkdtemp", path: pattern, code: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.names = names
  }

  deinit {
    for name in names { _ = unsafe unlink(path + "/" + name) }
    _ = unsafe rmdir(path)
  }

  /// Removes the directories of processes that were killed.
  ///
  /// Removes only directories of this user with such a name, in which no file is locked.
  private static func removeLeftovers(_ names: [String]) {
    guard let stream = unsafe opendir(folder) else { return }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      let parts = name.dropFirst(prefix.count).split(separator: "-")
      guard name.hasPrefix(prefix), parts.count == 2, let process = Int32(parts[0]),
        kill(process, 0) == -1, errno == ESRCH
      else { continue }
      let path = folder + "/" + name
      guard let facts = (try? PathFacts(at: path)) ?? nil, facts.kind == .directory,
        facts.owner == HostProcess.userID, !isLocked(in: path, names)
      else { continue }
      for name in names { _ = unsafe unlink(path + "/" + name) }
      _ = unsafe rmdir(path)
    }
  }

  /// Returns whether a file is locked: a process in a container has a number that doesn't exist here.
  private static func isLocked(in path: String, _ names: [String]) -> Bool {
    names.contains { name in
      guard name.hasSuffix(".lock") else { return false }
      let file = unsafe open(path + "/" + name, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { return false }
      defer { close(file) }
      return flock(file, LOCK_EX | LOCK_NB) != 0
    }
  }
}
