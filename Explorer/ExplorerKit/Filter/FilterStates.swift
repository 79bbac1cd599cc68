import SluiceRecordings
import SluiceTree
import SluiceWire

/// The state of each program, and what conditions on it are, for a filter that asks.
///
/// Advances states by the changes of commits. From a gap until the next whole state a state is not
/// known, and conditions on it are neither true nor false.
struct FilterStates: Hashable, Sendable {
  private struct Program: Hashable, Sendable {
    var replica = StateReplica()
    /// By condition; `nil` while it is not known.
    var values: [Bool?]
    var previous: [Bool?]
  }

  let conditions: [StateCondition]
  private var programs: [String: Program] = [:]

  /// - Parameter conditions: None for a filter that needs no state, which then keeps none.
  init(_ conditions: [StateCondition]) {
    self.conditions = conditions
  }

  /// Advances the state of a program; call it with each of its records, in order.
  mutating func note(_ record: WireRecord, _ instance: String) {
    guard !conditions.isEmpty, record.lastNumber != nil else { return }
    let unknown = [Bool?](repeating: nil, count: conditions.count)
    // Moved out, so that the state is changed in place.
    var program =
      programs.removeValue(forKey: instance) ?? Program(values: unknown, previous: unknown)
    var advanced = record
    _ = program.replica.take(&advanced)
    program.previous = unknown
    if case .commit(let commit) = record {
      program.previous = program.values
      if commit.changes.isEmpty, program.replica.tree != nil, !program.values.contains(nil) {
        programs[instance] = program
        return
      }
    }
    program.values =
      program.replica.tree.map { tree in conditions.map { $0.holds(in: tree) } } ?? unknown
    programs[instance] = program
  }

  /// Forgets a program.
  mutating func remove(_ instance: String) {
    programs.removeValue(forKey: instance)
  }

  /// Returns whether a condition holds after the last record; `nil` while that is not known.
  func holds(_ condition: Int, _ instance: String) -> Bool? {
    programs[instance]?.values[condition]
  }

  /// Returns whether a condition holds after the last commit and did not before it.
  ///
  /// For a record that is no commit, ask with a program whose last record it is.
  func became(_ condition: Int, _ instance: String) -> Bool? {
    guard let program = programs[instance] else { return nil }
    switch (program.previous[condition], program.values[condition]) {
    case (_, false): return false
    case (true, _): return false
    case (false, true): return true
    default: return nil
    }
  }
}
