import SluiceTree

extension WireRecord {
  /// Reads a line, with or without its break.
  ///
  /// Never traps, whatever the bytes are. Skips unknown keys.
  package init(line: ArraySlice<UInt8>) throws(WireError) {
    self = try WireEnvelope(line: line).record
  }

  /// The record as a line, with its break.
  ///
  /// - Parameter instance: See ``write(to:instance:)``.
  package func line(instance: String? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    // Few commits are longer: the buffer needn't grow step by step.
    bytes.reserveCapacity(480)
    write(to: &bytes, instance: instance)
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
    var writer = RecordWriter(type: content.kind.rawValue, into: consume bytes)
    if let instance, !isHello { writer.write("instance", instance) }
    content.fields.writeFields(to: &writer)
    buffer = writer.takeLine()
  }

  private var isHello: Bool {
    if case .hello = self { true } else { false }
  }

  /// The values of the key `type`.
  private enum Kind: String {
    case hello, state, commit, effect, diagnostic, reads, dropped, bye, welcome, dispatch, restore,
      pause, resume
    case snapshot, question, answer, error, problem, disconnected, live, mark
  }

  private var content: (kind: Kind, fields: any WireRecordContent)? {
    switch self {
    case .hello(let fields): (.hello, fields)
    case .state(let fields): (.state, fields)
    case .commit(let fields): (.commit, fields)
    case .effect(let fields): (.effect, fields)
    case .diagnostic(let fields): (.diagnostic, fields)
    case .reads(let fields): (.reads, fields)
    case .dropped(let fields): (.dropped, fields)
    case .bye(let fields): (.bye, fields)
    case .welcome(let fields): (.welcome, fields)
    case .dispatch(let fields): (.dispatch, fields)
    case .restore(let fields): (.restore, fields)
    case .pause(let fields): (.pause, fields)
    case .resume(let fields): (.resume, fields)
    case .snapshot(let fields): (.snapshot, fields)
    case .question(let fields): (.question, fields)
    case .answer(let fields): (.answer, fields)
    case .error(let fields): (.error, fields)
    case .problem(let fields): (.problem, fields)
    case .disconnected(let fields): (.disconnected, fields)
    case .live(let fields): (.live, fields)
    case .mark(let fields): (.mark, fields)
    case .unknown: nil
    }
  }

  /// The key `type`.
  package var type: String {
    if case .unknown(let type) = self { return type }
    return content?.kind.rawValue ?? ""
  }

  init(type: String, _ object: Tree.Object) throws(WireError) {
    let reader = RecordReader(place: .record(type), object: object)
    self =
      switch Kind(rawValue: type) {
      case .hello: .hello(try Hello(from: reader))
      case .state: .state(try State(from: reader))
      case .commit: .commit(try Commit(from: reader))
      case .effect: .effect(try Effect(from: reader))
      case .diagnostic: .diagnostic(try Diagnostic(from: reader))
      case .reads: .reads(try Reads(from: reader))
      case .dropped: .dropped(try Dropped(from: reader))
      case .bye: .bye(try Bye(from: reader))
      case .welcome: .welcome(try Welcome(from: reader))
      case .dispatch: .dispatch(try Dispatch(from: reader))
      case .restore: .restore(try Restore(from: reader))
      case .pause: .pause(try Request(from: reader))
      case .resume: .resume(try Request(from: reader))
      case .snapshot: .snapshot(try Request(from: reader))
      case .question: .question(try Question(from: reader))
      case .answer: .answer(try Answer(from: reader))
      case .error: .error(try Failure(from: reader))
      case .problem: .problem(try Problem(from: reader))
      case .disconnected: .disconnected(try Disconnected(from: reader))
      case .live: .live(Live(from: reader))
      case .mark: .mark(try Mark(from: reader))
      case nil: .unknown(type: type)
      }
  }
}
