/// What tells one of several parts of a state, such as an element of a collection, from the others.
package struct PartID: Hashable, Sendable {
  /// The id in each of the places that contain one another, the outermost first.
  package var steps: [Step]

  package init(steps: [Step] = []) { self.steps = steps }

  package struct Step: Hashable, Sendable {
    let value: any Hashable & Sendable

    package init(_ value: any Hashable & Sendable) { self.value = value }

    package static func == (one: Step, other: Step) -> Bool {
      AnyHashable(one.value) == AnyHashable(other.value)
    }

    package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }

  /// The ids of elements, and of parts that know theirs, the outermost first.
  package var elements: [any Hashable & Sendable] { steps.map(\.value).filter { !($0 is Only) } }

  /// Returns the id within the part that the first steps lead to.
  package func dropFirst(_ count: Int) -> PartID { PartID(steps: Array(steps.dropFirst(count))) }
}

/// The parts that an action is for.
package struct PartPattern: Sendable {
  /// Which of the parts at one place.
  package enum Choice: Sendable {
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
  package var steps: [Choice]

  package init(steps: [Choice] = []) { self.steps = steps }

  /// The id of the only part that matches; `nil` if there may be several.
  package var id: PartID? {
    var id = PartID()
    for step in steps {
      guard case .one(let step) = step else { return nil }
      id.steps.append(step)
    }
    return id
  }

  package func matches(_ id: PartID) -> Bool {
    zip(steps, id.steps).allSatisfy { $0.matches($1) }
  }
}
