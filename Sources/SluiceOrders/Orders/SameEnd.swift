public import Sluice
import SluiceTesting
import SluiceTree

extension Store {
  /// Requires that a part of the state ends in each order as in the usual one.
  ///
  /// The last line of a body that ``everyOrder(only:atMost:within:from:filePath:line:_:)`` runs; elsewhere it
  /// does nothing.
  ///
  /// ```swift
  /// await clock.run()
  /// store.sameEnd(\.cart)
  /// ```
  ///
  /// It takes the store's current state, and waits for nothing.
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  public func sameEnd<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<State, Value>,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    guard let trial = TestExecutor.current?.order as? OrderTrial else { return }
    let value = state[keyPath: keyPath]
    let place = "\(filePath):\(line)"
    trial.end(at: place, with: value)
    guard let usual = trial.usualEnds[place] as? Value, usual != value else { return }
    let changes = Tree.changes(from: Tree(showing: usual), to: Tree(showing: value))
    let failure = ExpectationFailure(
      SourcePlace(filePath, line),
      happened: "The end differs from that in the usual order.",
      [Listing("From the usual end to this one:", changes)],
      fix: "let the end not depend on what comes first, or expect less to be the same."
    )
    // Thrown by the body where nothing is recorded: this is its last line.
    do { try failure.report() } catch { trial.raise(error) }
  }
}
