import SluiceSocket
import SluiceTree
import SluiceWire

/// Plays the hub and several programs for a viewer, and checks what it reports of their states.
struct ViewerCheck {
  let listener: Listener
  /// How long the viewer may take for a report.
  let timeout: Duration
  var scenes = ViewerScene.all
  var report: CheckReport

  private(set) var client: CheckedClient?
  private(set) var requests: Set<Int> = []
  private(set) var requestFault: String?
  private(set) var damage: String?
  /// Reports of programs other than the one that was awaited.
  private(set) var early: [String: WireRecord.Restore] = [:]

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
    // The timeout is that of a report.
    let roleFault = try client.greet(.viewer, within: limit)
    let isVersionOne = client.hello?.versions.contains(.one) == true
    let helloFault = roleFault ?? (isVersionOne ? nil : "It does not speak version 1.")
    let rule = "The first record is hello, from a viewer, with all that is required."
    report.add(.hello, rule, Self.outcome(helloFault))
    client.send("{\"type\":\"welcome\",\"version\":1,\"longestRecord\":16777216,\"motd\":[]}\n")
    return helloFault == nil
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
    let twins = ["twin", "twin~2"].map { ($0, ViewerScene(state: #"{"name":"\#($0)"}"#)) }
    for (name, scene) in twins { client.send(scene.text(of: name)) }
    var fault: String?
    for (name, scene) in twins {
      let found = try self.fault(of: scene.expected, from: name, after: 1)
      fault = fault ?? found
    }
    report.add(.viewers, Self.twinRule, Self.outcome(fault))
    client.send(.disconnected(.init(isOrderly: false)), of: "twin")
    let anew = ViewerScene(state: #"{"anew":true}"#)
    client.send(anew.text(of: "twin"))
    fault = try self.fault(of: anew.expected, from: "twin", after: 1)
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
    case .live: damage = damage ?? "It sent live, which a hub sends."
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
