// Threads that change the values in a state in place while others read, keep and release old states,
// for thread sanitizer to watch: it reports more in an optimized build, where more is instrumented.
//
// `Races [SECONDS]`

import Foundation
import Sluice
import SluiceHistory
import Synchronization

let countSelector = Selector(keyPath: \World.count)
let numbersSelector = Selector<World, Int>.with(Selector(keyPath: \World.numbers)) { numbers in
  numbers.reduce(0, &+)
}
let rowsSelector = Selector<World, Int>.with(Selector(keyPath: \World.rows)) { rows in
  rows.reduce(0) { $0 &+ $1.count &+ $1.text.utf8.count }
}
let bothSelector = Selector<World, Int>.with(numbersSelector, rowsSelector) { $0 &+ $1 }

/// Keeps the optimizer from leaving out what is read.
let witness = Atomic(0)

@inline(never)
func read(_ value: Int) { witness.bitwiseXor(value, ordering: .relaxed) }

/// Keeps some states, and reads them before it releases them.
struct Keeping: Sendable {
  private var states: [World] = []

  mutating func keep(_ state: World?) {
    if let state { states.append(state) }
    if states.count > 5 {
      for state in states { read(state.sum) }
      states.removeAll(keepingCapacity: true)
    }
  }
}

final class Keeper: Interceptor, @unchecked Sendable {
  // `@unchecked`: commits come one at a time.
  private var keeping = Keeping()
  var interests: InterceptorInterests { .oldState }

  func committed(_ commit: Commit<World>) {
    if commit.number % 7 != 0 { return }
    keeping.keep(commit.oldState)
    keeping.keep(commit.newState)
  }
}

/// Uses a store on eight threads.
func run(_ store: Store<World, Void>, seconds: Double, undo: @escaping @Sendable () -> Void = {}) {
  let isOver = Flag()
  let group = DispatchGroup()
  for thread in 0..<8 {
    group.enter()
    Thread {
      var keeping = Keeping()
      var index = thread * 1000
      while !isOver.value.load(ordering: .relaxed) {
        index += 1
        switch thread {
        case 0, 1:
          store.dispatch(action: Change(index: index))
          store.dispatch(action: Count())
        case 2, 3:
          let actions: [any Action] = [Change(index: index), Count(by: 2), Answered()]
          for action in actions { store.dispatch(action: action) }
        case 4, 5:
          keeping.keep(store.state)
          if index % 50 == 0 { undo() }
        default:
          read(store.selectCurrent(bothSelector) &+ store.selectCurrent(countSelector))
          read(store.selectCurrent(\.numbers).count)
        }
      }
      group.leave()
    }.start()
  }
  Thread.sleep(forTimeInterval: seconds)
  isOver.value.store(true, ordering: .relaxed)
  group.wait()
}

final class Flag: Sendable { let value = Atomic(false) }

let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10

// Nobody observes: the states are changed in place most often.
let plain = Store(initialState: World(), reducers: [.world])
run(plain, seconds: seconds / 2)

let sunk = Store(initialState: World(), reducers: [.world])
let token = sunk.select(bothSelector).sink { read($0) }
sunk.register(effect: Effect<Void>.on(Answered.self).map { _, _ in Count() })
run(sunk, seconds: seconds / 4)
token.cancel()

let watched = Store(initialState: World(), reducers: [.world])
watched.onDiagnostic = { _ in }
watched.register(interceptor: Keeper())
let history = StateHistory<World, World>(of: .state(\.self), limit: 10)
watched.register(history: history)
run(watched, seconds: seconds / 4) { _ = history.undo() }

print("Changed \(plain.state.count + sunk.state.count + watched.state.count) times.")
