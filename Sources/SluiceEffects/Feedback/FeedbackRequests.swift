package import SluiceCore

/// The runs that a state requests of a feedback.
package enum FeedbackRequests<State: Sendable>: Sendable {
  /// A function that returns the requests of the parts of a state that may differ from those of the
  /// state before; at first, of all parts.
  package typealias OfParts = (State) -> [FeedbackRequest]

  /// Runs that belong to the whole state.
  case ofWhole(Selector<State, [FeedbackKey]>)
  /// Runs that belong to parts of the state that come and go; creates the function for a store.
  case ofParts(@Sendable () -> OfParts)
  /// Runs that belong to the whole state, while selections are observed.
  case whileObserved(ObservedSelections)
  /// None: of a part that may be absent or is one of several, it isn't known which one is observed.
  case notLiftable

  private func lifted<Whole: Sendable>(
    _ keyPath: any KeyPath<Whole, State> & Sendable
  ) -> FeedbackRequests<Whole> {
    switch self {
    case .ofWhole(let selector): .ofWhole(selector.lifted(keyPath))
    case .ofParts(let make):
      .ofParts {
        let requests = make()
        return { requests($0[keyPath: keyPath]) }
      }
    // Whoever observes the part has the same selector.
    case .whileObserved(let selections): .whileObserved(selections)
    case .notLiftable: .notLiftable
    }
  }

  /// Returns the requests in a state that has this one at a place.
  package func lifted<Whole, Key>(to place: Place<Whole, Key, State>) -> FeedbackRequests<Whole> {
    if case .property(_, let keyPath) = place.kind { return lifted(keyPath) }
    switch self {
    case .whileObserved, .notLiftable: return .notLiftable
    case .ofWhole, .ofParts: break
    }
    return .ofParts {
      let parts = PartRequests(self, place)
      return { parts.requests(in: $0) }
    }
  }

  /// Calls a closure with the requests of each state of a store.
  ///
  /// - Parameter entry: The feedback.
  func observe(
    in core: StateCore<State>,
    for entry: EffectEntry,
    _ subscriber: SubscriptionSite,
    _ receive: @escaping @Sendable ([FeedbackRequest]) -> Void
  ) -> SelectionToken {
    switch self {
    case .ofWhole(let selector):
      let receiver = SelectionReceiver(subscriber: subscriber, comparison: selector.comparison) {
        keys in
        receive([FeedbackRequest(part: PartID(), keys: keys)])
      }
      return core.observe(selector, receiver)
    case .ofParts(let make):
      // States are received one at a time, in commit order, by the thread that delivers or subscribes.
      nonisolated(unsafe) let requests = make()
      let receiver = SelectionReceiver<StateBox<State>>(subscriber: subscriber, comparison: .always)
      {
        unsafe receive(requests($0.value))
      }
      return core.observe(.box(), receiver)
    case .whileObserved(let selections):
      return selections.observe(in: core, for: entry) { keys in
        receive([FeedbackRequest(part: PartID(), keys: keys)])
      }
    case .notLiftable:
      core.report(.notLiftable("The feedback \(entry.name)"))
      return SelectionToken {}
    }
  }
}

/// Evaluates a feedback for the parts at a place.
private final class PartRequests<Whole: Sendable, Key: Hashable & Sendable, Part: Sendable> {
  private let place: Place<Whole, Key, Part>
  private let inner: FeedbackRequests<Part>
  /// The parts that requested runs, each with its function if runs belong to parts of it.
  private var known: [PartID.Step: (requests: FeedbackRequests<Part>.OfParts, parts: Set<PartID>)] =
    [:]
  private var compare: Place<Whole, Key, Part>.Changes?

  init(_ inner: FeedbackRequests<Part>, _ place: Place<Whole, Key, Part>) {
    self.inner = inner
    self.place = place
  }

  func requests(in whole: Whole) -> [FeedbackRequest] {
    var result: [FeedbackRequest] = []
    if compare?(whole, { result += requests(of: PartID.Step($0), in: whole) }) == true {
      return result
    }
    let ids = place.steps(in: whole)
    if !known.isEmpty {
      let present = Set(ids)
      for id in known.keys.filter({ !present.contains($0) }) {
        result += requests(of: id, in: whole)
      }
    }
    for id in ids { result += requests(of: id, in: whole) }
    compare = compare ?? place.changes?(whole)
    return result
  }

  private func requests(of id: PartID.Step, in whole: Whole) -> [FeedbackRequest] {
    guard let part = place.find(whole, id) else {
      guard let known = known.removeValue(forKey: id) else { return [] }
      return known.parts.map { FeedbackRequest(part: $0.within(id), keys: nil) }
    }
    let old = known[id]
    var (evaluate, parts) = old ?? (makeFunction(), [])
    let found = evaluate(part)
    // A part that has never requested a run is forgotten; most rest.
    if old == nil, case .ofWhole = inner, found.allSatisfy({ $0.keys?.isEmpty == true }) {
      return []
    }
    for request in found {
      if request.keys == nil { parts.remove(request.part) } else { parts.insert(request.part) }
    }
    known[id] = (evaluate, parts)
    return found.map { FeedbackRequest(part: $0.part.within(id), keys: $0.keys) }
  }

  private func makeFunction() -> FeedbackRequests<Part>.OfParts {
    switch inner {
    case .ofParts(let make): return make()
    case .whileObserved, .notLiftable: return { _ in [] }
    case .ofWhole(let selector):
      return { [evaluation] part in
        [FeedbackRequest(part: PartID(), keys: evaluation.keys(selector, part))]
      }
    }
  }

  private let evaluation = Evaluation()

  /// Evaluates a selector for parts, of which it remembers the last one.
  private final class Evaluation {
    private let home = SelectorHome()
    private var version = 0

    deinit { home.closeMemory() }

    func keys(_ selector: Selector<Part, [FeedbackKey]>, _ part: Part) -> [FeedbackKey] {
      version += 1
      return selector.cell(in: home).value(StateBox(holding: part), version)
    }
  }
}

extension PartID {
  /// Returns the id in the whole of which a part contains this id's part.
  fileprivate func within(_ step: Step) -> PartID {
    PartID(steps: [step] + steps)
  }
}

extension Selector {
  /// Returns the selector for a state that contains this one's.
  fileprivate func lifted<Whole: Sendable>(
    _ keyPath: any KeyPath<Whole, State> & Sendable
  ) -> Selector<Whole, Value> {
    let lifted = elements.map { key in
      key.seen(through: keyPath as any AnyObject & Sendable) { box, version in
        (StateBox(holding: StateBox<Whole>(box).value[keyPath: keyPath]).storage, version)
      }
    }
    return Selector<Whole, Value>(
      .feedback,
      comparison,
      elements: ContiguousArray(lifted)
    ) { [comparison] home, _ in
      let cell = self.cell(in: home)
      return SelectorCell(home, comparison) { box, version in
        cell.value(StateBox(holding: box.value[keyPath: keyPath]), version)
      }
    }
  }
}

extension Selector where Value == StateBox<State> {
  /// Returns a selector of the state as a store holds it.
  fileprivate static func box() -> Selector {
    Selector(.feedback, .always) { home, _ in SelectorCell(home, .always) { box, _ in box } }
  }
}
