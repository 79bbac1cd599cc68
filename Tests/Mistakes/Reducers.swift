import Sluice

// Mistakes that people make, with what the compiler says about each. `.ci/check-mistakes` compares
// it: the text stands above the line at which it must be reported.

func aTypoInTheState() -> Reducer<AppState> {
  Reducer(
    // error: value of type 'AppState' has no member 'cuont'
    ReduceOn(Increment.self) { state, action in state.cuont += action.by }
  )
}

func aTypoInTheStateOfSeveralHandlers() -> Reducer<AppState> {
  Reducer<AppState>(
    ReduceOn(Increment.self) { state, action in state.count += action.by },
    ReduceOn(Rename.self) { state, action in
      state.count = 0
      // error: value of type 'AppState' has no member 'nmae'
      state.nmae = action.name
    }
  )
}

func aTypoInTheAction() -> Reducer<AppState> {
  // error: value of type 'Increment' has no member 'bye'
  Reducer<AppState>(ReduceOn(Increment.self) { $0.count += $1.bye })
}

func aValueOfAnotherType() -> Reducer<AppState> {
  Reducer<AppState>(
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    ReduceOn(Increment.self) { state, action in state.count += "1" }
  )
}

func aParameterTooFew() -> Reducer<AppState> {
  Reducer<AppState>(
    // error: contextual closure type '@Sendable (inout AppState, Increment) -> Void' expects 2 arguments, but 1 was used in closure body
    ReduceOn(Increment.self) { state in state.count += 1 }
  )
}

func aTypoWhereEveryActionIsTaken() -> Reducer<AppState> {
  Reducer<AppState> { state, action in
    // error: value of type 'AppState' has no member 'cuont'
    state.cuont += 1
  }
}

func aTypoWhereSeveralTypesAreTaken() -> Reducer<AppState> {
  Reducer<AppState>(
    // error: value of type 'AppState' has no member 'cuont'
    ReduceOn(Increment.self, Decrement.self) { state, _ in state.cuont += 1 }
  )
}

func aTypoWhereATemplateIsTaken() -> Reducer<AppState> {
  Reducer<AppState>(
    // error: value of type 'AppState' has no member 'nam'
    ReduceOn(renamed) { state, action in state.nam = action.payload }
  )
}

func aPayloadOfAnotherType() -> Reducer<AppState> {
  Reducer<AppState>(
    // error: cannot assign value of type 'String' to type 'Int'
    ReduceOn(renamed) { state, action in state.count = action.payload }
  )
}

func whatIsNoAction() -> Reducer<AppState> {
  // error: initializer 'init(_:_:)' requires that 'Todo' conform to 'Action'
  Reducer<AppState>(ReduceOn(Todo.self) { state, action in state.count += 1 })
}

func fetchedName() async -> String { "" }

func whatTakesTime() -> Reducer<AppState> {
  Reducer<AppState>(
    // error: cannot pass function of type '@Sendable (inout AppState, Load) async -> ()' to parameter expecting synchronous function type
    ReduceOn(Load.self) { state, _ in state.name = await fetchedName() }
  )
}

func aTypoInAFollowUp() -> ReduceOn<AppState> {
  ReduceOn(Load.self) { state, _ in
    state.isLoading = true
    // error: cannot find 'Laoded' in scope
    return [.action { Laoded(todos: []) }]
  }
}

func typosInFollowUpsOfOtherForms() -> Reducer<AppState> {
  Reducer<AppState>(
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
}

func aTypoInAFollowUpOfEveryAction() -> Reducer<AppState> {
  Reducer<AppState>(every: { state, action in
    state.count += 1
    // error: type 'FollowUp' has no member 'acton'
    return [.acton { Found(titles: []) }]
  })
}

func aReducerOfAnotherState(_ store: Store<AppState, Void>, _ settings: Reducer<Settings>) {
  // error: cannot convert value of type 'Reducer<Settings>' to expected argument type 'Reducer<AppState>'
  store.register(reducer: settings)
}

func aPartThatIsConstant(_ settings: Reducer<Settings>) -> Reducer<AppState> {
  // error: 'lift(state:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  settings.lift(state: \.version)
}

func anOptionalPartThatIsConstant(_ settings: Reducer<Settings>) -> Reducer<AppState> {
  // error: 'lift(state:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  settings.lift(state: \.previous)
}

func aConstantPartOfLargerActions(_ settings: Reducer<Settings>) -> Reducer<AppState> {
  // error: 'lift(state:action:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  settings.lift(state: \.version) { (search: Search) in Rename(name: search.query) }
}

func aConstantPartWithFollowUps(_ settings: Reducer<Settings>) -> Reducer<AppState> {
  // error: 'lift(state:action:embed:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  settings.lift(
    state: \.version,
    action: { (search: Search) in Rename(name: search.query) },
    embed: { Search(query: $0.name) }
  )
}

enum SettingsAction: Action {
  case rename(Rename)
  var rename: Rename? { if case .rename(let action) = self { action } else { nil } }
}

func aTypoInAnEmbedding(_ settings: Reducer<Settings>) -> Reducer<AppState> {
  // error: type 'SettingsAction' has no member 'rname'
  settings.lift(state: \.settings, action: \SettingsAction.rename, embed: SettingsAction.rname)
}

func elementsThatAreConstant(_ todo: Reducer<Todo>) -> Reducer<AppState> {
  // error: 'lift(elements:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  todo.lift(elements: \.defaults)
}

func elementsWithoutAnId(_ settings: Reducer<Settings>) -> Reducer<[Settings]> {
  // error: referencing instance method 'lift(elements:action:every:embed:)' on 'Array' requires that 'Settings' conform to 'Identifiable'
  // error: generic parameter 'Local' could not be inferred
  settings.lift(elements: \.self) { (upload: Upload) in (upload.id, Load()) }
}

func valuesUnderAnotherKeyThanTheirId(_ todo: Reducer<Todo>) -> Reducer<AppState> {
  // error: instance method 'lift(elements:)' requires the types 'Int' and 'String' be equivalent
  todo.lift(elements: \.byName)
}

func constantElementsOfLargerActions(_ todo: Reducer<Todo>) -> Reducer<AppState> {
  // error: 'lift(elements:action:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  todo.lift(elements: \.defaults) { (upload: Upload) in (upload.id, Load()) }
}

func aPartForWhichNothingCanBeRegistered(
  _ store: Store<AppState, Void>,
  _ reducer: Reducer<Settings>,
  _ feature: Feature<Settings, Void>,
  _ other: Feature<Settings, API>,
  _ api: API
) {
  // error: 'register(reducer:for:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  store.register(reducer: reducer, for: \.version)
  // error: 'register(feature:state:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  store.register(feature: feature, state: \.version)
  // error: 'register(feature:state:environment:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  store.register(feature: other, state: \.version) { api }
}

func aTypoInTheKeyPathOfALift(_ settings: Reducer<Settings>) -> Reducer<AppState> {
  // error: value of type 'AppState' has no member 'setings'
  settings.lift(state: \.setings)
}
