import Sluice
import SluiceTesting

/// Asks for work; `name` says which, `key` on what.
struct Ask: Action, Equatable {
  var name: String
  var key = 0
}
struct Answered: Action, Equatable { var name: String }
struct Stop: Action, Equatable { var key = 0 }
struct Failed: Action, Equatable { var text: String }

/// Throws what it says.
struct Trouble: Error, Equatable, CustomStringConvertible {
  var description: String
}

/// A store whose time stands still, with one effect, and what it answered when.
struct Bench {
  let clock: TestClock
  let store: Store<Counting, Void>
  let commits: TestInterceptor<Counting>

  init(_ effects: Effect<Void>..., clock: TestClock = TestClock()) {
    self.clock = clock
    store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    commits = store.watched()
    store.register(effects: effects, id: "bench")
  }

  /// Asks before any run starts, on any machine.
  func ask(_ names: String..., key: Int = 0) {
    clock.holding {
      for name in names { store.dispatch(action: Ask(name: name, key: key)) }
    }
  }

  func advance(_ seconds: Double = 0) async {
    await clock.advance(by: .seconds(seconds))
  }

  var answers: [String] { commits.actions(ofType: Answered.self).map(\.name) }
}

extension Effect where Environment == Void {
  /// Answers after some seconds on the store's clock.
  static func answering(after seconds: Double = 1) -> ActionEffect<Void, Ask> {
    on(Ask.self) { action, _, context in
      context.send(Answered(name: "\(action.name)?"))
      try await context.sleep(for: .seconds(seconds))
      context.send(Answered(name: action.name))
    }
  }

  /// Answers without taking time.
  static var echo: ActionEffect<Void, Ask> {
    on(Ask.self) { action, _ in Answered(name: action.name) }
  }
}
