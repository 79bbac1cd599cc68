/// A commit on its way to the observers: on the stack of the thread that commits, or in the queue.
package struct CommitDelivery {
  let number: Int
  /// The position in the order of all deliveries: an observer is notified of those after its
  /// registration.
  let ticket: Int
  /// Identifies the new state; selections compare it.
  let version: Int
  /// Whether a reducer handled the action; otherwise no selection is notified.
  let isHandled: Bool
  /// Whether the runs of selectors and observers are measured.
  let measuresReads: Bool
  /// The states that observers demand.
  ///
  /// While they are retained, the next change copies the state.
  var old: AnyStateBox?
  var new: AnyStateBox?
  /// `nil` if only selections receive the commit, and nothing led to it.
  let record: CommitRecord?

  /// Releases the states, so that what an effect dispatches finds the store's unshared.
  ///
  /// - Returns: Those that effects read.
  mutating func takeStates() -> CommitStates {
    let route = record?.route
    let states = CommitStates(
      before: route?.retainsOldState == true ? old : nil,
      after: route?.retainsState == true ? new : nil
    )
    (old, new) = (nil, nil)
    return states
  }
}
