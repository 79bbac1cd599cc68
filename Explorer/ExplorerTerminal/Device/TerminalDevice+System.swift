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

  static func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.pipe(ends)
    #elseif canImport(Musl)
      unsafe Musl.pipe(ends)
    #else
      unsafe Darwin.pipe(ends)
    #endif
  }

  /// The system's `write`, which this type's own hides.
  static func write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(file, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.write(file, bytes, count)
    #else
      unsafe Darwin.write(file, bytes, count)
    #endif
  }

  static func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(file, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.read(file, bytes, count)
    #else
      unsafe Darwin.read(file, bytes, count)
    #endif
  }
}
