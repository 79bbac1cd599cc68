// What a program does with SluiceCombine: compiled by `.ci/check-apple`, and the source of the
// examples in the documentation.
import Combine
import Sluice
import SluiceCombine

struct Added: Action { let todo: String }

func connect(_ store: Store<AppState, Void>, _ titles: PassthroughSubject<String, Never>) {
  var cancellables: Set<AnyCancellable> = []
  let actions = PassthroughSubject<any Action, Never>()
  let projection = store.projection(state: \.name) { (title: String) in Added(todo: title) }

  store.select(Selectors.name).publisher
    .sink { print($0) }
    .store(in: &cancellables)
  titles.map { Added(todo: $0) }
    .dispatch(on: store)
    .store(in: &cancellables)
  actions.subscribe(store)
  actions.dispatch(on: store).store(in: &cancellables)
  titles.dispatch(on: projection).store(in: &cancellables)
  actions.send(Clear())
}
