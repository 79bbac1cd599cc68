import SluiceSocket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A directory of our own for as long as the value lives, with mode 0700 and a name that nobody can
/// guess.
struct PrivateDirectory: ~Copyable {
  let path: String
  /// The files that may be in it at the end.
  private let names: [String]

  /// - Parameter names: What is removed together with the directory; anything else keeps it.
  init(removing names: [String]) throws(SocketError) {
    // Not `TMPDIR`: its path may be too long for a socket.
    let pattern = "/tmp/sluice-demo-\(HostProcess.identifier)-XXXXXX"
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
}
