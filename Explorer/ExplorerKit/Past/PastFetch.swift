import SluiceWire

/// Brings what a hub holds of its programs' pasts in front of what happens now, for a viewer that has them all.
///
/// Pure: it is asked about each record of a program, and asks the hub for pages after each turn. While the past of a
/// program is on its way, what happens in it is left out: a later page has it.
struct PastFetch {
  private enum Phase: Equatable {
    /// A request for what follows on the last commit is due.
    case due
    case asked(Int, after: Int?)
    /// The hub refused; the current state is the most that there is.
    case refused
    /// The current state was asked for, and nothing else will be.
    case without
  }

  /// By instance; nothing for a program of which all has arrived.
  private var phases: [String: Phase] = [:]

  /// Whether all that the hub holds has arrived.
  var isComplete: Bool { phases.values.allSatisfy { $0 == .without } }

  /// Begins to fetch the past of a program.
  mutating func begin(_ instance: String) { phases[instance] = .due }

  /// Notes that the connection to a program has ended; what is on its way still comes.
  mutating func end() { phases = [:] }

  /// Returns whether a record is left out, since a page has it.
  mutating func leavesOut(_ record: WireRecord, of instance: String) -> Bool {
    let phase = phases[instance]
    if phase == .without { return false }
    switch record {
    case .commit, .effect, .reads: return phase != nil
    // The hub has what this one did not receive: where it left out events of effects only, just a state follows.
    case .state: phases[instance] = phase ?? .due
    case .dropped(let dropped):
      if dropped.mayBeHeld { phases[instance] = phase ?? .due }
    default: return false
    }
    return phases[instance] != nil
  }

  /// Takes in a part of an answer to ``request(_:_:)``.
  ///
  /// - Parameter last: The last commit of the program that has arrived.
  /// - Returns: The program, and what to do with it; `nil` if nothing was asked.
  mutating func take(
    _ record: WireRecord,
    answering request: Int,
    _ last: (String) -> Int?
  ) -> (instance: String, step: Step)? {
    let asked = phases.first { if case .asked(request, _) = $0.value { true } else { false } }
    guard let (instance, phase) = asked, case .asked(_, let after) = phase else { return nil }
    switch record {
    case .page(let page):
      if let end = page.last, end < after ?? .min {
        phases[instance] = .due
        return (instance, .beginAnew)
      }
      // Without progress, the same would be asked for ever.
      phases[instance] = page.hasMore && last(instance) != after ? .due : nil
      return (instance, .end(isShortened: page.isShortened))
    case .error:
      phases[instance] = .refused
      return (instance, .end(isShortened: false))
    default:
      return (instance, .take)
    }
  }

  /// What is to be done with a part of an answer.
  enum Step: Equatable {
    case take
    /// The program has begun anew.
    case beginAnew
    case end(isShortened: Bool)
  }

  /// The requests that are due, each with its program.
  ///
  /// - Parameter last: The last commit of a program that has arrived.
  func requests(_ last: (String) -> Int?) -> [(instance: String, WireRecord)] {
    phases.sorted { $0.key < $1.key }.compactMap { instance, phase in
      switch phase {
      case .due: (instance, .history(WireRecord.History(request: 0, after: last(instance))))
      case .refused: (instance, .snapshot(.init(request: 0)))
      case .asked, .without: nil
      }
    }
  }

  /// Notes that a request was sent.
  ///
  /// - Parameter last: The last commit of the program that has arrived.
  mutating func sent(_ request: Int, about instance: String, after last: Int?) {
    phases[instance] = phases[instance] == .due ? .asked(request, after: last) : .without
  }
}

extension WireRecord.Dropped {
  /// Whether the hub may hold what a viewer did not receive.
  fileprivate var mayBeHeld: Bool {
    switch reason {
    case .viewer, .pause: true
    // Some of several reasons may be the viewer's.
    case nil: true
    case .room, .connection: false
    }
  }
}
