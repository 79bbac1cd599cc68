#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the terminal needs of the system.
extension TerminalDevice {
  /// Opens a terminal anew; falls back to the descriptor itself.
  static func reopen(_ input: Int32) -> Int32 {
    var name = [CChar](repeating: 0, count: 1024)
    guard unsafe ttyname_r(input, &name, name.count) == 0 else { return dup(input) }
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let descriptor = unsafe open(name, flags)
    return descriptor >= 0 ? descriptor : dup(input)
  }
}

// The system's functions under names that those of the device don't hide.

@unsafe
func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
  unsafe pipe(ends)
}

@unsafe
func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

@unsafe
func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
