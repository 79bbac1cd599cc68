import Sluice
import SluiceTree

/// The part of a store's state that an expectation is about.
struct StateView<State: Sendable, Part: Sendable>: Sendable {
  typealias Change = (inout Part) throws -> Void

  let read: @Sendable (State) -> Part
  /// Writes the part back; `nil` if it is only derived from the state.
  var write: (@Sendable (inout State, Part) -> Void)?

  /// Judges the changes that a commit made to the state.
  ///
  /// For a part that can be written back, the rest of the state must not change.
  func verdict(
    old: State,
    new: State,
    _ exhaustivity: Exhaustivity,
    _ change: Change?
  ) throws -> StateVerdict {
    switch exhaustivity {
    case .on: try exactVerdict(old: old, new: new, change)
    case .off: try looseVerdict(old: read(old), new: read(new), change)
    }
  }

  private func exactVerdict(old: State, new: State, _ change: Change?) throws -> StateVerdict {
    let before = read(old)
    var expected = before
    try change?(&expected)
    let difference: StateVerdict.Difference?
    if let write {
      var whole = old
      write(&whole, expected)
      difference = .init(old: old, expected: whole, came: new)
    } else {
      difference = .init(old: before, expected: expected, came: read(new))
    }
    if let difference { return StateVerdict(problem: .different(difference)) }
    let isIdle = change != nil && areEqual(before, expected)
    return StateVerdict(problem: isIdle ? .closureChangesNothing : nil)
  }

  /// Judges only what the closure changes.
  private func looseVerdict(old: Part, new: Part, _ change: Change?) throws -> StateVerdict {
    var fromOld = old
    try change?(&fromOld)
    if areEqual(fromOld, new) { return StateVerdict() }
    // Applied to the new state, a closure that names values changes nothing if they are correct.
    var fromNew = new
    try change?(&fromNew)
    if let difference = StateVerdict.Difference(old: old, expected: fromNew, came: new) {
      return StateVerdict(problem: .different(difference))
    }
    return StateVerdict(skipped: changes(from: fromOld, to: new))
  }
}

extension StateView where Part == State {
  /// The whole state.
  static var whole: StateView { StateView(read: { $0 }, write: { $0 = $1 }) }
}

/// The verdict on a commit's state.
struct StateVerdict {
  enum Problem {
    case different(Difference)
    case closureChangesNothing
  }

  /// How a state differs from the expected one.
  struct Difference {
    let fromExpected: [TreeChange]
    let fromOld: [TreeChange]

    init?<Value>(old: Value, expected: Value, came: Value) {
      if areEqual(expected, came) { return nil }
      fromExpected = changes(from: expected, to: came)
      fromOld = changes(from: old, to: came)
    }
  }

  var problem: Problem?
  /// Changes that the expectation did not name.
  var skipped: [TreeChange] = []
}

private func changes<Value>(from old: Value, to new: Value) -> [TreeChange] {
  StateTrees().changes(from: old, to: new).changes
}

/// Compares by `==` if there is one, otherwise by what tools can see.
private func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  func equals<E: Equatable>(_ one: E) -> Bool { other as? E == one }
  if let one = one as? any Equatable { return equals(one) }
  return Tree(showing: one) == Tree(showing: other)
}
