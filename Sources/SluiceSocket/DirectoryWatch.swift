#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reports removals from a directory, so that its owner need not poll.
///
/// On Linux only; elsewhere the initializer returns `nil`, and the owner polls.
package final class DirectoryWatch {
  private let file: FileDescriptor

  /// Watches the directory of a socket.
  ///
  /// - Returns: `nil` if the system cannot watch it.
  package init?(ofSocket path: String) {
    #if os(Linux)
      let directory = SocketDirectory.path(ofSocket: path)
      let number = inotify_init1(O_CLOEXEC | O_NONBLOCK)
      guard number >= 0 else { return nil }
      file = FileDescriptor(rawValue: number)
      let removals = IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF
      guard unsafe inotify_add_watch(number, directory, UInt32(removals)) >= 0 else { return nil }
    #else
      return nil
    #endif
  }

  /// Readable from the first removal on: create another watch then, since the directory itself may be
  /// the one that is gone.
  package var descriptor: Int32 { file.rawValue }
}
