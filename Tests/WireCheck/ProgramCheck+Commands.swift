import SluiceSocket
import SluiceTree
import SluiceWire

/// Commands and their answers.
extension ProgramCheck {
  /// A type that no program accepts.
  private static let unknownType = "CheckClient.Unknown"

  mutating func checkCommands(
    _ client: CheckedClient,
    _ hello: WireRecord.Hello
  ) throws(SocketError) {
    if isOver { return }
    try checkCommits(client)
    try checkSnapshot(client, hello)
    // They were sent before.
    conclude(.unknownKeys, isOver ? "The connection ended." : complaint)
    try checkDamage(client)
    if isOver { return }
    let refusal = try answer(to: Self.dispatch(Self.unknownType), from: client)
    conclude(.refusedAction, fault(refusal, expected: "error"))
    try checkAccepted(client, hello)
    if isOver { return }
    try checkRestore(client, hello)
    try checkLength(client, hello)
  }

  private static func dispatch(_ type: String, payload: Tree? = nil) -> WireRecord {
    .dispatch(.init(request: 0, action: .init(type: type, payload: payload)))
  }

  private mutating func checkSnapshot(
    _ client: CheckedClient,
    _ hello: WireRecord.Hello
  ) throws(SocketError) {
    if isOver { return }
    guard hello.capabilities.contains(.snapshot) else {
      conclude(.snapshot, .unchecked("its capabilities do not list it."))
      return
    }
    let state = try answer(to: .snapshot(.init(request: 0)), from: client)
    conclude(.snapshot, fault(state, expected: "state"))
  }

  private mutating func checkCommits(_ client: CheckedClient) throws(SocketError) {
    let start = stream.changeCount
    let deadline = deadline
    var seen = 0
    while seen < 3 {
      let commit = try record(from: client, until: deadline) { $0.isCommit }
      guard commit != nil else { break }
      seen += 1
    }
    let problem = seen < 3 ? "Only \(seen) came within \(timeout)." : "They had no changes."
    conclude(.commits, seen < 3 || stream.changeCount == start ? problem : nil)
  }

  private mutating func checkDamage(_ client: CheckedClient) throws(SocketError) {
    if isOver { return }
    client.send("{\"type\":\"snapshot\",\"request\":\n")
    let error = try record(from: client, until: deadline) { record in
      if case .error = record { record.reply == nil } else { false }
    }
    conclude(.damagedLine, fault(error, expected: "error"))
  }

  private mutating func checkAccepted(
    _ client: CheckedClient,
    _ hello: WireRecord.Hello
  ) throws(SocketError) {
    if isOver { return }
    guard hello.capabilities.contains(.dispatch), let type = hello.accepts.first else {
      conclude(.acceptedAction, .unchecked("it accepts no action."))
      return
    }
    let answer = try answer(to: Self.dispatch(type), from: client)
    conclude(.acceptedAction, fault(answer, expected: "commit", "error"))
  }

  private mutating func checkRestore(
    _ client: CheckedClient,
    _ hello: WireRecord.Hello
  ) throws(SocketError) {
    guard !hello.capabilities.contains(.restoreByNumber) else {
      conclude(.refusedRestore, .unchecked("it offers restoring."))
      return
    }
    let refusal = try answer(to: .restore(.init(request: 0, to: .number(0))), from: client)
    conclude(.refusedRestore, fault(refusal, expected: "error"))
  }

  private mutating func checkLength(
    _ client: CheckedClient,
    _ hello: WireRecord.Hello
  ) throws(SocketError) {
    let restores = hello.capabilities.contains {
      $0 == .restoreByNumber || $0 == .restoreFromTree
    }
    // Without the payload, the command is shorter than this.
    let spare = 200
    if isOver { return }
    let text = Tree.string(String(repeating: "a", count: commandLength - spare))
    let read = try answer(to: Self.dispatch(Self.unknownType, payload: text), from: client)
    conclude(.longCommand, fault(read, expected: "error"))
    if isOver { return }
    let length = restores ? LineLimit.standardRecord.bytes : commandLength
    let longer = Tree.string(String(repeating: "a", count: length))
    let refusal = try answer(to: Self.dispatch(Self.unknownType, payload: longer), from: client)
    conclude(.tooLongCommand, fault(refusal, expected: "error"))
  }
}
