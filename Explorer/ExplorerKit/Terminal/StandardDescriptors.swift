#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three descriptors with which a process begins.
enum StandardDescriptors {
  /// Puts something in the place of those that were closed, or a socket would get the number of
  /// standard output and take what we print.
  ///
  /// What is put there cannot be written to, so that output which is lost is an error.
  static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is given out, which is this one.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }
}
