import Sluice

func noLabel(_ store: Store<AppState, Void>) {
  // error: missing argument label 'action:' in call
  store.dispatch(Increment(by: 1))
}

func noArgument(_ store: Store<AppState, Void>) {
  // error: missing argument for parameter 'name' in call
  store.dispatch(action: Rename())
}

func aPayloadOfTheWrongType(_ store: Store<AppState, Void>) {
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  store.dispatch(action: renamed(payload: 1))
}

func aTemplateForAnAction(_ store: Store<AppState, Void>) {
  // error: instance method 'dispatch(action:note:fileID:line:function:)' requires that 'ActionTemplate<String>' conform to 'Action'
  store.dispatch(action: renamed)
}

func aStateThatIsSet(_ store: Store<AppState, Void>) {
  // error: cannot assign to property: 'state' is a get-only property
  store.state.count = 3
}

final class ListEffects: Effects<API> {
  let load = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
}

func anotherEnvironment(_ store: Store<AppState, Void>) {
  // error: instance method 'register(effects:)' requires the types 'Void' and 'API' be equivalent
  store.register(effects: ListEffects())
}

struct HeldState { var cache: Cache }

func aStateThatIsNotSendable(_ cache: Cache) {
  // error: type 'HeldState' does not conform to the 'Sendable' protocol
  _ = Store(initialState: HeldState(cache: cache))
}

struct HoldingAction: Action {
  // error: stored property 'cache' of 'Sendable'-conforming struct 'HoldingAction' has non-Sendable type 'Cache'
  let cache: Cache
}

func aTypoInAProjectionsAction(_ store: Store<AppState, Void>) {
  _ = store.projection(state: \.settings) { (by: Int) in
    // error: cannot find 'Incremnt' in scope
    Incremnt(by: by)
  }
}
