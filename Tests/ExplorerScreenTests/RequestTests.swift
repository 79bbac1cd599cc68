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

  @Test func `requests are cancelled when the outbox closes, before and after`()
    async throws
  {
    let outbox = try ScreenOutbox()
    let before = await Self.wait { continuation in
      outbox.add(.send(Self.command, "counter", continuation))
      outbox.close()
    }
    #expect(throws: CancellationError.self) { try before.get() }
    let after = await Self.wait { outbox.add(.send(Self.command, "counter", $0)) }
    #expect(throws: CancellationError.self) { try after.get() }
    #expect(outbox.takeAll().isEmpty)
  }

  @Test func `requests are taken once`() async throws {
    let outbox = try ScreenOutbox()
    outbox.add(.copy("a"))
    outbox.add(.copy("b"))
    #expect(outbox.takeAll().count == 2)
    #expect(outbox.takeAll().isEmpty)
  }

  @Test func `a command that no program answers fails after a while`() async throws {
    let start = ContinuousClock.now
    let end = start + PendingCommands.patience
    let answer = await Self.wait { continuation in
      var commands = PendingCommands()
      #expect(commands.nextDeadline == nil)
      commands.add(7, of: "counter", at: start, continuation)
      #expect(commands.nextDeadline == end)
      commands.expire(at: end - .milliseconds(1))
      #expect(commands.nextDeadline == end)
      commands.expire(at: end)
      #expect(commands.nextDeadline == nil)
    }
    let failure = ScreenFailure(description: "The program has not answered for 30 seconds.")
    #expect(throws: failure) { try answer.get() }
  }

  @Test func `a command that is cancelled or whose program leaves ends`() async throws {
    let cancelled = await Self.wait { continuation in
      var commands = PendingCommands()
      commands.add(7, of: "counter", continuation)
      commands.cancelAll()
    }
    #expect(throws: CancellationError.self) { try cancelled.get() }
    let left = await Self.wait { continuation in
      var commands = PendingCommands()
      commands.add(7, of: "counter", continuation)
      commands.take(.disconnected(label: "Counter", instance: "other", .goodbye))
      #expect(commands.nextDeadline != nil)
      commands.take(.disconnected(label: "Counter", instance: "counter", .goodbye))
    }
    let failure = ScreenFailure(description: "Counter disconnected before it answered.")
    #expect(throws: failure) { try left.get() }
  }
}
