#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the operating system knows about the running process.
package enum HostProcess {
  package static var identifier: Int32 { getpid() }

  /// The effective user: the one whose rights decide what may be opened.
  package static var userID: UInt32 { geteuid() }

  /// The name under which the process was started, without its directories.
  package static var name: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The values of those of the named variables that are set.
  package static func environment(_ names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names {
      guard let value = unsafe getenv(name) else { continue }
      values[name] = unsafe String(cString: value)
    }
    return values
  }

  /// Writes a line to standard error; characters that could act on a terminal become question marks.
  package static func warn(_ message: String) {
    let shown = message.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        ? "?" : Character(scalar)
    }
    let line = Array((String(shown) + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The time of day; jumps when the clock is set.
  package static var microsecondsSince1970: Int64 {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return 0 }
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
  }
}
