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

  /// Stops in the debugger that is attached; does nothing if none is.
  package static func stopInDebugger() {
    if isDebugged { raise(SIGTRAP) }
  }

  private static var isDebugged: Bool {
    #if canImport(Darwin)
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      let status = unsafe sysctl(&name, UInt32(name.count), &info, &size, nil, 0)
      return status == 0 && info.kp_proc.p_flag & P_TRACED != 0
    #else
      var bytes = [UInt8](repeating: 0, count: 4_096)
      guard let file = try? RecordingInput(at: "/proc/self/status"),
        let count = try? file.read(into: &bytes)
      else { return false }
      let status = String(decoding: bytes[..<count], as: UTF8.self)
      return status.contains("\nTracerPid:") && !status.contains("\nTracerPid:\t0\n")
    #endif
  }
}
