import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// States that the program no longer holds, put back from what the hub has heard.
@Suite(.inTurn) struct RestoringTests {
  private static let viewer = Requester.viewer(7, request: 9)

  /// A program that was heard up to commit 3, and was asked to restore a state.
  private static func asked(
    by requester: Requester,
    for target: WireRecord.Restore.Target = .number(1),
    _ capabilities: [WireRecord.Hello.Capability] = [.restoreByNumber, .restoreFromTree]
  ) -> SessionUnderTest {
    var peer = SessionUnderTest(isRelaying: true)
    peer.send(.hello(.init("a", can: capabilities)), .state(0, ["n": 0]))
    for number in 1...3 { peer.send(.counting(number)) }
    peer.output = PeerSession.Output(isRelaying: true)
    let request = peer.session.sendCommand(
      .restore(.init(request: 9, to: target)),
      for: requester,
      peer.pasts,
      answers: &peer.output.answers
    )
    #expect(request == 1)
    #expect(peer.answers == [.restore(.init(request: 1, to: target))])
    peer.output.answers = []
    return peer
  }

  private static func refusal(_ reply: Int, _ message: String = "Gone.") -> WireRecord {
    .error(message, reply: reply)
  }

  private static func restored(_ reply: Int) -> WireRecord {
    .commit(4, "StateRestored", reply: reply, .set(["n"], old: 3, new: 1))
  }

  private static let note =
    "The program no longer holds the state after commit 1. This is the state that was received from it."

  @Test(arguments: [(Requester.local, 1), (viewer, 9)])
  func `a state that the program no longer holds is sent to it as it was received`(
    requester: Requester,
    reply: Int
  ) throws {
    var peer = Self.asked(by: requester)
    peer.send(Self.refusal(1))
    #expect(peer.answers == [.restore(.init(request: 2, to: .state(["n": 1])))])
    #expect(peer.output.events.isEmpty && peer.output.relays.isEmpty)
    peer.send(Self.restored(2))
    // Under its own number.
    let commit = try peer.received(by: requester)?.asCommit
    #expect(commit?.reply == reply && commit?.note == Self.note)
  }

  @Test func `a state that is held is restored in full`() {
    var peer = Self.asked(by: .local)
    peer.send(Self.restored(1))
    let commit = peer.output.events.last?.content?.asCommit
    #expect(commit?.reply == 1 && commit?.note == nil)
    #expect(peer.answers.isEmpty)
  }

  @Test func `a state that can be restored neither way is refused with both reasons`() {
    var peer = Self.asked(by: .local)
    peer.send(Self.refusal(1, "Not held."), Self.refusal(2, "It lacks a password."))
    let message =
      "Not held. It can't be restored from what was received of commit 1 either: It lacks a password."
    #expect(peer.output.events.last == .record(Self.refusal(1, message)))
  }

  @Test func `pending requests are refused when the program disconnects`() {
    var peer = Self.asked(by: .local)
    peer.send(Self.refusal(1))
    peer.end()
    #expect(peer.output.events.compactMap(\.content?.failure).map(\.reply) == [1])
  }

  @Test func `a state that was never received, or isn't accepted, stays refused`() {
    for var peer in [
      Self.asked(by: .local, for: .number(8)),
      Self.asked(by: .local, [.restoreByNumber]),
    ] {
      peer.send(Self.refusal(1))
      #expect(peer.answers.isEmpty)
      #expect(peer.output.events.last == .record(Self.refusal(1)))
    }
  }

  @Test func `a list of commits is forwarded, and a refusal by the program remains`() throws {
    let capabilities: [WireRecord.Hello.Capability] = [
      .restoreByNumber, .restoreFromTree, .restoreWithout,
    ]
    var peer = Self.asked(by: Self.viewer, for: .without([3, 5]), capabilities)
    peer.send(Self.refusal(1))
    #expect(peer.answers.isEmpty)
    #expect(try peer.received(by: Self.viewer) == Self.refusal(9))
  }
}

extension SessionUnderTest {
  /// What came last for who asked.
  fileprivate func received(by requester: Requester) throws -> WireRecord? {
    guard case .viewer(let number, _) = requester else { return output.events.last?.content }
    return try output.relays.last?.line(forViewer: number).map { try WireRecord(line: $0[...]) }
  }
}
