import SluiceSocket
import SluiceTree
import SluiceWire

/// Commands and their answers.
extension ProgramCheck {
  mutating func checkCommands(_ client: CheckedClient) throws(SocketError) {
    if isOver { return }
    try checkCommits(client)
    try checkSnapshot(.snapshot, client)
    // They were sent before.
    conclude(.unknownKeys, isOver ? "The connection ended." : complaint)
    try checkDamage(client)
    try check(.refusedAction, client, Self.dispatch(), expecting: "error")

    let type = client.offers(.dispatch) ? client.hello?.accepts.first : nil
    let lack = type == nil ? "it accepts no action." : nil
    let action = Self.dispatch(type ?? "")
    try check(.acceptedAction, client, action, expecting: "commit", "error", unless: lack)
    let restore = WireRecord.restore(.init(request: 0, to: .number(0)))
    let offersRestore = client.offers(.restoreByNumber)
    let offer = offersRestore ? "it offers restoring." : nil
    try check(.refusedRestore, client, restore, expecting: "error", unless: offer)

    // Without the payload, the command is shorter than 200.
    let read = Self.dispatch(length: commandLength - 200)
    try check(.longCommand, client, read, expecting: "error")
    let restores = offersRestore || client.offers(.restoreFromTree)
    let longest = restores ? LineLimit.standardRecord.bytes : commandLength
    try check(.tooLongCommand, client, Self.dispatch(length: longest), expecting: "error")
  }

  mutating func checkSnapshot(_ rule: ProgramRule, _ client: CheckedClient) throws(SocketError) {
    let snapshot = WireRecord.snapshot(.init(request: 0))
    try check(rule, client, snapshot, expecting: "state", unless: client.lack(of: .snapshot))
  }

  /// Concludes a rule by the answer to a command.
  ///
  /// - Parameter reason: Why the command isn't sent.
  mutating func check(
    _ rule: ProgramRule,
    _ client: CheckedClient,
    _ command: WireRecord,
    expecting types: String...,
    unless reason: String? = nil
  ) throws(SocketError) {
    if isOver { return }
    if let reason { return conclude(rule, .unchecked(reason)) }
    let answer = try answer(to: command, from: client)
    conclude(rule, fault(answer, expected: types))
  }

  /// An action of a type that no program accepts, unless there is another.
  private static func dispatch(
    _ type: String = "CheckClient.Unknown",
    length: Int? = nil
  ) -> WireRecord {
    let payload = length.map { Tree.string(String(repeating: "a", count: $0)) }
    return .dispatch(.init(request: 0, action: .init(type: type, payload: payload)))
  }

  private mutating func checkCommits(_ client: CheckedClient) throws(SocketError) {
    let start = stream.changeCount
    let deadline = deadline
    var seen = 0
    let isCommit = { (record: WireRecord) in record.type == "commit" }
    while seen < 3, try record(from: client, until: deadline, where: isCommit) != nil { seen += 1 }
    let problem = seen < 3 ? "Only \(seen) came within \(timeout)." : "They had no changes."
    conclude(.commits, seen < 3 || stream.changeCount == start ? problem : nil)
  }

  private mutating func checkDamage(_ client: CheckedClient) throws(SocketError) {
    if isOver { return }
    client.send("{\"type\":\"snapshot\",\"request\":\n")
    let error = try record(from: client, until: deadline) { $0.type == "error" && $0.reply == nil }
    conclude(.damagedLine, fault(error, expected: ["error"]))
  }
}
