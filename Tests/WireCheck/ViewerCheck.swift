import SluiceSocket
import SluiceTree
import SluiceWire

/// Plays the hub and several programs for a viewer, and checks what it reports of their states.
struct ViewerCheck {
  let listener: Listener
  /// How long the viewer may take for a report.
  let timeout: Duration
  private let scenes: [ViewerScene]
  var report: CheckReport

  private var client: CheckedClient?
  private var requests: Set<Int> = []
  private var requestFault: String?
  private var damage: String?
  /// Reports of programs other than the one that was awaited.
  private var early: [String: WireRecord.Restore] = [:]

  init(
    listener: Listener,
    timeout: Duration,
    scenes: [ViewerScene] = ViewerScene.all,
    report: CheckReport
  ) {
    self.listener = listener
    self.timeout = timeout
    self.scenes = scenes
    self.report = report
  }

  /// Checks everything, and reports each rule once.
  mutating func run() throws(SocketError) {
    let isGreeted = try greet()
    for (index, scene) in scenes.enumerated() {
      try play(scene, as: "check-\(index)", isGreeted)
    }
    try playTwins(isGreeted)
    if isGreeted {
      report.add(.commands, Self.requestRule, Self.outcome(requestFault))
      report.add(.lines, Self.recordRule, Self.outcome(damage))
    }
    report.finish()
  }

  private static let requestRule = "Each command has a request of its own, and the instance."
  private static let recordRule = "Every line is a record that viewers send."
  private static let twinRule =
    "Programs are distinguished by the whole instance, as renamed by the hub."
  private static let again = "After disconnected, a hello begins anew."

  private static func outcome(_ fault: String?) -> CheckReport.Outcome {
    fault.map { .failed($0) } ?? .passed
  }

  // MARK: - Beginning

  private mutating func greet() throws(SocketError) -> Bool {
    let limit = max(timeout, .seconds(5))
    client = try listener.client(until: .now + limit)
    let fault = client == nil ? "Nobody connected within \(limit)." : nil
    report.add(.viewers, "It connects to the socket.", Self.outcome(fault))
    guard let client else { return false }
    let hello: String?
    // The timeout is that of a report.
    switch try client.next(until: .now + limit) {
    case .record(let envelope, _):
      switch envelope.record {
      case .hello(let first) where first.role == .viewer:
        hello = first.versions.contains(.one) ? nil : "It does not speak version 1."
      case .hello: hello = "The role is program. Run wire-check program for it."
      default: hello = "It was \(envelope.record.type)."
      }
    case .damaged(let error): hello = error.description
    case .end: hello = "The connection ended before."
    case .nothing: hello = "Nothing came within \(limit)."
    }
    let rule = "The first record is hello, from a viewer, with all that is required."
    report.add(.hello, rule, Self.outcome(hello))
    client.endHello()
    client.send("{\"type\":\"welcome\",\"version\":1,\"longestRecord\":16777216,\"motd\":[]}\n")
    return hello == nil
  }

  // MARK: - Scenes

  private mutating func play(
    _ scene: ViewerScene,
    as instance: String,
    _ isGreeted: Bool
  ) throws(SocketError) {
    guard let client, isGreeted else {
      return report.add(scene.section, scene.rule, .unchecked("there is no viewer."))
    }
    client.send(scene.text(of: instance))
    let fault = try fault(of: scene.expected, from: instance, after: scene.lastNumber + 1)
    client.send(.disconnected(.init(isOrderly: true)), of: instance)
    report.add(scene.section, scene.rule, Self.outcome(fault))
  }

  /// Two programs at once that claim the same instance, and one that comes back.
  private mutating func playTwins(_ isGreeted: Bool) throws(SocketError) {
    guard let client, isGreeted else { return }
    let scenes = ["twin", "twin~2"].map { name in
      (name, ViewerScene(.viewers, "", state: "{\"name\":\"\(name)\"}"))
    }
    for (name, scene) in scenes { client.send(scene.text(of: name)) }
    var fault: String?
    for (name, scene) in scenes {
      let found = try self.fault(of: scene.expected, from: name, after: 1)
      fault = fault ?? found
    }
    report.add(.viewers, Self.twinRule, Self.outcome(fault))
    client.send(.disconnected(.init(isOrderly: false)), of: "twin")
    client.send(ViewerScene(.viewers, "", state: "{\"anew\":true}").text(of: "twin"))
    fault = try self.fault(of: "{\"anew\":true}", from: "twin", after: 1)
    report.add(.viewers, Self.again, Self.outcome(fault))
  }

  // MARK: - Reports

  /// Waits for a report, answers it, and returns what is wrong with it.
  private mutating func fault(
    of expected: String,
    from instance: String,
    after number: Int
  ) throws(SocketError) -> String? {
    guard let client else { return nil }
    let deadline = ContinuousClock.now + timeout
    while true {
      if let restore = early.removeValue(forKey: instance) {
        let answer = WireRecord.Commit(
          number: number + 1,
          time: HostProcess.microsecondsSince1970,
          action: .init(type: "StateRestored"),
          reply: restore.request
        )
        client.send(.commit(answer), of: instance)
        guard case .state(let state) = restore.target else {
          return "It asked for a number instead of reporting the state."
        }
        return Self.difference(between: expected, and: state)
      }
      switch try client.next(until: deadline) {
      case .record(let envelope, _):
        guard case .restore(let restore) = envelope.record else {
          take(envelope)
          continue
        }
        check(restore.request, envelope.instance)
        if let instance = envelope.instance { early[instance] = restore }
      case .damaged(let error):
        damage = damage ?? error.description
        return "Its report is no record: \(error)"
      case .end:
        return "The connection ended before its report."
      case .nothing:
        return "No report came within \(timeout)."
      }
    }
  }

  private mutating func take(_ envelope: WireEnvelope) {
    switch envelope.record {
    case .error, .unknown: break
    case .snapshot(let command): check(command.request, envelope.instance)
    case .question: damage = damage ?? "It sent question, which welcome did not list."
    case .history: damage = damage ?? "It sent history, which welcome did not list."
    default: damage = damage ?? "It sent \(envelope.record.type)."
    }
  }

  private mutating func check(_ request: Int, _ instance: String?) {
    if !requests.insert(request).inserted {
      requestFault = requestFault ?? "The request \(request) came twice."
    }
    if instance == nil { requestFault = requestFault ?? "The request \(request) has no instance." }
  }

  private static func difference(between expected: String, and reported: Tree) -> String? {
    guard let expected = try? JSONText.tree(of: Array(expected.utf8)[...]) else { return nil }
    guard expected != reported else { return nil }
    let changes = Tree.changes(from: expected, to: reported)
    let lines = changes.prefix(3).map { $0.line(limit: 120) }
    return "It differs from what was sent: "
      + (lines.isEmpty ? "order of keys" : lines.joined(separator: "; "))
  }
}
