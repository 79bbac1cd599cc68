import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// Reducing again without some commits gives what the rest gives from the start.
@Suite(.inTurn) struct ReplayingPropertyTests {
  /// A state of which each action depends on all before.
  private struct Trail: Sendable, Equatable {
    var steps: [Int] = []
    var sum = 0
  }

  private struct Step: Action {
    let number: Int
  }

  private struct Fold: Action {}

  private static let reducer = Reducer<Trail>(
    ReduceOn(Step.self) { state, action in
      state.steps.append(action.number)
      state.sum = state.sum &* 31 &+ action.number
    },
    ReduceOn(Fold.self) { state, _ in
      state.sum = state.sum &+ (state.steps.popLast() ?? 1)
      state.steps.reverse()
    }
  )

  /// What happened in a store, and what it means, written down once more without regard to cost.
  private struct Model {
    enum Event {
      case action(any Action)
      case went(to: Int)
      case replay
    }

    var events: [Event] = []
    /// The states as they were.
    var states = [Trail()]
    /// The numbers of the commits after which the states were there that undo and redo lead to.
    var targets = [0]
    /// The index of that which is there now.
    var cursor = 0

    mutating func move(by offset: Int) {
      targets[cursor] = events.count
      cursor += offset
      events.append(.went(to: targets[cursor]))
    }

    /// Notes the next state, which makes a step if it is another one.
    mutating func arrive(at state: Trail, isStep: Bool) {
      states.append(state)
      if !isStep || state == states[states.count - 2] { return }
      targets[cursor] = events.count - 1
      targets = targets[...cursor] + [events.count]
      cursor += 1
    }

    func state(after number: Int, from base: Int, without omitted: Set<Int>) -> Trail {
      if number <= base { return states[number] }
      let before = { state(after: number - 1, from: base, without: omitted) }
      if omitted.contains(number) { return before() }
      switch events[number - 1] {
      case .action(let action):
        var state = before()
        reducer.reduce(&state, action)
        return state
      case .went(let target): return state(after: target, from: base, without: omitted)
      case .replay: return before()
      }
    }
  }

  private static func someOf(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> Set<Int> {
    Set((0..<random.pick(0..<6)).map { _ in random.pick(range.lowerBound..<range.upperBound + 1) })
  }

  @Test(arguments: [3, 8, 1_000])
  func `the rest is reduced as from the start, whatever was done before`(limit: Int) throws {
    var random = SplitMix64(seed: UInt64(limit))
    for _ in 0..<60 {
      let store = Store(initialState: Trail(), reducers: [Self.reducer])
      let history = store.keeping(
        StateHistory(of: .state(\.self), limit: limit, recordsActions: true)
      )
      var model = Model()
      func dispatch(_ action: any Action) {
        store.dispatch(action: action)
        model.events.append(.action(action))
      }
      for number in 1...60 {
        switch random.pick(0..<12) {
        case 0 where history.canUndo:
          history.undo()
          model.move(by: -1)
        case 1 where history.canRedo:
          history.redo()
          model.move(by: 1)
        case 2 where number > 1:
          guard let available = history.refusal(without: [0])?.available else {
            dispatch(Step(number: number))
            break
          }
          let omitted = Self.someOf(available, &random)
          try history.replay(without: omitted)
          model.events.append(.replay)
          let expected = model.state(
            after: number - 1,
            from: available.lowerBound - 1,
            without: omitted
          )
          try #require(store.state == expected, "\(model.events), without \(omitted)")
          if limit == 1_000 { #expect(available == 1...(number - 1)) }
        case 3, 4:
          dispatch(Fold())
        default:
          dispatch(Step(number: number))
        }
        if case .went = model.events.last {
          model.arrive(at: store.state, isStep: false)
        } else {
          model.arrive(at: store.state, isStep: true)
        }
      }
    }
  }
}
