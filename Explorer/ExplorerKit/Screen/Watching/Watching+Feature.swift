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
        watching.programs[index].past.show(action.filter)
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

  /// Takes in what has become known of programs.
  ///
  /// - Returns: Whether a program that was started anew took the place of the one that was shown.
  mutating func take(_ pasts: [Past]) -> Bool {
    let before = chosenInstance
    for past in pasts {
      if let index = index(of: past.instance) {
        programs[index].past.advance(to: past)
      } else {
        add(past)
      }
    }
    let held = Set(pasts.map(\.instance))
    programs.removeAll { program in
      program.hello.instance != chosenInstance && !held.contains(program.hello.instance)
    }
    return before != nil && before != chosenInstance
  }

  private mutating func add(_ past: Past) {
    var shown = ShownPast(past, filter: filter)
    // A program that was started anew takes the place of the one before.
    let isReplacing =
      chosen.map { past.isConnected && !$0.isConnected && $0.label == past.label } ?? true
    if isReplacing {
      for pin in chosen?.past.pins ?? [] { shown.togglePin(pin.path) }
      chosenInstance = past.instance
    }
    programs.append(Program(past: shown))
  }

  private func index(of instance: String) -> Int? {
    programs.firstIndex { $0.hello.instance == instance }
  }
}
