public import Sluice

/// When the runs of effects begin in a ``TestStore``.
///
/// Debounce and overlap decide as ever which runs there are; delays and time limits begin with the run.
/// Effects that need no task (`map` and `flatMap`) and those that read a stream begin at once.
public enum RunBeginning: Sendable, Hashable {
  /// With the action that starts them: when `send` returns, they have done what they can.
  case atOnce
  /// With the test's next step: its next `send` (after the reducers), `receive`, advance of the clock,
  /// or the end.
  ///
  /// As in a program, where other actions may come before a run begins. So a test finds an effect that
  /// reads a state too late. A step that waits lets begin what it would wait for in vain.
  case onNextStep
  /// When the test calls ``TestStore/runEffects(strict:filePath:line:)``.
  case onRequest
}

/// An effect's run that is held back, as ``TestStore/beginsRuns`` says.
public struct PendingEffect: Sendable, CustomStringConvertible {
  /// The effect's name, such as `"TodosEffects.fetch"`.
  public let effect: String
  /// The source position of the effect, such as `"Shop/Todos.swift:12"`.
  public let position: String
  /// The action that starts the run; `nil` for a feedback's.
  public let action: (any Action)?
  private let line: String

  fileprivate init(_ work: PendingWork) {
    effect = work.effect
    position = work.position
    action = work.action
    line = work.description
  }

  /// The effect, its position and the action.
  public var description: String { line }
}

extension TestStore {
  /// When the runs of effects begin, from now on; those that are held back begin if it is set to
  /// ``RunBeginning/atOnce``.
  ///
  /// ```swift
  /// store.beginsRuns = .onRequest
  /// try await store.send(FetchTodos())
  /// #expect(store.pendingEffects.map(\.effect) == ["TodosEffects.fetch"])
  /// try await store.runEffects()
  /// try await store.receive(TodosFetched.self) { $0.todos = ["Milk"] }
  /// ```
  ///
  /// So a test says when an answer comes, and what happens before.
  public var beginsRuns: RunBeginning {
    get { gate.beginning }
    set { gate.set(newValue) }
  }

  /// The runs that are held back, in the order of the actions that start them.
  public var pendingEffects: [PendingEffect] {
    activity.work.filter { $0.stage == .held }.map { PendingEffect($0) }
  }

  /// Lets the pending effects run, in their order, until they need time or external input.
  ///
  /// Expect what they dispatch with `receive`. The runs that this starts are held back in turn.
  /// - Parameters:
  ///   - strict: Whether the test fails if no effect is pending.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  public func runEffects(
    strict: Bool = true,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    await clock.settle()
    try Task.checkCancellation()
    if strict, pendingEffects.isEmpty {
      try expectations.failure(
        SourcePlace(filePath, line),
        "There are no held effects to run.",
        [
          Listing("What came:", ledger.open().map(\.line)),
          Listing("Under way:", expectations.prospects().work.map(\.description)),
        ],
        fix: beginsRuns != .atOnce
          ? "send an action that an effect answers, or pass `strict: false`."
          : "set `beginsRuns` to `.onRequest` before the action is sent, or pass `strict: false`."
      ).report()
    }
    gate.admit()
    await clock.settle()
  }
}
