#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file to be read from the beginning to the end, or standard input.
///
/// Belongs to one thread.
final class InputFile {
  /// For people: the path, or that it is standard input.
  let name: String
  private let descriptor: Int32

  /// - Parameter path: `-` for standard input.
  init(at path: String) throws(SessionError) {
    if path == "-" {
      name = "standard input"
      descriptor = STDIN_FILENO
      return
    }
    name = "“\(path)”"
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(name: name, reason: Self.lastReason) }
  }

  /// Returns whether something can be read at a path.
  static func exists(at path: String) -> Bool {
    unsafe access(path, R_OK) == 0
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// Reads the next piece; blocks on a pipe until there is one.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(SessionError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Self.get(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw .cannotOpen(name: name, reason: Self.lastReason) }
    }
  }

  private static var lastReason: String {
    let code = errno
    return unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// The system's `read`, which this type's own hides.
  private static func get(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(file, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.read(file, bytes, count)
    #else
      unsafe Darwin.read(file, bytes, count)
    #endif
  }
}
