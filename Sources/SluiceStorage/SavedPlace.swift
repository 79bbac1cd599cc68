import Foundation
import SluiceLocks
import SluiceSocket

/// Where the bytes of a file are: on a disk, or in memory.
protocol SavedPlace: Sendable {
  /// The path, for messages.
  var path: String { get }

  /// Keeps others from the place, until this is released.
  func claim() throws(SavedStateError.Failure)
  /// Returns the bytes; `nil` if there are none.
  func read() throws(SavedStateError.Failure) -> [UInt8]?
  /// Replaces the bytes, durably; whatever happens, the old ones are there or the new ones.
  func replace(_ bytes: [UInt8]) throws(SavedStateError.Failure)
  /// Moves or copies what is there to a place that nobody uses, which is returned.
  func setAside(moving: Bool) throws(SavedStateError.Failure) -> String
  /// Executes work that reads and writes.
  func perform(_ work: @escaping @Sendable () -> Bool) async -> Bool
}

/// A path of the file system.
final class DiskPlace: SavedPlace {
  let path: String
  private let calls: SystemCalls
  private let lock = Locked<HeldLock?>(nil)

  private final class HeldLock: Sendable {
    let file: LockFile

    init(_ file: consuming LockFile) { self.file = file }
  }

  init(_ path: String, _ calls: SystemCalls = .system) {
    precondition(!path.isEmpty, "Sluice: the path of a SavedFile is empty. Give the file a name.")
    // From the root, since the process may change its directory. Through links, or a link in the file's
    // place would be replaced.
    self.path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    self.calls = calls
  }

  /// Locks a file beside the path, whose folder is made if there is none.
  func claim() throws(SavedStateError.Failure) {
    let problem: SavedStateError.Reason? = lock.withLock { lock in
      if lock != nil { return nil }
      do {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        lock = HeldLock(try LockFile(of: path, orThrow: .fileInUse(path: path), calls))
        return nil
      } catch SocketError.fileInUse {
        return .inUse
      } catch {
        return .unreadable((error as? SocketError)?.reason ?? error.localizedDescription)
      }
    }
    if let problem { throw .init(problem) }
  }

  func read() throws(SavedStateError.Failure) -> [UInt8]? {
    try reporting(SavedStateError.Reason.unreadable) { () throws(SocketError) in
      if try PathFacts(at: path) == nil { return nil }
      let file = try RecordingInput(at: path, calls)
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try file.read(into: &piece)
        if count == 0 { return bytes }
        bytes += piece[..<count]
      }
    }
  }

  func replace(_ bytes: [UInt8]) throws(SavedStateError.Failure) {
    try reporting(SavedStateError.Reason.notWritten) { () throws(SocketError) in
      try replace(path, bytes)
    }
  }

  private func replace(_ path: String, _ bytes: [UInt8]) throws(SocketError) {
    // One name, so that a killed process leaves one file at most.
    let file = try ReplacingFile(of: path, at: path + ".unfinished", calls)
    try file.write(bytes[...])
    try file.replaceDurably()
  }

  func setAside(moving: Bool) throws(SavedStateError.Failure) -> String {
    let bytes = moving ? nil : try read()
    return try reporting(SavedStateError.Reason.notWritten) { () throws(SocketError) in
      var number = 1
      while try PathFacts(at: "\(path).aside-\(number)") != nil { number += 1 }
      let place = "\(path).aside-\(number)"
      if let bytes {
        try replace(place, bytes)
      } else {
        try ReplacingFile.move(path, to: place, calls)
      }
      return place
    }
  }

  private func reporting<Result>(
    _ reason: (String) -> SavedStateError.Reason,
    _ body: () throws(SocketError) -> Result
  ) throws(SavedStateError.Failure) -> Result {
    do throws(SocketError) { return try body() } catch { throw .init(reason(error.reason)) }
  }

  /// On a thread, which may wait for the disk, and whose stack is deep enough to encode any value.
  func perform(_ work: @escaping @Sendable () -> Bool) async -> Bool {
    let load = Load(work)
    return await withCheckedContinuation { continuation in
      do {
        _ = try ServiceThread(name: "sluice-saving") { continuation.resume(returning: load.run()) }
      } catch {
        continuation.resume(returning: load.run())
      }
    }
  }

  /// Work that is released before anybody hears that it is done: it may retain the file, and its lock.
  private final class Load: Sendable {
    private let work: Locked<(@Sendable () -> Bool)?>

    init(_ work: @escaping @Sendable () -> Bool) { self.work = Locked(work) }

    func run() -> Bool { work.withLock { $0.take() }?() ?? true }
  }
}
