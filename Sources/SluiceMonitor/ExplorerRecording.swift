import SluiceRecordings
import SluiceSocket
import SluiceTree
import SluiceWire

/// A recording that an ``ExplorerInterceptor`` with a `file:` endpoint wrote.
///
/// A program starts again from the state that its recording ended with:
///
/// ```swift
/// let recording = ExplorerRecording(at: "/var/lib/grid/1.session")
/// let store = Store(initialState: try recording.lastState(Grid.self), reducers: [gridReducer])
/// ```
///
/// One that has a limit is two files, `PATH` and `PATH.1`, and both are read.
public struct ExplorerRecording: Sendable {
  /// The path of the file.
  public let path: String

  /// Creates a recording from the path of its file, which isn't read yet.
  public init(at path: String) {
    self.path = path
  }

  /// Returns the state after the last commit of the recording.
  ///
  /// Reads the file from its last mark on, in the memory of the state and of the longest record. Ignores
  /// half a line at the end, which a program leaves that was killed. Where the recording ends within a gap,
  /// returns the last state before it.
  ///
  /// - Parameter type: The state's type, which must decode what it encodes. Redacted values can't be
  ///   decoded: change ``ExplorerConfiguration/redaction`` if the state has any.
  /// - Throws: An ``ExplorerRecordingError`` if the file can't be read, is damaged, holds no state or
  ///   several stores, or if the state can't be decoded.
  public func lastState<State: Decodable>(_ type: State.Type = State.self) throws -> State {
    let ending = try ServiceThread.call(name: "recording") { try end(type) }
    switch ending {
    case .state(let state): return state
    // Here, since the conformance may be isolated to the caller's actor.
    case .tree(let tree): return try decode(type, from: tree)
    }
  }

  /// How a recording ends.
  private enum Ending<State> {
    case state(State)
    /// A tree that any thread's stack is enough for.
    case tree(Tree)
  }

  /// Reads the file, on a thread with a deep stack.
  private func end<State: Decodable>(_ type: State.Type) throws -> Ending<State> {
    let reading = try readEnd()
    guard let tree = reading.replica.known else { throw error("holds no state") }
    if reading.instances.count > 1 { throw error("is of several stores") }
    return tree.isDeeper(than: TreeDecoder.shallowDepth)
      ? .state(try decode(type, from: tree, maximalDepth: Tree.maximalDepth)) : .tree(tree)
  }

  private func decode<State: Decodable>(
    _ type: State.Type,
    from tree: Tree,
    maximalDepth: Int = TreeDecoder.shallowDepth
  ) throws -> State {
    do {
      return try TreeDecoder(maximalDepth: maximalDepth).decode(type, from: tree)
    } catch {
      throw self.error("ends with a state that can't be decoded as \(type): \(error)")
    }
  }

  /// The last state that is known, and the stores.
  private typealias Reading = (replica: StateReplica, instances: Set<String>)

  /// Reads the file, of a bounded recording the newer one unless it ends before its first state.
  private func readEnd() throws -> Reading {
    do {
      for member in try RecordingPair(at: path).members.reversed() {
        let reading = try readEnd(of: member.input)
        if reading.replica.known != nil { return reading }
      }
      return try readEnd(of: try RecordingInput(at: path))
    } catch let fault as SocketError {
      throw ExplorerRecordingError(description: fault.description)
    }
  }

  /// Reads a file from the last mark that was written completely, else from the beginning.
  private func readEnd(of input: RecordingInput) throws -> Reading {
    guard let size = try input.size() else { return try read(RecordingReader(input)) }
    let search = MarkSearch { offset, buffer throws(SocketError) in
      try input.read(at: offset, into: &buffer)
    }
    var found = try search.last(before: size)
    while let (offset, mark) = found, mark.programs == 1, mark.stores.count == 1 {
      try input.move(to: offset)
      let reading = try read(RecordingReader(input, after: mark.line, offset))
      if reading.replica.known != nil { return reading }
      found = try search.before((offset, mark))
    }
    try input.move(to: 0)
    return try read(RecordingReader(input))
  }

  private func read(_ reader: RecordingReader) throws -> Reading {
    var reader = reader
    var reading = Reading(StateReplica(), [])
    do {
      while var envelope = try reader.next() {
        if let instance = envelope.instance { reading.instances.insert(instance) }
        let problem = reading.replica.take(&envelope.record)
        // Of a commit that was cut, the changes that are left need not fit.
        if case .misfit(_, let fault) = problem, reading.replica.known == nil {
          throw error(
            "is damaged in line \(reader.line): its changes don't fit the state: \(fault)"
          )
        }
      }
      return reading
    } catch let fault as WireError {
      throw error("is damaged in line \(reader.line): \(fault)")
    }
  }

  private func error(_ fault: String) -> ExplorerRecordingError {
    ExplorerRecordingError(description: "The recording “\(path)” \(fault.sentence)")
  }
}

/// Why a recording can't be used.
public struct ExplorerRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and with which file.
  public let description: String
}
