import Sluice

// Mistakes that people make, with what the compiler says about each. `.ci/check-mistakes` compares
// it: the text stands above the line at which it must be reported.

func wrongHandlers() {
  // error: value of type 'AppState' has no member 'cuont'
  _ = Reducer<AppState>(ReduceOn(Increment.self) { state, action in state.cuont += action.by })
  // error: value of type 'Increment' has no member 'bye'
  _ = Reducer<AppState>(ReduceOn(Increment.self) { $0.count += $1.bye })
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Reducer<AppState>(ReduceOn(Increment.self) { state, action in state.count += "1" })
  // error: contextual closure type '@Sendable (inout AppState, Increment) -> Void' expects 2 arguments, but 1 was used in closure body
  _ = Reducer<AppState>(ReduceOn(Increment.self) { state in state.count += 1 })
  // error: value of type 'AppState' has no member 'cuont'
  _ = Reducer<AppState>(ReduceOn(Increment.self, Decrement.self) { state, _ in state.cuont += 1 })
  // error: value of type 'AppState' has no member 'nam'
  _ = Reducer<AppState>(ReduceOn(renamed) { state, action in state.nam = action.payload })
  // error: cannot assign value of type 'String' to type 'Int'
  _ = Reducer<AppState>(ReduceOn(renamed) { state, action in state.count = action.payload })
  // error: initializer 'init(_:_:)' requires that 'Todo' conform to 'Action'
  _ = Reducer<AppState>(ReduceOn(Todo.self) { state, action in state.count += 1 })
  // error: value of type 'AppState' has no member 'cuont'
  _ = Reducer<AppState> { state, action in state.cuont += 1 }
  _ = Reducer<AppState>(
    ReduceOn(Increment.self) { state, action in state.count += action.by },
    ReduceOn(Rename.self) { state, action in
      state.count = 0
      // error: value of type 'AppState' has no member 'nmae'
      state.nmae = action.name
    }
  )
}

func fetchedName() async -> String { "" }

func whatTakesTime() -> Reducer<AppState> {
  Reducer<AppState>(
    // error: cannot pass function of type '@Sendable (inout AppState, Load) async -> ()' to parameter expecting synchronous function type
    ReduceOn(Load.self) { state, _ in state.name = await fetchedName() }
  )
}

func typosInFollowUps() {
  _ = ReduceOn<AppState>(Load.self) { state, _ in
    state.isLoading = true
    // error: cannot find 'Laoded' in scope
    return [.action { Laoded(todos: []) }]
  }
  _ = Reducer<AppState>(
    ReduceOn(Load.self, Reset.self) { state, _ in
      // error: value of type 'AppState' has no member 'isLoadin'
      state.isLoadin = true
      return [.action { Found(titles: []) }]
    },
    ReduceOn(renamed) { state, action in
      state.name = action.payload
      // error: cannot find 'Laoded' in scope
      return [.action { Laoded(todos: []) }]
    }
  )
  _ = Reducer<AppState>(every: { state, action in
    state.count += 1
    // error: type 'FollowUp' has no member 'acton'
    return [.acton { Found(titles: []) }]
  })
}

enum SettingsAction: Action {
  case rename(Rename)
  var rename: Rename? { if case .rename(let action) = self { action } else { nil } }
}

func wrongLifts(_ settings: Reducer<Settings>, _ todo: Reducer<Todo>) {
  // error: value of type 'AppState' has no member 'setings'
  let _: Reducer<AppState> = settings.lift(.state(\.setings))
  // error: cannot convert value of type 'WritableKeyPath<AppState, Int>' to expected argument type 'WritableKeyPath<AppState, Settings>'
  let _: Reducer<AppState> = settings.lift(.state(\.count))
  let _: Reducer<AppState> =
    // error: type 'SettingsAction' has no member 'rname'
    settings.lift(.state(\.settings), action: .case(\SettingsAction.rename, SettingsAction.rname))
  let _: Reducer<AppState> =
    // error: 'each' is unavailable: Elements are found by their id: make them Identifiable, with actions wrapped by .element, or say what serves as it, as in each(\.rows, id: \.name).
    todo.lift(.each(\.todos), action: .case(\SettingsAction.rename, SettingsAction.rename))
  let _: Reducer<AppState> =
    // error: missing argument for parameter #2 in call
    settings.lift(.state(\.settings), action: .case(\SettingsAction.rename))
  // error: 'each' is unavailable: Elements are found by their id: make them Identifiable, with actions wrapped by .element, or say what serves as it, as in each(\.rows, id: \.name).
  let _: Reducer<[Settings]> = settings.lift(.each(\.self))
}

func partsThatAreConstant(
  _ store: Store<AppState, Void>,
  _ settings: Reducer<Settings>,
  _ todo: Reducer<Todo>,
  _ feature: Feature<Settings, Void>
) {
  // error: 'state' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  let _: Reducer<AppState> = settings.lift(.state(\.version))
  let _: Reducer<AppState> =
    // error: 'state' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
    settings.lift(.state(\.version), action: .case(\SettingsAction.rename, SettingsAction.rename))
  // error: 'optional' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  let _: Reducer<AppState> = settings.lift(.optional(\.previous))
  // error: 'each' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  let _: Reducer<AppState> = todo.lift(.each(\.defaults))
  // error: 'state' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  store.register(reducer: settings, for: .state(\.version))
  // error: 'state' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  store.register(feature: feature.lift(.state(\.version)))
}

func aReducerOfAnotherState(_ store: Store<AppState, Void>, _ settings: Reducer<Settings>) {
  // error: cannot convert value of type 'Reducer<Settings>' to expected argument type 'Reducer<AppState>'
  store.register(reducer: settings)
}
