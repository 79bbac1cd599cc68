import Sluice
import SluiceWire

extension Watching {
  /// What is looked for and counted in the pasts beside the keys.
  static let feature = Feature<Watching, ScreenEnvironment>(id: "watching").reducer(reducer)

  static let reducer = Reducer<Watching>(
    id: "watching",
    ReduceOn(Ticked.self) { watching, action in
      for index in watching.programs.indices where watching.programs[index].isConnected {
        watching.programs[index].past.advance(to: action.time)
      }
    },
    ReduceOn(TallyAdvanced.self) { watching, action in
      guard let index = watching.index(of: action.instance) else { return }
      watching.programs[index].past.show(action.count)
    },
    ReduceOn(PinFilled.self) { watching, action in
      watching.take(action)
    }
  )

  /// Takes in what has become known of programs.
  ///
  /// - Parameter time: When it came; `nil` if it was recorded.
  /// - Returns: Whether a program that was started anew took the place of the one that was shown.
  mutating func take(_ pasts: [Past], at time: Int64? = nil) -> Bool {
    let before = chosenInstance
    for past in pasts {
      if let index = index(of: past.instance) {
        let wasConnected = programs[index].isConnected
        programs[index].take(past)
        // Time stands still for it from now on.
        if let time, wasConnected, !past.isConnected { programs[index].past.advance(to: time) }
      } else {
        add(past)
      }
    }
    let held = Set(pasts.map(\.instance))
    // What is shown stays, though it ended before anything was known of it.
    if let index = chosenIndex, !held.contains(programs[index].hello.instance) {
      programs[index].end()
    }
    programs.removeAll { program in
      program.hello.instance != chosenInstance && !held.contains(program.hello.instance)
    }
    return before != nil && before != chosenInstance
  }

  private mutating func add(_ past: Past) {
    var shown = ShownPast(past, filter: filter)
    let isStartedAgain =
      chosen.map { past.isConnected && !$0.isConnected && $0.label == past.label } ?? false
    // It takes the place of the one before, unless that has crashed.
    let isReplacing =
      chosen.map { chosen in
        isStartedAgain && (chosen.latest.isOrderly || chosen.past.rows.isEmpty)
      } ?? true
    for pin in chosen?.past.pins ?? [] where isStartedAgain { shown.togglePin(pin.path) }
    if isReplacing { chosenInstance = past.instance }
    programs.append(Program(past: shown))
  }

  /// Shows what another filter admits.
  mutating func apply(_ filter: Filter?) {
    self.filter = filter
    for index in programs.indices { programs[index].past.show(filter) }
  }

  /// Shows what the search for a filter's matches found in a piece.
  mutating func take(_ found: SearchAdvanced) {
    guard let index = index(of: found.instance) else { return }
    programs[index].past.show(found.found, foundBy: found.search)
  }

  /// Notes what a program did, as a commit; `nil` if it didn't.
  mutating func note(_ request: ScreenRequest, committedAs number: Int?) {
    guard let index = index(of: request.instance) else { return }
    switch request.work {
    // Unless it had left an earlier one before.
    case .travel(_, let place):
      programs[index].home =
        programs[index].home ?? number.map { Program.Home(number: $0 - 1, place: place) }
    case .travelBack: if number != nil { programs[index].home = nil }
    case .leaveOut(let commits, _): programs[index].noteLeftOut(commits, committedAs: number)
    case .dispatch, .copy, .copyValue, .save, .export, .edit, .open: break
    }
  }

  /// Shows the values of a pin.
  mutating func take(_ filled: PinFilled) {
    guard let index = index(of: filled.instance) else { return }
    programs[index].past.fill(filled.pin, from: filled.beginning)
  }

  func program(_ instance: String) -> Program? { index(of: instance).map { programs[$0] } }
}
