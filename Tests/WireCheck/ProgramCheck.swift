import SluiceSocket
import SluiceTree
import SluiceWire

/// Plays the hub for a program, and checks what it sends.
struct ProgramCheck {
  let listener: Listener
  /// How long anything may take that the program has to do.
  let timeout: Duration
  /// The length in bytes of the longest command that each program reads.
  var commandLength = 1 << 20
  var report: CheckReport

  var stream = FollowedStream(now: HostProcess.microsecondsSince1970)
  private(set) var concluded: Set<ProgramRule> = []
  private(set) var damage: String?
  /// The first error that answers no command.
  private(set) var complaint: String?
  private(set) var lastRequest = 0
  private(set) var isOver = false

  /// Checks everything, and reports each rule once.
  mutating func run() throws(SocketError) {
    if let client = try connect(.connects), let hello = try greet(client) {
      try introduce(client)
      try checkCommands(client)
      try checkPause(client)
      concludeStream()
      if !isOver {
        client.close()
        try checkReturn(of: hello)
      }
    }
    for rule in ProgramRule.allCases {
      conclude(rule, .unchecked("the connection did not get that far."))
    }
    report.finish()
  }

  // MARK: - Conclusions

  /// Reports a rule, unless it was reported before.
  mutating func conclude(_ rule: ProgramRule, _ outcome: CheckReport.Outcome) {
    guard concluded.insert(rule).inserted else { return }
    report.add(rule.content.section, rule.content.text, outcome)
  }

  /// Reports a rule as followed if there is no fault.
  mutating func conclude(_ rule: ProgramRule, _ fault: String?) {
    conclude(rule, fault.map { .failed($0) } ?? .passed)
  }

  private mutating func concludeStream() {
    conclude(.wholeRecords, damage)
    for rule in ProgramRule.ofStream {
      let needsChanges = rule == .changes || rule == .states
      if needsChanges, stream.changeCount == 0, stream.faults[rule] == nil {
        conclude(rule, .unchecked("no commit had changes."))
      } else {
        conclude(rule, stream.faults[rule])
      }
    }
  }

  // MARK: - Waiting

  var deadline: ContinuousClock.Instant { .now + timeout }

  /// Follows records until one is wanted; returns `nil` if none comes in time.
  mutating func record(
    from client: CheckedClient,
    until deadline: ContinuousClock.Instant,
    where isWanted: (WireRecord) -> Bool
  ) throws(SocketError) -> WireRecord? {
    while true {
      switch try client.next(until: deadline) {
      case .record(let envelope, _):
        stream.take(envelope.record)
        if isWanted(envelope.record) { return envelope.record }
        if case .error(let failure) = envelope.record, failure.reply == nil {
          complaint = complaint ?? failure.message
        }
      case .damaged(let error):
        damage = damage ?? error.description
      case .end:
        isOver = true
        return nil
      case .nothing:
        return nil
      }
    }
  }

  /// Sends a command, and returns its answer; `nil` if none comes in time.
  mutating func answer(
    to command: WireRecord,
    from client: CheckedClient
  ) throws(SocketError) -> WireRecord? {
    lastRequest += 1
    let request = lastRequest
    var command = command
    command.request = request
    client.send(command)
    return try record(from: client, until: deadline) { $0.reply == request }
  }

  /// What is wrong with an answer; `nil` if it is as it should be.
  func fault(_ answer: WireRecord?, expected types: [String]) -> String? {
    guard let answer else {
      return isOver ? "The connection ended instead." : "No answer came within \(timeout)."
    }
    if types.contains(answer.type) { return nil }
    if case .error(let failure) = answer { return "It was refused: \(failure.message)" }
    return "It was answered with \(answer.type)."
  }

  // MARK: - Beginning

  mutating func connect(_ rule: ProgramRule) throws(SocketError) -> CheckedClient? {
    // Longer than a program waits between two attempts.
    let limit = max(timeout, .seconds(5))
    let client = try listener.client(until: .now + limit)
    conclude(rule, client == nil ? "Nobody connected within \(limit)." : nil)
    return client
  }

  /// In bytes.
  private static let maximumInstanceLength = 200

  /// Reads `hello`; returns `nil` if nothing else can be checked.
  private mutating func greet(_ client: CheckedClient) throws(SocketError) -> WireRecord.Hello? {
    let fault = try client.greet(.program, within: timeout)
    conclude(.hello, fault)
    guard fault == nil, let hello = client.hello else { return nil }
    let speaks = hello.versions.contains(.one)
    let versions = "\(hello.versions.lowerBound) to \(hello.versions.upperBound)"
    conclude(.version, speaks ? nil : "It speaks \(versions).")
    let length = hello.instance.utf8.count
    let isLengthRight = (1...Self.maximumInstanceLength).contains(length)
    conclude(.instance, isLengthRight ? nil : "It has \(length).")
    return hello
  }

  /// Waits for the state, then welcomes the program among things that it doesn't know.
  private mutating func introduce(_ client: CheckedClient) throws(SocketError) {
    let state = try record(from: client, until: deadline, where: { $0.type == "state" })
    conclude(.stateWithoutWelcome, state == nil ? "No state came within \(timeout)." : nil)
    client.send(
      """

      {"type":"check-client","of":{"$":"future","kind":[1,2]},"$$":null}
      {"check":true,"type":"welcome","version":1,"longestRecord":16777216,"motd":["Hello"]}

      """
    )
  }
}
