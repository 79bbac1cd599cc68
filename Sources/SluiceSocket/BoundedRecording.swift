#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of a bounded recording that is written.
package struct BoundedRecording: RecordingDestination {
  /// The path of the recording.
  private let base: String
  private let file: RecordingFile
  package let turn: Int?
  private let calls: SystemCalls

  /// Begins the next file of a recording, which may be there already.
  ///
  /// - Parameter replacing: Whether what is there goes, whatever it is.
  package init(
    at path: String,
    replacing: Bool = false,
    _ calls: SystemCalls = .system
  ) throws(SocketError) {
    // The process may change its directory.
    let path = RecordingFile.place(of: path)
    var next = (path: path, turn: 1)
    if replacing {
      try remove(RecordingPair.other(of: path))
    } else {
      next = try RecordingPair(at: path, calls).next()
    }
    try self.init(path, turn: next.turn, at: next.path, calls)
  }

  private init(
    _ base: String,
    turn: Int,
    at path: String,
    _ calls: SystemCalls
  ) throws(SocketError) {
    self.base = base
    self.turn = turn
    self.calls = calls
    // Made anew: whoever reads the old one reads it to its end.
    try remove(path)
    file = try RecordingFile(at: path, isLocked: true, calls)
  }

  private init(_ former: BoundedRecording, _ file: RecordingFile) {
    (base, turn, calls) = (former.base, former.turn, former.calls)
    self.file = file
  }

  package func turned() throws(SocketError) -> BoundedRecording {
    let other = RecordingPair.other(of: base)
    return try BoundedRecording(
      base,
      turn: (turn ?? 0) + 1,
      at: file.path == base ? other : base,
      calls
    )
  }

  package var path: String { file.path }
  package var identity: PathFacts.Identity { file.identity }
  package func fault() -> RecordingFile.Fault? { file.fault() }
  package func anew(after fault: RecordingFile.Fault) throws(SocketError) -> BoundedRecording {
    BoundedRecording(self, try file.anew(after: fault))
  }
  package func writeSome(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
    try file.writeSome(bytes)
  }
}

/// Removes a regular file, if one is there.
private func remove(_ path: String) throws(SocketError) {
  guard let facts = try PathFacts(at: path) else { return }
  guard facts.kind == .regularFile else { throw .notAFile(path: path) }
  guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .last("unlink", path: path) }
}
