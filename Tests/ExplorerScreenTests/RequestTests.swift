import Sluice
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What becomes of the waits of effects.
@Suite(.inTurn) struct RequestTests {
  /// Starts a wait, and returns its end when the closure has got the continuation.
  private static func wait(
    _ body: (CheckedContinuation<WireRecord, any Error>) -> Void
  ) async -> Result<WireRecord, any Error> {
    do {
      return .success(try await withCheckedThrowingContinuation { body($0) })
    } catch {
      return .failure(error)
    }
  }

  private static let command = WireRecord.restore(.init(request: 0, to: .number(1)))

  /// Starts a wait for the answer to a command, which ends within the closure with a failure; `nil` if it
  /// is cancelled.
  private static func expect(
    _ failure: String?,
    at start: ContinuousClock.Instant = .now,
    after body: (inout PendingCommands) -> Void
  ) async {
    let answer = await wait { continuation in
      var commands = PendingCommands()
      #expect(commands.nextDeadline == nil)
      commands.add(7, of: "counter", at: start, continuation)
      body(&commands)
      #expect(commands.nextDeadline == nil)
    }
    guard let failure else {
      #expect(throws: CancellationError.self) { try answer.get() }
      return
    }
    #expect(throws: ScreenFailure(description: failure)) { try answer.get() }
  }

  @Test func `requests are taken once, and cancelled when the outbox closes, before and after`()
    async throws
  {
    let outbox = try ScreenOutbox()
    for text in ["a", "b"] { outbox.add(.copy(text)) }
    #expect([outbox.takeAll().count, outbox.takeAll().count] == [2, 0])
    let before = await Self.wait { continuation in
      outbox.add(.send(Self.command, "counter", continuation))
      outbox.close()
    }
    let after = await Self.wait { outbox.add(.send(Self.command, "counter", $0)) }
    for end in [before, after] { #expect(throws: CancellationError.self) { try end.get() } }
    #expect(outbox.takeAll().isEmpty)
  }

  @Test func `a command ends with its answer, its time, its program or its screen`() async {
    let start = ContinuousClock.now
    let end = start + PendingCommands.patience
    await Self.expect("The program has not answered for 30 seconds.", at: start) { commands in
      #expect(commands.nextDeadline == end)
      commands.expire(at: end - .milliseconds(1))
      #expect(commands.nextDeadline == end)
      commands.expire(at: end)
    }
    await Self.expect("Counter refused the command. It is paused.") { commands in
      // The first one answers another command.
      for reply in [6, 7] {
        let record = WireRecord.error(.init(message: "It is paused.", reply: reply))
        #expect(commands.nextDeadline != nil)
        commands.take(.record(label: "Counter", instance: "counter", record))
      }
    }
    await Self.expect("Counter disconnected before it answered.") { commands in
      commands.take(.disconnected(label: "Counter", instance: "other", .goodbye))
      #expect(commands.nextDeadline != nil)
      commands.take(ScreenFixture.end)
    }
    await Self.expect(nil) { $0.cancelAll() }
  }
}
