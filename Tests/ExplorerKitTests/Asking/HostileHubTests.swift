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

  /// Welcomes a peer, answers with a line, and stays until it has disconnected.
  private static func serve(_ listener: Listener, _ reply: String) throws {
    var poller = Poller()
    func wait(for descriptor: Int32) throws {
      poller.removeAll()
      _ = poller.add(descriptor, for: .reading)
      _ = try poller.wait(timeout: patience)
    }
    try wait(for: listener.descriptor)
    guard case .connection(let peer) = try listener.accept() else {
      return #expect(Bool(false), "Nobody came.")
    }
    let welcome =
      #"{"type":"welcome","version":1,"longestRecord":1000000,"capabilities":["question"]}"#
    _ = try peer.write(Array((welcome + "\n").utf8)[...])
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var text = ""
    while true {
      try wait(for: peer.descriptor)
      switch try peer.read(into: &buffer) {
      case .bytes(let count):
        text += String(decoding: buffer[..<count], as: UTF8.self)
        if text.contains(#""type":"question""#) {
          text = ""
          _ = try peer.write(Array((reply + "\n").utf8)[...])
        }
      case .nothing: break
      case .end: return
      }
    }
  }
}
