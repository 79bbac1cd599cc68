import SluiceCore

extension StateHistory {
  /// The steps that can be undone and redone, and the groups that commits belong to.
  struct Timeline {
    /// The commits of one step: after one number and, once the group has ended, through another.
    private struct Group {
      let id: Int
      let after: Int
      var through: Int?

      func contains(_ number: Int) -> Bool {
        number > after && number <= through ?? .max
      }
    }

    /// A move of one step from the past to the future, or back.
    enum Move {
      case undo
      case redo

      var reason: StateRestored.Reason {
        switch self {
        case .undo: .undo
        case .redo: .redo
        }
      }

      /// Returns the part that the move restores.
      func state(_ step: Step) -> Part {
        switch self {
        case .undo: step.oldState
        case .redo: step.newState
        }
      }

      /// Returns the number of the commit after which the state had that part.
      func number(_ step: Step) -> Int {
        switch self {
        case .undo: step.numbers.old
        case .redo: step.numbers.new
        }
      }
    }

    /// The number of changes.
    var revision = 0
    private let limit: Int
    private(set) var past: [Step] = []
    private(set) var future: [Step] = []
    private var groups: [Group] = []
    private var lastGroup = 0

    init(limit: Int) {
      precondition(
        limit > 0,
        "Sluice: the limit of a StateHistory is \(limit); it must be at least 1."
      )
      self.limit = limit
    }

    /// Adds the step of one commit, or adds that to the step of its group.
    mutating func add(_ step: Step) {
      let number = step.commits.lowerBound
      // Of nested groups, the outermost counts; it began first.
      let group = groups.first { $0.contains(number) }?.id
      // Commits arrive in order: a group that ended before this one is complete.
      groups.removeAll { $0.through ?? .max < number }
      future = []
      if let group, let last = past.indices.last, past[last].group == group {
        assert(past[last].commits.upperBound < number, "Commits arrive in order.")
        past[last].commits = past[last].commits.lowerBound...number
        past[last].newState = step.newState
        past[last].numbers.new = number
        if past[last].actions.count >= limit { past[last].actions.removeFirst() }
        past[last].actions += step.actions
        return
      }
      if past.count == limit { past.removeFirst() }
      past.append(step)
      past[past.count - 1].group = group
      assert(past.count <= limit)
    }

    /// Returns the step that a move takes; `nil` if there is none.
    func next(_ move: Move) -> Step? {
      switch move {
      case .undo: past.last
      case .redo: future.last
      }
    }

    /// Moves a step, which keeps what its part is put in the place of: so the opposite move brings that
    /// back, with what has changed since the step and made none.
    mutating func perform(_ move: Move, replacing replaced: ReplacedPart<Part>) {
      switch move {
      case .undo:
        guard var step = past.popLast() else { return }
        if let part = replaced.part { (step.newState, step.numbers.new) = (part, replaced.number) }
        future.append(step)
      case .redo:
        guard var step = future.popLast() else { return }
        if let part = replaced.part { (step.oldState, step.numbers.old) = (part, replaced.number) }
        past.append(step)
      }
    }

    mutating func clear() {
      past = []
      future = []
    }

    mutating func beginGroup(after number: Int) -> Int {
      lastGroup += 1
      groups.append(Group(id: lastGroup, after: number))
      return lastGroup
    }

    mutating func endGroup(_ id: Int, through number: Int) {
      guard let index = groups.firstIndex(where: { $0.id == id && $0.through == nil }) else {
        return
      }
      assert(number >= groups[index].after)
      groups[index].through = number
    }

    /// Ends all groups: no further commit belongs to one of them.
    mutating func endGroups() { groups = [] }
  }
}
