import Sluice

func wrongSelectors() {
  // error: value of type 'AppState' has no member 'cuont'
  _ = Selector(keyPath: \AppState.cuont)
  // error: value of type 'AppState' has no member 'cuont'
  _ = Selector { (state: AppState) in state.cuont }
  // error: cannot find 'nmae' in scope
  _ = Selector.with(count, name) { count, name in nmae.count + count }
  // error: value of type '[Todo]' has no member 'cont'
  _ = Selector.with(count, name, todos) { count, name, todos in "\(count) \(name) \(todos.cont)" }
  // error: binary operator '+' cannot be applied to operands of type 'Int' and 'String'
  _ = Selector.with(count, name) { $0 + $1 }
  // error: contextual closure type '@Sendable (Int, String) -> Int' expects 2 arguments, but 1 was used in closure body
  _ = Selector.with(count, name) { count in count + 1 }
  // error: contextual closure type '@Sendable (Int, String) -> Int' expects 2 arguments, but 3 were used in closure body
  _ = Selector.with(count, name) { $0 + $2 }
  // error: 'projector' is unavailable: To run the projector on a state, use value(in:).
  _ = count.projector
}

func wrongSelections(_ store: Store<AppState, Void>) {
  // error: value of type 'AppState' has no member 'cuont'
  _ = store.select(\.cuont)
  // error: value of type 'AppState' has no member 'cuont'
  _ = store.select(\.cuont).sink { print($0) }
  // error: value of type '[Todo]' has no member 'cuont'
  _ = store.select(todos).sink { print($0.cuont) }
  _ = store.select(todos).sink { todos in
    for todo in todos {
      // error: value of type 'Todo' has no member 'titel'
      print(todo.titel)
    }
  }
  // error: value of type 'Array<Todo>' has no member 'cuont'
  _ = store.select(\.todos).sink { print($0.cuont) }
  // error: value of type 'String' has no member 'cuont'
  _ = store.select(count, name).sink { print($0, $1.cuont) }
  // error: value of type 'String' has no member 'cuont'
  _ = store.select(\.count, \.name).sink { print($0, $1.cuont) }
  // error: value of type 'AppState' has no member 'nmae'
  _ = store.select { $0.nmae }
  // error: value of type 'String' has no member 'cuont'
  _ = store.select { $0.name }.sink { print($0.cuont) }
  // error: value of type '[Todo]' has no member 'cuont'
  _ = store.select(todos).map { $0.cuont }.sink { print($0) }
  // error: value of type 'AppState' has no member 'cuont'
  _ = store.observed(\.cuont)
  // error: value of type 'AppState' has no member 'cuont'
  _ = store.selectCurrent(\.cuont)
  // error: 'sink' is unavailable: To skip the current value, subscribe to the changes: .changes.sink { print($0.new) }.
  _ = store.select(count).dropFirst().sink { print($0) }
  // error: 'sink' is unavailable: To skip the current value, subscribe to the changes: .changes.sink { print($0.new) }.
  _ = store.select(\.count).dropFirst(1).sink { count in
    let next = count + 1
    print(next)
  }
}

func aSelectorOfAnotherState(_ store: Store<Settings, Void>) {
  // error: cannot convert value of type 'Selector<AppState, Int>' to expected argument type 'Selector<Settings, Int>'
  _ = store.select(count)
}
