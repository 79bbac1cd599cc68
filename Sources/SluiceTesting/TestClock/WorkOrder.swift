/// Decides in which order the work of a test happens, and hears what happens.
///
/// The one hook of a target that tries other orders than the usual one: the task-local
/// ``TestExecutor/current`` has one, and the clocks and test stores that a test creates share it.
package protocol WorkOrder: AnyObject, Sendable {
  /// Called when a job becomes ready; the caller holds a lock.
  ///
  /// - Parameter isFromWork: Whether a job that is executed makes it ready.
  func arrived(_ job: UnownedJob, isFromWork: Bool)

  /// Returns when the next job may be chosen.
  func beforeStep() async

  /// Returns which of the ready jobs is executed next, as an index in the order of their arrival.
  ///
  /// - Returns: `nil` if none of them ever is; the caller holds a lock.
  func next(of count: Int) -> Int?

  /// Returns which of `count` things happens; 0 is the usual one.
  func choose(of count: Int) -> Int

  /// Called with each event of a test store, in their order.
  ///
  /// - Parameter isFromWork: Whether a job that is executed causes it.
  func happened(_ event: Ledger.Event, isFromWork: Bool)
}
