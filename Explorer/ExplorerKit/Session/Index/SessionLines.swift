import SluiceSocket
import SluiceTree
import SluiceWire
import Synchronization

/// The lines of a session file, read again where a question needs them, and the blocks of its index.
///
/// Has a few parts of the past in memory, those that were asked for last. Thread-safe.
final class SessionLines: Sendable {
  /// The maximum number of parts in memory, and of bytes of all of them but the last.
  private static let maximum = (parts: 4, bytes: 48 << 20)

  private struct Cached {
    let part: History.FilePart
    var body: History.Segment.Body?
    var tree: Tree?

    var byteCount: Int { (body?.byteCount ?? 0) + (tree == nil ? 0 : part.facts.treeBytes) }
  }

  private struct State {
    /// The part that was asked for last comes first.
    var cached: [Cached] = []
    var fault: SessionError?
    /// What was read last of single lines, which are often asked for in their order.
    var window: LineWindow
  }

  static let standardSegmentBytes = 4 << 20

  let file: InputFile
  let blocks: BlockStore
  /// The bytes of commits, or more for a large state, after which the index has a state again.
  let segmentBytes: Int
  private let longestLine: LineLimit
  private let state: Mutex<State>

  init(
    _ file: InputFile,
    longestLine: LineLimit,
    _ blocks: BlockStore,
    segmentBytes: Int = standardSegmentBytes
  ) {
    self.file = file
    self.segmentBytes = segmentBytes
    self.blocks = blocks
    self.longestLine = longestLine
    state = Mutex(State(window: LineWindow(file, longestLine: longestLine, size: 1 << 15)))
  }

  /// Why the lines, or the index, are no longer what they were; answers since are worthless.
  var fault: SessionError? { state.withLock { $0.fault } }

  /// Notes that a line or a block isn't what it was.
  func fail(_ error: SessionError? = nil) {
    let error = error ?? .changed(name: file.name)
    state.withLock { $0.fault = $0.fault ?? error }
  }

  /// Notes that a block can't be read, or isn't what it was.
  func failToRead() {
    fail(blocks.fault.map { .cannotOpen(name: "The index of \(file.name)", reason: $0.reason) })
  }

  // MARK: - Parts

  func body(of part: History.FilePart) -> History.Segment.Body {
    if let body = cached(part)?.body { return body }
    let body = part.readBody()
    cache(part) { $0.body = body }
    return body
  }

  func tree(of part: History.FilePart) -> Tree? {
    if let tree = cached(part)?.tree { return tree }
    guard let tree = part.readTree() else { return nil }
    cache(part) { $0.tree = tree }
    return tree
  }

  private func cached(_ part: History.FilePart) -> Cached? {
    state.withLock { state in
      guard let place = state.cached.firstIndex(where: { $0.part === part }) else { return nil }
      if place > 0 { state.cached.insert(state.cached.remove(at: place), at: 0) }
      return state.cached[0]
    }
  }

  private func cache(_ part: History.FilePart, _ change: (inout Cached) -> Void) {
    state.withLock { state in
      if state.cached.first?.part !== part { state.cached.insert(Cached(part: part), at: 0) }
      change(&state.cached[0])
      var bytes = 0
      let kept = state.cached.enumerated().prefix { place, cached in
        if place > 0 { bytes += cached.byteCount }
        return place < Self.maximum.parts && bytes <= Self.maximum.bytes
      }
      state.cached.removeLast(state.cached.count - kept.count)
    }
  }

  // MARK: - Lines

  /// Returns the commit in a line.
  ///
  /// - Parameter offset: The number of bytes in front of the line.
  func commit(at offset: Int) -> WireRecord.Commit? {
    let (envelope, fault) = state.withLock { state in
      let line = state.window.line(at: offset)
      return (line.flatMap { try? WireEnvelope(lineOfFile: $0) }, state.window.fault)
    }
    guard case .commit(let commit)? = envelope?.record else {
      fail(fault)
      return nil
    }
    return commit
  }

  /// The maximum number of lines behind that of a commit in which its reads are searched.
  private static let searchedLines = 256

  /// Returns what ran for a commit: the records between its line and that of the next one.
  ///
  /// - Parameters:
  ///   - offset: The number of bytes in front of the commit's line.
  ///   - numbers: The numbers of the commits that it stands for.
  func reads(behind offset: Int, of numbers: ClosedRange<Int>) -> [WireRecord.Reads] {
    var records: [WireRecord.Reads] = []
    var offset = offset
    var instance: String?
    for place in 0..<Self.searchedLines {
      guard let line = state.withLock({ $0.window.line(at: offset) }) else { break }
      offset += line.count + 1
      guard let envelope = try? WireEnvelope(lineOfFile: line) else { continue }
      if place == 0 {
        instance = envelope.instance
        continue
      }
      guard envelope.instance == instance else { continue }
      switch envelope.record {
      case .reads(let record) where numbers.contains(record.number): records.append(record)
      case .commit, .hello: return records
      default: break
      }
    }
    return records
  }

  func window(of size: Int) -> LineWindow {
    LineWindow(file, longestLine: longestLine, size: size)
  }
}

extension SessionLines {
  /// A piece of the file, in which lines are found that follow one another.
  struct LineWindow {
    private let file: InputFile
    private let longestLine: LineLimit
    private let size: Int
    private var bytes: [UInt8] = []
    private var start = 0
    /// Why the last piece could not be read; `nil` if it could.
    private(set) var fault: SessionError?

    init(_ file: InputFile, longestLine: LineLimit, size: Int) {
      self.file = file
      self.longestLine = longestLine
      self.size = size
    }

    /// Returns the line at an offset; `nil` if there is none, or it is too long.
    mutating func line(at offset: Int) -> ArraySlice<UInt8>? {
      var length = size
      while true {
        if offset >= start, offset < start + bytes.count {
          let place = offset - start
          if let end = bytes.span.firstIndex(of: UInt8(ascii: "\n"), from: place) {
            return bytes[place..<end]
          }
          if offset == start {
            // At the end, only the line break is missing.
            if bytes.count < length { return bytes[place...] }
            guard length <= longestLine.bytes else { return nil }
            length *= 4
          }
        }
        guard read(at: offset, length) else { return nil }
      }
    }

    private mutating func read(at offset: Int, _ wanted: Int) -> Bool {
      start = offset
      var length = wanted
      // For a long line no more than there is, before there is room for it.
      if wanted > size, let end = (try? file.size()) ?? nil {
        length = min(wanted, max(end - offset, 0))
      }
      if bytes.count != length { bytes = [UInt8](repeating: 0, count: length) }
      var count = 0
      do throws(SessionError) {
        count = try file.read(at: offset, into: &bytes)
        fault = nil
      } catch {
        fault = error
      }
      if count < length { bytes.removeLast(length - count) }
      return count > 0
    }
  }
}
