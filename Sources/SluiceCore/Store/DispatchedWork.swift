/// What an action leads to, until the last of it has ended: runs of effects, the actions that they
/// dispatch, what those lead to in turn, and follow-ups.
///
/// Returned by ``Store/dispatchTracked(action:note:fileID:line:function:)``. It fits where a
/// framework wants to know when something is done, and may lose interest:
///
/// ```swift
/// List(todos) { … }
///   .refreshable { await store.dispatchTracked(action: Refresh()).finish() }
///   .task { await store.dispatchTracked(action: Watch()).finish() }
/// ```
///
/// Includes what observers dispatch while they are notified of the work's commits, what middleware
/// dispatches before the first dispatch returns, and actions that wait for a debounce, a throttle or
/// their turn. Excludes runs of feedbacks, which belong to the state and not to an action, and what is
/// dispatched tracked by itself.
///
/// Discarding it changes nothing. Retains the store's memory, not the store: when the store is freed,
/// the work ends.
public struct DispatchedWork: Sendable {
  private let tracked: TrackedWork

  init(_ tracked: TrackedWork) { self.tracked = tracked }

  /// Whether nothing of the work is left.
  public var isFinished: Bool { tracked.isOver }

  /// Waits until nothing of the work is left; if the waiting task is cancelled, cancels the work.
  ///
  /// When it returns, the state includes all that the work dispatched, and every observer was notified
  /// of it. With a test's clock, waits as long as that clock stands. What it waits for is reported as by
  /// ``Store/idle()``.
  ///
  /// Called by a run that belongs to the work, it would wait for that run: that is reported, and the call
  /// returns.
  public func finish() async {
    if tracked.isOver { return }
    let runs = tracked.core.locked("finish()") { _ in tracked.core.runs }
    if runs?.isWaitForItself("finish()", for: tracked) == true { return }
    await withTaskCancellationHandler {
      await tracked.core.reportingLongWait("finish()", for: tracked) { await tracked.wait() }
    } onCancel: {
      tracked.cancel()
    }
  }

  /// Cancels the runs of the work and drops the actions that wait to start one.
  ///
  /// What its runs still dispatch is dropped, under the lock under which they were cancelled; what was
  /// dispatched before remains and starts no more effects. An effect that reads a stream goes on
  /// reading, and what it dispatches in answer to the work's actions is dropped. Callable repeatedly,
  /// from any thread but not from a reducer.
  public func cancel() {
    tracked.cancel()
  }

  /// Waits until nothing of the work is left, or the waiting task is cancelled.
  package func wait() async {
    await tracked.wait()
  }
}

extension Store {
  /// Dispatches an action, and returns the work that it leads to, to be awaited or cancelled.
  ///
  /// When this returns, ``state`` includes the action, as with
  /// ``dispatch(action:note:fileID:line:function:)-(A,_,_,_,_)``. Tracking costs an object and a few
  /// locked sections for each commit and run that belongs to the work, and nothing elsewhere.
  public final func dispatchTracked(
    action: any Action,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> DispatchedWork {
    let site = ActionOrigin.Site(fileID: fileID, line: line, function: function)
    return withExtendedLifetime(self) {
      DispatchedWork(
        core.track { source in
          core.dispatch(
            DispatchedAction(action, DispatchContext(site: site, note: note, source: source))
          )
        }
      )
    }
  }
}

extension StoreProjection {
  /// Dispatches on the store the action that an action maps to, if any, and returns the work that it
  /// leads to, to be awaited or cancelled.
  public func dispatchTracked(
    action: ActionType,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> DispatchedWork {
    let site = ActionOrigin.Site(fileID: fileID, line: line, function: function)
    return DispatchedWork(
      core.track { source in
        dispatch(action, DispatchContext(site: site, note: note, source: source))
      }
    )
  }
}
