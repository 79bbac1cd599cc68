import Sluice
import SluiceHistory

func wrongDispatches(_ store: Store<AppState, Void>) {
  // error: missing argument label 'action:' in call
  store.dispatch(Increment(by: 1))
  // error: missing argument for parameter 'name' in call
  store.dispatch(action: Rename())
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  store.dispatch(action: renamed(payload: 1))
  // error: instance method 'dispatch(action:note:fileID:line:function:)' requires that 'ActionTemplate<String>' conform to 'Action'
  store.dispatch(action: renamed)
  // error: 'dispatch(actions:_:_:)' is unavailable: Several actions are an array: store.dispatch(actions: [A(), B()]).
  store.dispatch(actions: Increment(), Decrement())
}

func statesThatAreSet(_ store: Store<AppState, Void>, _ cart: StoreProjection<AppState, Int>) {
  // error: cannot assign to property: 'state' is a get-only property
  store.state.count = 3
  // error: setter for 'subscript(dynamicMember:)' is unavailable: The state is changed by reducers only: dispatch an action.
  store.count += 5
  // error: setter for 'subscript(dynamicMember:)' is unavailable: The state is changed by reducers only: dispatch an action.
  store.settings.volume = 1
  // error: setter for 'subscript(dynamicMember:)' is unavailable: The state is changed by reducers only: dispatch an action.
  store.todos.append(Todo(id: 1))
  // error: setter for 'subscript(dynamicMember:)' is unavailable: The state is changed by reducers only: dispatch an action.
  cart.count += 5
  // error: setter for 'subscript(dynamicMember:)' is unavailable: The state is changed by reducers only: dispatch an action.
  cart.todos[0].isDone = true
}

nonisolated final class ListEffects: Effects<API> {
  let load = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
}

func anotherEnvironment(_ store: Store<AppState, Void>) {
  // error: instance method 'register(effects:)' requires the types 'Void' and 'API' be equivalent
  store.register(effects: ListEffects())
}

nonisolated struct HeldState { var cache: Cache }

func aStateThatIsNotSendable(_ cache: Cache) {
  // error: type 'HeldState' does not conform to the 'Sendable' protocol
  _ = Store(initialState: HeldState(cache: cache))
}

nonisolated struct HoldingAction: Action {
  // error: stored property 'cache' of 'Sendable'-conforming struct 'HoldingAction' has non-Sendable type 'Cache'
  let cache: Cache
}

func aTypoInAProjectionsAction(_ store: Store<AppState, Void>) {
  _ = store.projection(.state(\.settings)) { (by: Int) in
    // error: cannot find 'Incremnt' in scope
    Incremnt(by: by)
  }
}

nonisolated struct OtherState { var name = "" }

func wrongHistories(_ store: Store<AppState, Void>) {
  // error: cannot convert value of type 'WritableKeyPath<OtherState, String>' to expected argument type 'WritableKeyPath<AppState, String>'
  store.register(history: StateHistory(of: .state(\OtherState.name)))
  // error: instance method 'register(interceptor:)' requires that 'StateHistory<AppState, Int>' conform to 'Interceptor'
  store.register(interceptor: StateHistory(of: .state(\AppState.count)))
  // error: 'state' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  _ = StateHistory(of: .state(\Todo.id))
}

func tokensThatAreDropped(_ store: Store<AppState, Void>) {
  // warning: result of call to 'sink(_:fileID:line:)' is unused
  store.select(\.count).sink { print($0) }
}

func elementsOfAFeatureThatCannotBeChanged() {
  // error: 'each' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  _ = Feature<Todo, API>(id: "todo").lift(.each(\AppState.defaults))
}
