import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// Random operations, on a history and on a plain list of states, while reducers come and go.
@Suite(.inTurn) struct HistoryModelTests {
  /// A state each part of which depends on all actions that changed it, and on their order.
  struct World: Sendable, Equatable {
    var document = Document()
    var sum = 0
  }

  struct Document: Sendable, Equatable {
    var number = 0
    var answer = 0
    var other = 0
  }

  struct SetNumber: Action { let number: Int }
  /// Makes no step.
  struct Answer: Action { let answer: Int }
  struct Add: Action { let by: Int }

  private static func fold(_ value: inout Int, _ new: Int) { value = value &* 31 &+ new }

  private static let reducer = Reducer<World>(
    ReduceOn(SetNumber.self) { fold(&$0.document.number, $1.number) },
    ReduceOn(Answer.self) { world, action in
      fold(&world.document.answer, action.answer)
      fold(&world.sum, action.answer)
    }
  )

  /// Reducers that are registered with the screens that need them.
  private static let features = (2...4).map { factor in
    Feature<Int, Void>(id: "other \(factor)")
      .reducer(Reducer(ReduceOn(Add.self) { fold(&$0, factor &* $1.by) }))
  }

  /// What happened in a store, and what it means, written down once more without regard to cost.
  private struct Model<Part: Equatable> {
    enum Event {
      case reduced(by: (inout World) -> Void)
      case went(to: Int)
      case replay
    }

    let part: WritableKeyPath<World, Part>
    let limit: Int
    var events: [Event] = []
    /// The state after each commit, as it was.
    var worlds = [World()]
    /// The parts that undo and redo lead to, each with the number of the commit after which it was there.
    var parts: [(number: Int, part: Part)]
    /// The index of that which is there now.
    var cursor = 0

    init(_ part: WritableKeyPath<World, Part>, limit: Int) {
      self.part = part
      self.limit = limit
      parts = [(0, World()[keyPath: part])]
    }

    var number: Int { events.count }
    var world: World { worlds[number] }

    func world(after number: Int, from base: Int, without omitted: Set<Int>) -> World {
      if number <= base { return worlds[number] }
      var world = world(after: number - 1, from: base, without: omitted)
      if omitted.contains(number) { return world }
      switch events[number - 1] {
      case .reduced(let reduce): reduce(&world)
      case .went(let target):
        let target = self.world(after: target, from: base, without: omitted)
        world[keyPath: part] = target[keyPath: part]
      case .replay: break
      }
      return world
    }

    private mutating func commit(_ event: Event, _ world: World) {
      events.append(event)
      worlds.append(world)
    }

    /// Notes what is there now in the place in the list where it belongs.
    private mutating func note() { parts[cursor] = (number, world[keyPath: part]) }

    mutating func reduce(isStep: Bool, _ reduce: @escaping (inout World) -> Void) {
      note()
      var world = world
      reduce(&world)
      commit(.reduced(by: reduce), world)
      if isStep { step() }
    }

    private mutating func step() {
      let new = (number, world[keyPath: part])
      if new.1 == parts[cursor].part { return }
      parts = parts[...cursor] + [new]
      cursor += 1
      guard cursor > limit else { return }
      parts.removeFirst()
      cursor -= 1
    }

    mutating func move(by offset: Int) {
      note()
      cursor += offset
      var world = world
      world[keyPath: part] = parts[cursor].part
      commit(.went(to: parts[cursor].number), world)
    }

    mutating func replay(from base: Int, without omitted: Set<Int>) {
      note()
      let made = world(after: number, from: base, without: omitted)
      var world = world
      world[keyPath: part] = made[keyPath: part]
      commit(.replay, world)
      step()
    }
  }

  @Test(arguments: [4, 1_000])
  func `a history of the whole state does what a list of states does`(limit: Int) throws {
    try compare(\.self, limit: limit)
  }

  @Test(arguments: [4, 1_000])
  func `a history of a part does what a list of parts does`(limit: Int) throws {
    try compare(\.document, limit: limit)
  }

  private func compare<Part: Equatable & Sendable>(
    _ part: any WritableKeyPath<World, Part> & Sendable,
    limit: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(limit))
    for _ in 0..<volume(40, nightly: 400) {
      let store = Store(initialState: World(), reducers: [Self.reducer])
      store.onDiagnostic = { _ in }
      let history = store.keeping(
        StateHistory(of: .state(part), limit: limit, recordsActions: true) { !($0 is Answer) }
      )
      var model = Model(part, limit: limit)
      var registered: Set<Int> = []
      var log: [String] = []
      for _ in 0..<60 {
        switch random.pick(0..<16) {
        case 0, 1:
          log.append("undo")
          #expect(history.undo() == (model.cursor > 0))
          if model.cursor > 0 { model.move(by: -1) }
        case 2, 3:
          log.append("redo")
          #expect(history.redo() == (model.cursor < model.parts.count - 1))
          if model.cursor < model.parts.count - 1 { model.move(by: 1) }
        case 4, 5:
          guard let available = history.refusal(without: [0])?.available else { continue }
          let omitted = Set(
            (0..<random.pick(0..<4)).map { _ in
              random.pick(available.lowerBound..<available.upperBound + 1)
            }
          )
          log.append("replay without \(omitted.sorted())")
          try history.replay(without: omitted)
          model.replay(from: available.lowerBound - 1, without: omitted)
        case 6, 7, 8:
          let index = random.pick(0..<Self.features.count)
          let feature = Self.features[index].lift(.state(\World.document.other))
          if registered.remove(index) != nil {
            log.append("- \(index)")
            store.unregister(feature: feature)
          } else {
            log.append("+ \(index)")
            registered.insert(index)
            store.register(feature: feature)
          }
          continue
        case 9, 10, 11:
          let value = random.pick(1..<100)
          log.append("Add(\(value))")
          store.dispatch(action: Add(by: value))
          // In the order of registration, which is that of no list: each adds what the others do.
          let factors = order(of: registered, in: log)
          model.reduce(isStep: true) { world in
            for factor in factors { Self.fold(&world.document.other, factor &* value) }
          }
        case 12, 13:
          let value = random.pick(1..<100)
          log.append("Answer(\(value))")
          store.dispatch(action: Answer(answer: value))
          model.reduce(isStep: false) {
            Self.fold(&$0.document.answer, value)
            Self.fold(&$0.sum, value)
          }
        default:
          let value = random.pick(1..<100)
          log.append("SetNumber(\(value))")
          store.dispatch(action: SetNumber(number: value))
          model.reduce(isStep: true) { Self.fold(&$0.document.number, value) }
        }
        let story = log.joined(separator: ", ")
        try #require(store.state == model.world, "\(story)")
        try #require(history.canUndo == (model.cursor > 0), "\(story)")
        try #require(history.canRedo == (model.cursor < model.parts.count - 1), "\(story)")
      }
    }
  }

  /// The factors of the registered features, in the order of their registration.
  private func order(of registered: Set<Int>, in log: [String]) -> [Int] {
    let last = registered.map { index in (log.lastIndex(of: "+ \(index)") ?? 0, index + 2) }
    return last.sorted { $0.0 < $1.0 }.map(\.1)
  }

  // MARK: - What was found

  @Test func `what an undo has replaced comes back whole, what makes no step as well`() {
    let store = Store(initialState: World(), reducers: [Self.reducer])
    let history = store.keeping(StateHistory(of: .state(\.self)) { $0 is SetNumber })
    store.dispatch(action: SetNumber(number: 1))
    store.dispatch(action: Answer(answer: 7))
    history.undo()
    #expect(store.state == World())
    store.dispatch(action: Answer(answer: 8))
    history.redo()
    #expect(store.state == World(document: Document(number: 1, answer: 7), sum: 7))
    history.undo()
    #expect(store.state == World(document: Document(answer: 8), sum: 8))
    #expect(history.future.last?.newState.sum == 7)
  }

  @Test func `an action is reduced again by what reduced it then`() throws {
    let store = Store(initialState: World(), reducers: [Self.reducer])
    store.onDiagnostic = { _ in }
    let history = store.keeping(StateHistory(of: .state(\.self), recordsActions: true))
    let other = Feature<Int, Void>(id: "other").reducer(Reducer(ReduceOn(Add.self) { $0 += $1.by }))
      .lift(.state(\World.document.other))
    store.register(feature: other)
    store.dispatch(action: Add(by: 5))
    store.unregister(feature: other)
    store.dispatch(action: SetNumber(number: 1))
    store.dispatch(action: SetNumber(number: 2))
    try history.replay(without: [3])
    #expect(store.state.document == Document(number: 1, other: 5))
    // Nobody reduces this one, then or later.
    store.dispatch(action: Add(by: 7))
    store.register(feature: other)
    try history.replay(without: [])
    #expect(store.state.document == Document(number: 33, other: 5))
  }
}
