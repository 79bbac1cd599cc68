public import SluiceCore
import SluiceLocks

/// What `onRetry` and `catch` know of the attempt that failed, and of its run.
///
/// ```swift
/// .onRetry { error, wait, context in context.send(Reconnecting(attempt: context.attempt, in: wait)) }
/// .catch { error, context in SearchFailed(text: context.input.text, reason: "\(error)") }
/// ```
public struct AttemptContext<Input: Sendable>: Sendable {
  /// What started the run: an effect's action, or what its pattern makes of one; of a feedback, the
  /// value for which the state requests the run, such as a key of `each`.
  public let input: Input
  /// The number of the attempt, from 1; counted from there again after a reset by
  /// ``RunModifiable/retry(attempts:backoff:resetAfter:when:)``.
  public let attempt: Int
  let run: RunContext<Void>

  /// The id of the element to which the run belongs; `nil` if it belongs to the whole state.
  ///
  /// Of an element within an element, the innermost id.
  public var element: (any Hashable & Sendable)? { run.run.scope.part.elements.last }

  /// Dispatches an action on behalf of the run, as ``RunContext/send(_:note:fileID:line:)`` does.
  public func send(
    _ action: any Action,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    run.send(action, note: note, fileID: fileID, line: line)
  }
}

extension AttemptContext<any Action> {
  /// Creates the context of the attempt that a run has just made.
  init(_ run: EffectRun, attempt: Int) {
    input = run.input
    self.attempt = attempt
    self.run = RunContext(attempt: RunAttempt(of: run))
  }

  /// Returns the context of a wrapped action.
  package func lifted(_ input: any Action, by lift: ActionLift) -> Self {
    Self(input: input, attempt: attempt, run: run.lifted(by: lift))
  }

  /// Returns the context of what a pattern makes of the action.
  func of<Made>(_ input: Made) -> AttemptContext<Made> {
    AttemptContext<Made>(input: input, attempt: attempt, run: run)
  }

  /// Returns the context of a feedback's run.
  var ofFeedback: AttemptContext<any Sendable> {
    of(run.run.request?.key.value ?? ())
  }

  /// Calls a closure whose dispatches have the run as their cause.
  func perform<Result>(_ body: (Self) -> Result) -> Result {
    TaskRun.$current.withValue(run.attempt) { run.run.carried.bind { body(self) } }
  }
}
