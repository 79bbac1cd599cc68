import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The listener at the path may be another program than an Explorer.
@Suite(.inTurn) struct HostileHubTests {
  private static let answers: [(reply: String, outcome: ExplorerProcess.Outcome)] = [
    (
      #"{"type":"error","reply":1,"code":5000000000,"message":"no"}"#,
      .failure(ExitCode.refused.rawValue, "no")
    ),
    (
      #"{"type":"answer","reply":1,"app":"One","lines":["a\u001b[2J",7]}"#,
      .init(output: [#"a\u{1B}[2J"#, "7"])
    ),
    (
      #"{"type":"answer","reply":1,"app":"\u001b]0;x\u0007","ended":true,"lines":[]}"#,
      .init(complaint: [#"\u{1B}]0;x\u{7} has ended; this is about its last run."#])
    ),
  ]

  @Test(arguments: answers)
  func `answers of a hostile hub are harmless text`(
    reply: String,
    outcome: ExplorerProcess.Outcome
  ) async throws {
    let socket = try TestSocket()
    let listener = try Listener(at: socket.endpoint)
    let explorer = try ExplorerProcess(["state"], at: socket)
    try Self.serve(listener, reply)
    #expect(try await explorer.outcome() == outcome)
  }

  /// Welcomes a peer, answers its question with a line, and stays until it has disconnected.
  private static func serve(_ listener: Listener, _ reply: String) throws {
    var poller = Poller()
    poller.add(listener.descriptor, for: .reading)
    _ = try poller.wait(timeout: patience)
    guard case .connection(let stream) = try listener.accept(),
      let connection = stream as? Connection
    else {
      throw ExplorerProcess.Failure(description: "Nobody came.")
    }
    let peer = WireProgram(connection)
    try peer.send(.welcome(.init(longestRecord: 1_000_000)))
    while let record = try peer.next() {
      if record.type == "question" { try peer.send(text: reply + "\n") }
    }
  }
}
