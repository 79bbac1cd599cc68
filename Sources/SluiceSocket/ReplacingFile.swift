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

  /// - Parameter path: The file to be replaced; there may be none.
  package init(of path: String, _ calls: SystemCalls = .system) throws(SocketError) {
    let suffix = String(UInt64.random(in: 0 ... .max), radix: 36)
    let place = "\(path).\(suffix)"
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

  deinit {
    // Not there any more once it is in its place.
    _ = unsafe unlink(place)
  }
}
