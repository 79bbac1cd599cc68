import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// States that the program no longer holds, put back from what the hub has heard.
@Suite(.inTurn)
struct RestoringTests {
  /// A program that was heard up to commit 3, and a requester of the state after commit 1.
  private static func asked(
    by requester: Requester,
    _ capabilities: [WireRecord.Hello.Capability] = [.restoreByNumber, .restoreFromTree],
    number: Int = 1
  ) throws -> SessionUnderTest {
    var peer = SessionUnderTest(isRelaying: true)
    let hello = WireRecord.Hello(
      instance: "a",
      name: "Todo",
      processID: 1,
      capabilities: capabilities
    )
    peer.send(.hello(hello), .state(0, ["n": 0]))
    for number in 1...3 {
      peer.send(.commit(number, .set(["n"], old: nil, new: .integer(Int64(number)))))
    }
    peer.output = PeerSession.Output(isRelaying: true)
    let command = WireRecord.restore(.init(request: 9, to: .number(number)))
    let request = peer.session.sendCommand(
      command,
      for: requester,
      peer.pasts,
      answers: &peer.output.answers
    )
    #expect(request == 1)
    #expect(peer.answers == [.restore(.init(request: 1, to: .number(number)))])
    peer.output.answers = []
    return peer
  }

  private static func refusal(_ reply: Int, _ message: String = "Gone.") -> WireRecord {
    .error(.init(message: message, reply: reply))
  }

  private static func restored(_ reply: Int) -> WireRecord {
    .commit(
      .init(
        number: 4,
        time: 0,
        action: .init(type: "StateRestored"),
        changes: [.set(["n"], old: 3, new: 1)],
        reply: reply
      )
    )
  }

  private static let note =
    "The program no longer holds the state after commit 1. This is what was heard of it."

  @Test func `a state that the program no longer holds is sent to it as it was received`() throws {
    var peer = try Self.asked(by: .local)
    peer.send(Self.refusal(1))
    #expect(peer.answers == [.restore(.init(request: 2, to: .state(["n": 1])))])
    #expect(peer.output.events.isEmpty)
    peer.send(Self.restored(2))
    guard case .record(_, _, .commit(let commit))? = peer.output.events.last else {
      Issue.record("No commit was sent.")
      return
    }
    #expect(commit.reply == 1)
    #expect(commit.note == Self.note)
  }

  @Test func `a viewer is answered under its own number`() throws {
    var peer = try Self.asked(by: .viewer(7, request: 9))
    peer.send(Self.refusal(1))
    #expect(peer.output.relays.isEmpty)
    peer.send(Self.restored(2))
    let line = try #require(peer.output.relays.last?.line(forViewer: 7))
    guard case .commit(let commit) = try WireRecord(line: line) else {
      Issue.record("No commit was relayed.")
      return
    }
    #expect(commit.reply == 9)
    #expect(commit.note == Self.note)
  }

  @Test func `a state that is held is restored in full`() throws {
    var peer = try Self.asked(by: .local)
    peer.send(Self.restored(1))
    guard case .record(_, _, .commit(let commit))? = peer.output.events.last else {
      Issue.record("No commit was sent.")
      return
    }
    #expect(commit.reply == 1)
    #expect(commit.note == nil)
    #expect(peer.answers.isEmpty)
  }

  @Test func `a state that can be restored neither way is refused with both reasons`() throws {
    var peer = try Self.asked(by: .local)
    peer.send(Self.refusal(1, "Not held."))
    peer.send(Self.refusal(2, "It lacks a password."))
    let message =
      "Not held. From what was heard of commit 1 it cannot be put back either: It lacks a password."
    #expect(
      peer.output.events.last
        == .record(label: "Todo", instance: "a", Self.refusal(1, message))
    )
  }

  @Test func `pending requests are refused when the program disconnects`() throws {
    var peer = try Self.asked(by: .local)
    peer.send(Self.refusal(1))
    peer.end()
    let replies = peer.output.events.compactMap { event in
      if case .record(_, _, .error(let failure)) = event { failure.reply } else { nil }
    }
    #expect(replies == [1])
  }

  @Test(
    arguments: [
      (number: 8, capabilities: [.restoreByNumber, .restoreFromTree]),
      (number: 1, capabilities: [.restoreByNumber]),
    ] as [(number: Int, capabilities: [WireRecord.Hello.Capability])]
  )
  func `a state that was never received, or isn't accepted, stays refused`(
    number: Int,
    capabilities: [WireRecord.Hello.Capability]
  ) throws {
    var peer = try Self.asked(by: .local, capabilities, number: number)
    peer.send(Self.refusal(1))
    #expect(peer.answers.isEmpty)
    #expect(peer.output.events.last == .record(label: "Todo", instance: "a", Self.refusal(1)))
  }

  @Test func `a list of commits is forwarded, and a refusal by the program remains`() throws {
    var peer = SessionUnderTest(isRelaying: true)
    let hello = WireRecord.Hello(
      instance: "a",
      name: "Todo",
      processID: 1,
      capabilities: [.restoreByNumber, .restoreFromTree, .restoreWithout]
    )
    peer.send(.hello(hello), .state(0, ["n": 0]))
    peer.output = PeerSession.Output(isRelaying: true)
    let command = WireRecord.restore(.init(request: 9, to: .without([3, 5])))
    let request = peer.session.sendCommand(
      command,
      for: .viewer(7, request: 9),
      peer.pasts,
      answers: &peer.output.answers
    )
    #expect(request == 1)
    #expect(peer.answers == [.restore(.init(request: 1, to: .without([3, 5])))])
    peer.output.answers = []
    peer.send(Self.refusal(1))
    #expect(peer.answers.isEmpty)
    let line = try #require(peer.output.relays.last?.line(forViewer: 7))
    #expect(try WireRecord(line: line) == Self.refusal(9))
  }
}
