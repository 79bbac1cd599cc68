import SluiceTree
import SluiceWire

/// What is known of one store of a program, also after it has ended.
///
/// Two are equal if they are of the same program and have taken in the same number of records, so that
/// comparing them costs nothing. While a copy is retained, the next record copies a part of it.
struct Past: Sendable, Equatable {
  /// When it connected first, in the order of all that connected or went; never that of another.
  let serial: Int
  /// What no other program that is connected is called.
  private(set) var label: String
  var hello: WireRecord.Hello
  private(set) var history: History
  /// What is counted beside it; stays empty where nobody asks for it.
  private(set) var tally: Tally
  private(set) var isConnected = true
  /// When it went, in the same order; 0 while it is connected.
  private(set) var gone = 0
  /// Whether it has said goodbye.
  private(set) var isOrderly = false
  /// How often the program was started, as far as is known.
  let starts: Int
  /// The number of records that were taken in, and of changes of its connection.
  private(set) var revision = 0
  /// How often its history has begun, since the program's numbers did.
  private(set) var beginnings = 1
  /// Whether no record has shown yet where a new connection goes on.
  private(set) var isResuming = false

  init(
    serial: Int = 0,
    label: String,
    _ hello: WireRecord.Hello,
    _ history: History = History(),
    isTallying: Bool = false,
    starts: Int = 1
  ) {
    self.serial = serial
    self.label = label
    self.hello = hello
    self.starts = starts
    self.history = history
    tally = Tally(isCounting: isTallying)
  }

  static func == (one: Past, other: Past) -> Bool {
    one.revision == other.revision && one.serial == other.serial
      && one.hello.instance == other.hello.instance && one.isConnected == other.isConnected
  }

  var instance: String { hello.instance }

  /// Which of its histories this is: numbers mean nothing in another.
  struct Beginning: Hashable, Sendable {
    let serial: Int
    let count: Int
  }

  var beginning: Beginning { Beginning(serial: serial, count: beginnings) }

  var candidate: ProgramChoice.Candidate { ProgramChoice.Candidate(label: label, hello: hello) }

  /// The state as a record, if it is known.
  func state(reply: Int? = nil) -> WireRecord? {
    guard let tree = history.lastState, let number = history.lastNumber else { return nil }
    return .state(WireRecord.State(number: number, state: tree, reply: reply))
  }

  // MARK: - Records

  /// What came of a record.
  struct Outcome {
    let label: String
    /// What to show: the record, with old values filled in, and in front of it what was lost when
    /// a connection ended.
    var records: [WireRecord]
    /// Set when the record does not continue what came before.
    var problem: String?
    /// Whether to request the program's state, which it can send.
    var needsState: Bool
  }

  /// Takes in a record of the store.
  ///
  /// - Parameter time: When it came, in microseconds since 1970; `nil` if it was recorded. No commit is
  ///   later than that, whatever the clock of its program says.
  mutating func take(
    _ record: WireRecord,
    at time: Int64? = nil
  ) -> Outcome {
    revision += 1
    if case .diagnostic(let diagnostic) = record, history.diagnostics.contains(diagnostic) {
      // Sent again over a new connection, or to a viewer that asked for the past.
      return Outcome(label: label, records: [], needsState: false)
    }
    if case .reads(let reads) = record, history.reads.contains(reads) {
      return Outcome(label: label, records: [], needsState: false)
    }
    var (lost, shown) = bridge(record)
    if let lost { add(.dropped(lost), at: time) }
    let problem = add(&shown, at: time)
    // What was received before the connection ended is sent again.
    let isRepeated = history.isRepeating && isResuming
    if !history.isRepeating, record.lastNumber != nil { isResuming = false }
    return Outcome(
      label: label,
      records: (lost.map { [.dropped($0)] } ?? []) + [shown],
      problem: isRepeated ? nil : problem,
      needsState: problem != nil && !isRepeated
        && (history.lastState == nil || history.isRepeating)
        && hello.capabilities.contains(.snapshot)
    )
  }

  private mutating func add(_ record: WireRecord, at time: Int64?) {
    var record = record
    _ = add(&record, at: time)
  }

  private mutating func add(_ record: inout WireRecord, at time: Int64?) -> String? {
    let last = history.lastNumber
    let problem = history.take(completing: &record)
    if let last, let now = history.lastNumber, now < last { beginnings += 1 }
    tally.take(record, label, instance, after: last, history.lastNumber, at: time)
    return problem
  }

  /// Returns what was lost when the connection before ended, and the record behind that.
  private func bridge(_ record: WireRecord) -> (WireRecord.Dropped?, WireRecord) {
    guard isResuming, let last = history.lastNumber else { return (nil, record) }
    let next: Int
    switch record {
    case .state(let state): next = state.number + 1
    case .commit(let commit): next = commit.number - max(commit.count, 1) + 1
    case .dropped(let dropped): next = dropped.from
    case .hello, .effect, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      return (nil, record)
    }
    // It may have restarted, or send again what was received.
    guard next > last + 1 else { return (nil, record) }
    let lost = WireRecord.Dropped(last + 1...next - 1, reason: .connection)
    guard case .dropped(let dropped) = record else { return (lost, record) }
    let count = WireNumber.sum(lost.count, dropped.count)
    let reason = dropped.reason == .connection ? dropped.reason : nil
    return (nil, .dropped(.init(count: count, from: lost.from, to: dropped.to, reason: reason)))
  }

  // MARK: - Connections

  /// Notes that the program has connected again.
  mutating func resume(_ hello: WireRecord.Hello, label: String) {
    (self.hello, self.label) = (hello, label)
    (isConnected, gone) = (true, 0)
    isResuming = history.lastNumber != nil
    revision += 1
  }

  /// Lets another program have its name.
  mutating func rename(_ label: String) {
    self.label = label
    revision += 1
  }

  /// Whether another is the same program and store, started again after this one went.
  func isFollowed(by other: Past) -> Bool {
    !isConnected && other.serial > gone && isSame(as: other.hello)
  }

  func isSame(as hello: WireRecord.Hello) -> Bool {
    self.hello.name == hello.name && self.hello.store == hello.store
  }

  /// Puts in place what a session file has of it.
  mutating func put(_ history: History) {
    self.history = history
    revision += 1
  }

  /// Notes that the connection has ended.
  mutating func end(gone: Int, isOrderly: Bool = false) {
    isConnected = false
    self.isOrderly = isOrderly
    self.gone = gone
    revision += 1
  }

  // MARK: - Bounds

  /// Removes the oldest commits, or the older half of the runs if no commits can be removed.
  mutating func removeOldest() {
    revision += 1
    history.removeOldest()
  }

  /// Lets go of all but the number of the last commit, by which a program that comes back is known.
  mutating func removeAll() {
    revision += 1
    history.removeAll()
  }

  /// Notes that another, from which it was filled, holds no more of its beginning.
  mutating func noteShortened() { history.isShortened = true }
}

extension WireRecord {
  /// How far a store is after it; `nil` for what doesn't tell.
  var lastNumber: Int? {
    switch self {
    case .state(let state): state.number
    case .commit(let commit): commit.number
    case .dropped(let dropped): dropped.to
    case .hello, .effect, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      nil
    }
  }
}
