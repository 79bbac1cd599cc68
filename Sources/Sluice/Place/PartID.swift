/// What tells one of several parts of a state, such as an element of a collection, from the others.
struct PartID: Hashable, Sendable {
  /// The id in each of the places that contain one another, the outermost first.
  var steps: [Step] = []

  struct Step: Hashable, Sendable {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) { self.value = value }

    static func == (one: Step, other: Step) -> Bool {
      AnyHashable(one.value) == AnyHashable(other.value)
    }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }

  /// The ids of elements, and of parts that know theirs, the outermost first.
  var elements: [any Hashable & Sendable] { steps.map(\.value).filter { !($0 is Only) } }

  /// Returns the id within the part that the first steps lead to.
  func dropFirst(_ count: Int) -> PartID { PartID(steps: Array(steps.dropFirst(count))) }
}

/// The parts that an action is for.
struct PartPattern: Sendable {
  /// Which of the parts at one place.
  enum Choice: Sendable {
    case every
    case one(PartID.Step)

    func matches(_ step: PartID.Step) -> Bool {
      switch self {
      case .every: true
      case .one(let id): id == step
      }
    }
  }

  /// The choice at each of the places that contain one another.
  var steps: [Choice] = []

  /// The id of the only part that matches; `nil` if there may be several.
  var id: PartID? {
    var id = PartID()
    for step in steps {
      guard case .one(let step) = step else { return nil }
      id.steps.append(step)
    }
    return id
  }

  func matches(_ id: PartID) -> Bool {
    zip(steps, id.steps).allSatisfy { $0.matches($1) }
  }
}

/// An action as the work of one of the parts that it is for receives it.
struct PartAction: Action {
  let action: any Action
  let id: PartID

  /// Returns an action as it was committed.
  static func unwrap(_ action: any Action) -> any Action {
    (action as? PartAction)?.action ?? action
  }
}
