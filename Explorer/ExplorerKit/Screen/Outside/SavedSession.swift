import SluiceWire

/// What the list shows of a program, as the lines of a session file.
struct SavedSession {
  private(set) var bytes: [UInt8] = []
  let commits: Int
  private let program: Program

  init(of program: Program) {
    self.program = program
    var recorder = SessionRecorder(filter: program.past.filter?.fresh)
    var bytes: [UInt8] = []
    Self.forEachEvent(of: program) { recorder.write($0, to: &bytes) }
    commits = recorder.commits
    self.bytes = bytes
  }

  /// The same as a page to send.
  var page: [UInt8] {
    let filter = program.past.filter
    var session = ExportedSession(filter: filter?.fresh)
    Self.forEachEvent(of: program) { session.take($0) }
    final class Page { var bytes: [UInt8] = [] }
    let page = Page()
    SessionPage(session, pins: program.past.pins.map(\.path), filter: filter?.text)
      .write { page.bytes += $0 }
    return page.bytes
  }

  /// Calls the closure with all that is held of a program, in order.
  private static func forEachEvent(of program: Program, _ body: (HubEvent) -> Void) {
    let label = program.label
    let instance = program.hello.instance
    body(.connected(label: label, program.hello))
    let history = program.past.history
    var events = history.runs.events(in: Int.min...Int.max)[...]
    var last: Int?
    func write(_ record: WireRecord) { body(.record(label: label, instance: instance, record)) }
    /// Writes a record behind the events of effects that came before its commit.
    func write(_ record: WireRecord, of number: Int) {
      while let event = events.first, event.number < number {
        write(.effect(event.effect))
        events.removeFirst()
      }
      write(record)
      last = number
    }
    history.forEachItem { item in
      switch item {
      case .state(number: _, _, isCheckpoint: true): break
      case .state(let number, _, _): write(item.record, of: number)
      case .commit(var commit, _):
        // Nobody waits for the answer to a command any more.
        commit.reply = nil
        write(.commit(commit), of: commit.number)
      case .gap(var gap):
        // Commits of unknown states in it are items of their own.
        let first = max(gap.numbers.lowerBound, last.map { $0 + 1 } ?? .min)
        let end = gap.numbers.upperBound
        guard first <= end else { return }
        gap.numbers = first...end
        write(History.Item.gap(gap).record, of: end)
      }
    }
    for event in events { write(.effect(event.effect)) }
  }
}

extension Filter {
  /// The same filter, before it has seen a record.
  var fresh: Filter? { try? Filter(parsing: text) }
}
