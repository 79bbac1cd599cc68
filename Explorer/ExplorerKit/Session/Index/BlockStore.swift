import SluiceSocket
import Synchronization

/// Where the index of a session has its blocks: a file, or memory where none can be written.
///
/// The file begins with a name and a version. Blocks follow, then a table that says where they are, and
/// at the end where the table is. It takes the place of the one before only once it is whole. Thread-safe.
final class BlockStore: Sendable {
  /// Bytes in the store.
  struct Block: Hashable, Sendable {
    var offset: Int
    var count: Int
    /// Of the bytes, to notice that they were damaged.
    var hash: UInt64
  }

  private struct State {
    let calls: SystemCalls
    /// The file with the first blocks.
    var input: RecordingInput?
    /// Where the blocks in memory begin.
    var count: Int
    /// The same file while blocks are added to it.
    var file: ReplacingFile?
    var memory: [UInt8] = []
    /// Why a block could not be read.
    var fault: SocketError?
  }

  /// The name, and the version, which changes with anything that is written.
  static let head = Array("sluice-explorer index 4\n".utf8)
  /// The part of the head that every version has.
  private static let name = head.dropLast(2)
  /// The maximum length of a block or table, far beyond what is written.
  private static let maximumLength = 1 << 30
  private static let endLength = 24

  private let state: Mutex<State>

  private init(_ state: State) {
    self.state = Mutex(state)
  }

  /// Creates a store without blocks.
  ///
  /// - Parameter path: The file that it becomes; in memory if it is `nil`, can't be written, or is
  ///   something other than an index.
  convenience init(replacing path: String?, _ calls: SystemCalls = .system) {
    guard let path, Self.isReplaceable(path, calls),
      let file = try? ReplacingFile(of: path, calls), let input = try? file.input()
    else {
      self.init(State(calls: calls, count: 0))
      return
    }
    self.init(State(calls: calls, input: input, count: 0, file: file))
    _ = add(Self.head)
  }

  /// Opens a file of blocks.
  ///
  /// - Returns: The store and its table; `nil` if there is none, or it is damaged.
  static func open(
    _ path: String,
    _ calls: SystemCalls = .system
  ) -> (store: BlockStore, table: [UInt8])? {
    guard let input = (try? RecordingInput(ownedAt: path, calls)) ?? nil,
      let size = (try? input.size()) ?? nil, size >= head.count + endLength,
      bytes(of: input, 0, head.count) == head,
      let end = bytes(of: input, size - endLength, endLength)
    else { return nil }
    var reader = BlockReader(end)
    guard let offset = try? Int(clamping: reader.fixed()),
      let count = try? Int(clamping: reader.fixed()), let hash = try? reader.fixed(),
      (head.count...size).contains(offset), count <= maximumLength,
      offset + count + endLength == size,
      let table = bytes(of: input, offset, count), hash == Self.hash(of: table[...])
    else { return nil }
    return (BlockStore(State(calls: calls, input: input, count: offset)), table)
  }

  /// Returns a store with the same blocks, in a new file that more can be added to.
  func copied(replacing path: String) -> BlockStore {
    let calls = state.withLock { $0.calls }
    guard Self.isReplaceable(path, calls), let file = try? ReplacingFile(of: path, calls),
      let input = try? file.input()
    else { return self }
    let copied = state.withLock { state in
      var offset = 0
      while offset < state.count, let old = state.input {
        let count = min(state.count - offset, 1 << 20)
        guard let bytes = Self.bytes(of: old, offset, count), (try? file.write(bytes[...])) != nil
        else { return false }
        offset += count
      }
      return (try? file.write(state.memory[...])) != nil
    }
    guard copied else { return self }
    let count = state.withLock { $0.count + $0.memory.count }
    return BlockStore(State(calls: calls, input: input, count: count, file: file))
  }

  /// Why the system could not read a block; `nil` if it could.
  var fault: SocketError? { state.withLock { $0.fault } }

  /// Whether a file is written that has to be finished.
  var isWriting: Bool { state.withLock { $0.file != nil } }

  /// Adds a block.
  func add(_ bytes: [UInt8]) -> Block {
    let hash = Self.hash(of: bytes[...])
    return state.withLock { state in
      let offset = state.count + state.memory.count
      assert(offset == state.count || state.file == nil, "What is in memory isn't in the file.")
      if state.file != nil, (try? state.file?.write(bytes[...])) != nil {
        state.count += bytes.count
      } else {
        // A full disk, or none. What was written can still be read.
        state.file = nil
        state.memory += bytes
      }
      return Block(offset: offset, count: bytes.count, hash: hash)
    }
  }

  /// Returns the bytes of a block; `nil` if they are damaged.
  func bytes(of block: Block) -> [UInt8]? {
    let bytes: [UInt8]? = state.withLock { state in
      guard block.count <= Self.maximumLength, block.offset >= 0, block.count >= 0 else {
        return nil
      }
      let place = block.offset - state.count
      if place >= 0 {
        guard place + block.count <= state.memory.count else { return nil }
        return Array(state.memory[place..<(place + block.count)])
      }
      guard let input = state.input, place + block.count <= 0 else { return nil }
      do throws(SocketError) {
        return try Self.read(input, block.offset, block.count)
      } catch {
        state.fault = error
        return nil
      }
    }
    guard let bytes, Self.hash(of: bytes[...]) == block.hash else { return nil }
    return bytes
  }

  /// Ends the file and puts it in its place, if there is one; otherwise nothing is kept.
  func finish(_ table: [UInt8]) {
    state.withLock { state in
      guard let file = state.file else { return }
      var end = CompactWriter()
      end.write(fixed: UInt64(state.count))
      end.write(fixed: UInt64(table.count))
      end.write(fixed: Self.hash(of: table[...]))
      do throws(SocketError) {
        try file.write(table[...])
        try file.write(end.bytes[...])
        try file.replace()
      } catch {
        // Without the file, it is made again the next time; the one before stays.
      }
      state.file = nil
    }
  }

  /// Removes the file that wasn't finished; what is in it can still be read.
  func abandon() { state.withLock { $0.file = nil } }

  static func hash(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  private static func bytes(of input: RecordingInput, _ offset: Int, _ count: Int) -> [UInt8]? {
    (try? read(input, offset, count)) ?? nil
  }

  /// Reads bytes; `nil` if there are fewer.
  private static func read(
    _ input: RecordingInput,
    _ offset: Int,
    _ count: Int
  ) throws(SocketError) -> [UInt8]? {
    assert(offset >= 0 && count >= 0)
    // Before there is room for them, however many are said to be there.
    guard let size = try input.size(), offset + count <= size else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return try input.read(at: offset, into: &bytes) == count ? bytes : nil
  }

  /// Whether a path has nothing, or an index of any version, so that nothing of a person's is lost.
  private static func isReplaceable(_ path: String, _ calls: SystemCalls) -> Bool {
    let facts: PathFacts?
    do throws(SocketError) { facts = try PathFacts(at: path) } catch { return false }
    guard let facts else { return true }
    if facts.kind == .symbolicLink { return true }
    guard facts.kind == .regularFile, facts.owner == HostProcess.userID else { return false }
    if facts.size == 0 { return true }
    guard let input = try? RecordingInput(at: path, calls) else { return false }
    return bytes(of: input, 0, name.count).map { $0[...] == name } ?? false
  }
}

extension CompactWriter {
  /// Writes a number as eight bytes.
  mutating func write(fixed number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      write(byte: UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
