import SluiceRecordings
import SluiceSocket
import SluiceWire
import Synchronization

/// The lines of a session file, which are read again where a question needs them.
///
/// Thread-safe.
final class SessionLines: Sendable {
  /// The maximum number of damaged lines to name.
  private static let maximalNamed = 10

  private struct State {
    var damaged: Set<Int> = []
    var fault: SessionError?
  }

  let file: InputFile
  /// Bytes of what is read: what is written meanwhile is left out.
  let size: Int
  private let longestLine: LineLimit
  private let isInterrupted: @Sendable () -> Bool
  /// Called with the number of bytes in front of what is read.
  private let progress: @Sendable (Int) -> Void
  private let state = Mutex(State())

  init(
    _ file: InputFile,
    size: Int,
    longestLine: LineLimit,
    isInterrupted: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Int) -> Void
  ) {
    self.file = file
    self.size = size
    self.longestLine = longestLine
    self.isInterrupted = isInterrupted
    self.progress = progress
  }

  /// Why something could not be read; answers since are worthless.
  var fault: SessionError? { state.withLock { $0.fault } }

  func noteDamage(_ line: Int) { state.withLock { _ = $0.damaged.insert(line) } }

  /// Throws an error if lines that were read are damaged.
  func finish() throws(SessionError) {
    let damaged = state.withLock { $0.damaged.sorted() }
    if damaged.isEmpty { return }
    throw .damaged(
      name: file.name,
      lines: Array(damaged.prefix(Self.maximalNamed)),
      count: damaged.count
    )
  }

  /// Calls the closure with lines until it returns false, or somebody interrupts.
  ///
  /// - Parameters:
  ///   - end: The number of bytes in front of the end.
  ///   - needed: Returns what is to be read of a line, and `nil` for nothing; all of each line without it.
  func forEach(
    from place: SessionPlace,
    to end: Int? = nil,
    of needed: ((LineHead) -> ArraySlice<UInt8>?)? = nil,
    _ body: (SessionReader.Line, WireEnvelope) -> Bool
  ) {
    if isInterrupted() { return }
    progress(place.offset)
    var reader = SessionReader(file, longestLine: longestLine, from: place, to: end ?? size)
    var count = 0
    do throws(SessionError) {
      while let line = try reader.next(of: needed) {
        count += 1
        if count.isMultiple(of: 1 << 10) {
          if isInterrupted() { return }
          progress(line.offset)
        }
        switch line.content {
        case .failure: noteDamage(line.number)
        case .success(let envelope): if !body(line, envelope) { return }
        }
      }
    } catch {
      state.withLock { $0.fault = $0.fault ?? error }
    }
  }
}
