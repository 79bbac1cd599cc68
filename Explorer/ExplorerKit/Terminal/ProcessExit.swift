#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ExitCode {
  /// Ends the process.
  func exitProcess() -> Never {
    exit(rawValue)
  }
}
