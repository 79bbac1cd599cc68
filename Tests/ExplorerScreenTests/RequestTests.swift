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

  /// Starts a wait for the answer to a command, which ends within the closure.
  private static func awaitAnswer(
    at start: ContinuousClock.Instant = .now,
    _ body: (inout PendingCommands) -> Void
  ) async -> Result<WireRecord, any Error> {
    await wait { continuation in
      var commands = PendingCommands()
      #expect(commands.nextDeadline == nil)
      commands.add(7, of: "counter", at: start, continuation)
      body(&commands)
      #expect(commands.nextDeadline == nil)
    }
  }

  @Test func `requests are cancelled when the outbox closes, before and after`() async throws {
    let outbox = try ScreenOutbox()
    let before = await Self.wait { continuation in
      outbox.add(.send(Self.command, "counter", continuation))
      outbox.close()
    }
    let after = await Self.wait { outbox.add(.send(Self.command, "counter", $0)) }
    for end in [before, after] { #expect(throws: CancellationError.self) { try end.get() } }
    #expect(outbox.takeAll().isEmpty)
  }

  @Test func `requests are taken once`() throws {
    let outbox = try ScreenOutbox()
    outbox.add(.copy("a"))
    outbox.add(.copy("b"))
    #expect(outbox.takeAll().count == 2)
    #expect(outbox.takeAll().isEmpty)
  }

  @Test func `a command that no program answers fails after a while`() async {
    let start = ContinuousClock.now
    let end = start + PendingCommands.patience
    let answer = await Self.awaitAnswer(at: start) { commands in
      #expect(commands.nextDeadline == end)
      commands.expire(at: end - .milliseconds(1))
      #expect(commands.nextDeadline == end)
      commands.expire(at: end)
    }
    let failure = ScreenFailure(description: "The program has not answered for 30 seconds.")
    #expect(throws: failure) { try answer.get() }
  }

  @Test func `a command that is cancelled or whose program leaves ends`() async {
    let cancelled = await Self.awaitAnswer { commands in commands.cancelAll() }
    #expect(throws: CancellationError.self) { try cancelled.get() }
    let left = await Self.awaitAnswer { commands in
      commands.take(.disconnected(label: "Counter", instance: "other", .goodbye))
      #expect(commands.nextDeadline != nil)
      commands.take(ScreenFixture.end)
    }
    let failure = ScreenFailure(description: "Counter disconnected before it answered.")
    #expect(throws: failure) { try left.get() }
  }
}
