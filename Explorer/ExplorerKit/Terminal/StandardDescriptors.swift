#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three descriptors with which a process begins.
enum StandardDescriptors {
  /// Opens `/dev/null` for those that are closed: otherwise a socket could get the number of standard
  /// output, and receive what is printed.
  ///
  /// They can't be written to, so that lost output is an error.
  static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is given out, which is this one.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }
}
