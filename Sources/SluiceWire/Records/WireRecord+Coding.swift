import SluiceTree

extension WireRecord {
  /// Reads a line, with or without its break.
  ///
  /// Never traps, whatever the bytes are. Skips unknown keys.
  package init(line: ArraySlice<UInt8>) throws(WireError) {
    self = try WireEnvelope(line: line).record
  }

  package init(line: [UInt8]) throws(WireError) {
    try self.init(line: line[...])
  }

  /// The record as a line, with its break.
  package func line() -> [UInt8] {
    var bytes: [UInt8] = []
    // Few commits are longer: the buffer needn't grow step by step.
    bytes.reserveCapacity(480)
    write(to: &bytes)
    return bytes
  }

  /// Appends the line, with its line feed, so that many records can be sent together.
  ///
  /// - Parameter instance: The program that the record is from or for, where one connection
  ///   carries the records of several.
  package func write(to buffer: inout [UInt8], instance: String? = nil) {
    guard let content else {
      // Unknown records are not written.
      return
    }
    // Taken out of its place, or the append would copy what is in it.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    var writer = RecordWriter(type: Swift.type(of: content).type, into: consume bytes)
    if let instance, !isHello { writer.write("instance", instance) }
    content.write(to: &writer)
    buffer = writer.takeLine()
  }

  private var isHello: Bool {
    if case .hello = self { true } else { false }
  }

  private var content: (any WireRecordContent)? {
    switch self {
    case .hello(let content): content
    case .state(let content): content
    case .commit(let content): content
    case .effect(let content): content
    case .diagnostic(let content): content
    case .reads(let content): content
    case .dropped(let content): content
    case .bye(let content): content
    case .welcome(let content): content
    case .dispatch(let content): content
    case .restore(let content): content
    case .pause(let content): content
    case .resume(let content): content
    case .snapshot(let content): content
    case .question(let content): content
    case .answer(let content): content
    case .error(let content): content
    case .problem(let content): content
    case .disconnected(let content): content
    case .live(let content): content
    case .mark(let content): content
    case .unknown: nil
    }
  }

  /// The key `type`.
  package var type: String {
    if case .unknown(let type) = self { return type }
    return content.map { Swift.type(of: $0).type } ?? ""
  }

  init(type: String, _ object: Tree.Object) throws(WireError) {
    let reader = RecordReader(place: .record(type), object: object)
    self =
      switch type {
      case Hello.type: .hello(try Hello(from: reader))
      case State.type: .state(try State(from: reader))
      case Commit.type: .commit(try Commit(from: reader))
      case Effect.type: .effect(try Effect(from: reader))
      case Diagnostic.type: .diagnostic(try Diagnostic(from: reader))
      case Reads.type: .reads(try Reads(from: reader))
      case Dropped.type: .dropped(try Dropped(from: reader))
      case Bye.type: .bye(try Bye(from: reader))
      case Welcome.type: .welcome(try Welcome(from: reader))
      case Dispatch.type: .dispatch(try Dispatch(from: reader))
      case Restore.type: .restore(try Restore(from: reader))
      case Pause.type: .pause(try Pause(from: reader))
      case Resume.type: .resume(try Resume(from: reader))
      case Snapshot.type: .snapshot(try Snapshot(from: reader))
      case Question.type: .question(try Question(from: reader))
      case Answer.type: .answer(try Answer(from: reader))
      case Failure.type: .error(try Failure(from: reader))
      case Problem.type: .problem(try Problem(from: reader))
      case Disconnected.type: .disconnected(try Disconnected(from: reader))
      case Live.type: .live(Live(from: reader))
      case Mark.type: .mark(try Mark(from: reader))
      default: .unknown(type: type)
      }
  }
}
