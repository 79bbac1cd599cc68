import SluiceSocket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the lines of standard input that step through a session.
struct StepKeys {
  enum Answer: Hashable {
    case none
    /// The number of empty lines.
    case steps(Int)
    /// A line that begins with `q`, or the end of the input.
    case quit
  }

  var descriptor: Int32 { STDIN_FILENO }
  private var isLineStart = true

  /// Reads what is available; call it when the descriptor is readable.
  mutating func read() -> Answer {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe systemRead(STDIN_FILENO, buffer.baseAddress, buffer.count)
    }
    guard count > 0 else { return count < 0 && errno == EINTR ? .none : .quit }
    return take(bytes[..<count])
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> Answer {
    var steps = 0
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        steps += 1
      } else if isLineStart, byte == UInt8(ascii: "q") {
        return .quit
      }
      isLineStart = byte == UInt8(ascii: "\n")
    }
    return steps > 0 ? .steps(steps) : .none
  }
}
