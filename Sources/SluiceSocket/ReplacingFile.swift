#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is written beside another, and takes its place once it is whole.
///
/// Readable by its owner only. One thread uses it. What wasn't put in its place is removed with the value.
package final class ReplacingFile: Sendable {
  private let file: FileDescriptor
  private let calls: SystemCalls
  /// The path of the file to be replaced.
  package let path: String
  /// Where it is until then.
  private let place: String

  /// - Parameters:
  ///   - path: The file to be replaced; there may be none.
  ///   - place: Where it is until then, if nobody else uses that: what a killed process has left there
  ///     goes. By default, a name that nobody uses.
  package init(
    of path: String,
    at place: String? = nil,
    _ calls: SystemCalls = .system
  ) throws(SocketError) {
    let suffix = String(UInt64.random(in: 0 ... .max), radix: 36)
    if let place { _ = unsafe unlink(place) }
    let place = place ?? "\(path).\(suffix)"
    let number = uninterrupted {
      calls.open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW)
    }
    guard number >= 0 else { throw .last("open", path: place) }
    file = FileDescriptor(rawValue: number)
    self.calls = calls
    self.path = path
    self.place = place
  }

  /// Adds bytes to the end.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SocketError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { room in
        uninterrupted { unsafe calls.write(file.rawValue, room.baseAddress, room.count) }
      }
      guard count > 0 else { throw .last("write", path: place) }
      assert(count <= rest.count)
      rest = rest.dropFirst(count)
    }
  }

  /// Opens it for reading, also once it is in its place.
  package func input() throws(SocketError) -> RecordingInput {
    try RecordingInput(at: place, calls)
  }

  /// Puts it in its place; whatever was there goes, also a symbolic link.
  package func replace() throws(SocketError) {
    guard uninterrupted({ calls.rename(place, path) }) == 0 else {
      throw .last("rename", path: path)
    }
  }

  /// Puts it in its place once the disk has its bytes, and returns when the disk has that, too.
  ///
  /// After a loss of power there is what was there before, or this, and nothing else.
  package func replaceDurably() throws(SocketError) {
    guard uninterrupted({ calls.sync(file.rawValue) }) == 0 else {
      throw .last("fsync", path: place)
    }
    try replace()
    try Self.syncFolder(of: path, calls)
  }

  /// Gives a file, or whatever is there, another name, and returns when the disk has that.
  package static func move(
    _ path: String,
    to other: String,
    _ calls: SystemCalls
  ) throws(SocketError) {
    guard uninterrupted({ calls.rename(path, other) }) == 0 else {
      throw .last("rename", path: path)
    }
    try syncFolder(of: path, calls)
  }

  /// Returns when the disk has the names in the folder of a file.
  private static func syncFolder(of path: String, _ calls: SystemCalls) throws(SocketError) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let number = uninterrupted { calls.open(folder, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw .last("open", path: folder) }
    let file = FileDescriptor(rawValue: number)
    // Some file systems can't, and have nothing to sync.
    guard uninterrupted({ calls.sync(file.rawValue) }) == 0 || errno == EINVAL else {
      throw .last("fsync", path: folder)
    }
  }

  deinit {
    // Not there any more once it is in its place.
    _ = unsafe unlink(place)
  }
}
