import Sluice
import SluiceWire

extension Watching {
  static let feature = Feature<Watching, ScreenEnvironment>(id: "watching").reducer(reducer)

  static let reducer = Reducer<Watching>(
    id: "watching",
    ReduceOn(Ticked.self) { watching, action in
      for index in watching.programs.indices where watching.programs[index].isConnected {
        watching.programs[index].past.advance(to: action.time)
      }
    },
    ReduceOn(ChooseProgram.self) { watching, action in
      watching.chosenInstance = action.instance
    },
    ReduceOn(ApplyFilter.self) { watching, action in
      watching.filter = action.filter
      for index in watching.programs.indices {
        watching.programs[index].past
          .show(action.filter, label: watching.programs[index].label)
      }
    },
    ReduceOn(SearchAdvanced.self) { watching, action in
      guard let index = watching.index(of: action.instance) else { return }
      watching.programs[index].past.show(action.found, foundBy: action.search)
    },
    ReduceOn(ProgramAnswered.self) { watching, action in
      guard let index = watching.index(of: action.instance) else { return }
      switch action.home {
      case .unchanged: break
      case .left(let number):
        watching.programs[index].home = watching.programs[index].home ?? number
      case .reached: watching.programs[index].home = nil
      }
    },
    ReduceOn(TogglePin.self) { watching, action in
      guard let index = watching.chosenIndex else { return }
      watching.programs[index].past.togglePin(action.path)
    }
  )

  /// The maximum number of programs to hold that are no longer connected.
  private static let maximalGone = 16

  /// Takes in what happened in programs.
  ///
  /// - Parameter time: When it arrived; `nil` for a recording.
  /// - Returns: Whether a program that was started anew took the place of the one that was shown.
  mutating func take(_ events: [HubEvent], at time: Int64?) -> Bool {
    let before = chosenInstance
    for event in events { take(event, at: time) }
    let chosen = chosenInstance
    programs.removeOldest(toFit: limits.bytes) {
      !$0.isConnected && $0.hello.instance != chosen
    }
    return before != nil && before != chosenInstance
  }

  private mutating func take(_ event: HubEvent, at time: Int64?) {
    switch event {
    case .connected(let label, let hello): connect(label, hello)
    case .record(let label, let instance, let record):
      guard let index = index(of: instance) else { return }
      programs[index].past.take(record, label: label, at: time)
    case .disconnected(_, let instance, _):
      guard let index = index(of: instance) else { return }
      programs[index].isConnected = false
      removeGone()
    case .problem, .held: break
    }
  }

  private mutating func connect(_ label: String, _ hello: WireRecord.Hello) {
    if let index = index(of: hello.instance) {
      programs[index].hello = hello
      programs[index].isConnected = true
      return
    }
    var past = Past(instance: hello.instance, limits: limits, filter: filter)
    // A program that was started anew takes the place of the one before.
    let isReplacing = chosen.map { !$0.isConnected && $0.label == label } ?? true
    if isReplacing {
      for pin in chosen?.past.pins ?? [] { past.togglePin(pin.path) }
      chosenInstance = hello.instance
    }
    programs.append(Program(label: label, hello: hello, past: past))
  }

  private func index(of instance: String) -> Int? {
    programs.firstIndex { $0.hello.instance == instance }
  }

  private mutating func removeGone() {
    guard programs.count(where: { !$0.isConnected }) > Self.maximalGone,
      let index = programs.firstIndex(where: {
        !$0.isConnected && $0.hello.instance != chosenInstance
      })
    else { return }
    programs.remove(at: index)
  }
}
