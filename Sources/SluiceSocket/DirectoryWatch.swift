#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Notices that something was removed from a directory, so that nobody has to look again and again.
///
/// Exists on Linux only; elsewhere there is none, and one has to look.
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
