import Sluice
import SluiceHistory

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
  _ = store.select(count, limit, name).sink { print($0 + $1, $2.cuont) }
  // error: value of type 'AppState' has no member 'nmae'
  _ = store.select { $0.nmae }
  // error: value of type 'String' has no member 'cuont'
  _ = store.select { $0.name }.sink { print($0.cuont) }
  // error: value of type 'Selection<[Todo]>.Element' (aka 'Array<Todo>') has no member 'cuont'
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

nonisolated struct Report: Sendable { let id: Int }

/// Compared on the main actor only, as each type is that such a module doesn't declare `nonisolated`.
@MainActor struct Isolated: Sendable, @MainActor Equatable { var id = 1 }

nonisolated struct Shelf: Sendable {
  var report = Report(id: 1)
  var reports: [Report] = []
  var isolated: Isolated
}

nonisolated struct Reporting: Sendable, Identifiable { let id: Int }
nonisolated struct Library: Sendable { var reports: Entities<Reporting> = [] }

nonisolated let report = Selector(keyPath: \Shelf.report, comparing: .by { $0.id == $1.id })

func valuesThatAreNotCompared() {
  // error: initializer 'init(keyPath:)' requires that 'Report' conform to 'Equatable'
  _ = Selector(keyPath: \Shelf.report)
  // error: initializer 'init(name:fileID:line:projector:)' requires that 'Report' conform to 'Equatable'
  _ = Selector { (shelf: Shelf) in shelf.report }
  // error: referencing static method 'with(_:name:fileID:line:projector:)' on 'Selector' requires that 'Report' conform to 'Equatable'
  _ = Selector.with(report) { $0 }
  // error: type '(Report, Int)' cannot conform to 'Equatable'
  _ = Selector.with(report, report) { ($0, $1.id) }
  // error: referencing static method 'with(_:keyPath:)' on 'Selector' requires that 'Report' conform to 'Equatable'
  _ = Selector.with(report, keyPath: \.self)
  // error: referencing initializer 'init(capacity:name:fileID:line:projector:)' on 'SelectorFamily' requires that 'Report' conform to 'Equatable'
  _ = SelectorFamily { (shelf: Shelf, _: Int) in shelf.report }
  // error: initializer 'init(at:)' requires that 'Reporting' conform to 'Equatable'
  _ = EntitySelectors(at: \Library.reports)
  // error: generic class 'StateHistory' requires that 'Shelf' conform to 'Equatable'
  _ = StateHistory(of: .state(\Shelf.self))
}

func selectionsThatAreNotCompared(_ store: Store<Shelf, Void>) {
  // error: 'select' is unavailable: Make the value Equatable, or say how it is compared: select(Selector(keyPath: …, comparing: .by { $0.id == $1.id })).
  _ = store.select(\.report)
  // error: 'select' is unavailable: Make the value Equatable, or say how it is compared: select(Selector(keyPath: …, comparing: .by { $0.id == $1.id })).
  _ = store.select(\.reports).sink { print($0.count) }
  // error: instance method 'select(name:fileID:line:projector:)' requires that 'Report' conform to 'Equatable'
  _ = store.select { $0.report }
  // error: instance method 'observed' requires that 'Report' conform to 'Equatable'
  _ = store.observed(\.report)
  // error: instance method 'projection' requires that 'Report' conform to 'Equatable'
  _ = store.projection(.state(\.report))
  // error: 'sink' is unavailable: Make the value Equatable, or say how it is compared: .map(comparing: .by { $0.id == $1.id }) { … }.
  _ = store.select(report).map { $0 }.sink { print($0) }
}

func valuesThatAreComparedOnTheMainActor(_ store: Store<Shelf, Void>) {
  // error: main actor-isolated conformance of 'Isolated' to 'Equatable' cannot satisfy conformance requirement for a 'Sendable' type parameter
  _ = store.select(\.isolated)
  // error: main actor-isolated conformance of 'Isolated' to 'Equatable' cannot satisfy conformance requirement for a 'Sendable' type parameter
  _ = Selector(keyPath: \Shelf.isolated)
}
