import Sluice

nonisolated struct Branch: Sendable, Identifiable {
  let id: Int
  var name = ""
  var branches: Entities<Branch> = []
  let fixed: Entities<Branch> = []
}

func aTypoInARecursiveReducer() -> Reducer<Branch> {
  .recursive { this in
    .combine(
      // error: value of type 'Branch' has no member 'nmae'
      Reducer(ReduceOn(Rename.self) { branch, action in branch.nmae = action.name }),
      this.lift(elements: \.branches)
    )
  }
}

func wrongPreparations(_ store: Store<AppState, API>) {
  // error: value of type 'Increment' has no member 'bye'
  store.register(middleware: .prepare(Increment.self) { action, api in action.bye = 2 })
  // error: cannot assign to property: 'name' is a 'let' constant
  store.register(middleware: .prepare(Rename.self) { action, api in action.name = api.name(1) })
}

func aPreparationInAnotherEnvironment(_ store: Store<AppState, Void>) {
  // error: value of tuple type 'Void' has no member 'name'
  store.register(middleware: .prepare(Increment.self) { $0.by = $1.name(1).count })
}

func aConstantTree(_ feature: Feature<Branch, API>) {
  // error: 'lift(tree:)' is unavailable: The key path is read-only: declare its property with 'var', or with a setter.
  _ = feature.lift(tree: \.fixed)
}

// What `ActionsAsAnEnum` quotes.
enum Login {
  // error: 'Action' has a raw type that depends on itself
  // error: raw type 'Login.Action' is not expressible by a string, integer, or floating-point literal
  // error: 'Login.Action' declares raw type 'Login.Action', but does not conform to RawRepresentable and conformance could not be synthesized
  enum Action: Action { case tapped }
}
