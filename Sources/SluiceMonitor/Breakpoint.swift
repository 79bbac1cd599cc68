public import Sluice
import SluiceSocket

/// Stops the program at the commit that makes a condition true.
///
/// ```swift
/// store.register(interceptor: Breakpoint { $0.cart.total < 0 })
/// store.register(interceptor: Breakpoint { $0.cart.total < 0 } then: { commit in log(commit) })
/// ```
///
/// In a debugger, the program stops on the thread that delivers the commit, usually the one that
/// dispatched, before any subscriber is notified; standard error says which action it was, who dispatched it,
/// and because of what. Without a debugger, it says that and goes on. Stops again when the condition
/// becomes true again.
///
/// The condition is evaluated once for each commit that a reducer handled, and once more if it holds. Costs a copy of the
/// state at each dispatch, as ``/Sluice/InterceptorInterests/oldState``.
public struct Breakpoint<State: Sendable>: Interceptor {
  private let condition: @Sendable (State) -> Bool
  private let reached: @Sendable (Commit<State>) -> Void

  /// Creates a breakpoint.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - condition: Must not use the store.
  ///   - then: Called in place of stopping.
  public init(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ condition: @escaping @Sendable (State) -> Bool,
    then: (@Sendable (Commit<State>) -> Void)? = nil
  ) {
    self.condition = condition
    reached =
      then ?? { commit in
        HostProcess.warn("Sluice: \(text(of: commit, at: "\(fileID):\(line)"))")
        HostProcess.stopInDebugger()
      }
  }

  /// Requests the old state.
  public var interests: InterceptorInterests { .oldState }

  /// Stops if the commit makes the condition true.
  public func committed(_ commit: Commit<State>) {
    guard commit.isHandled, condition(commit.newState), commit.oldState.map(condition) != true
    else {
      return
    }
    reached(commit)
  }
}

/// What is said where a breakpoint is reached.
private func text<State>(of commit: Commit<State>, at place: String) -> String {
  let origin = commit.origin
  var text =
    "Commit \(commit.number) reaches the breakpoint at \(place): \(commit.action), dispatched"
  text += " by \(origin.fileID):\(origin.line), \(origin.function)"
  if let note = origin.note { text += " (\(note))" }
  if let cause = origin.cause {
    text += ", because of commit \(cause.commit)"
    if let effect = cause.effect { text += ", in \(effect)" }
  }
  return text + "."
}
