import Sluice
import SluiceMonitor
import SluiceTree

struct Counter: Codable, Equatable {
  var count = 0
  var log: [String] = []
}

struct Add: EncodableAction {
  let amount: Int
}

struct Note: EncodableAction {
  let text: String
}

func makeStore() -> Store<Counter, Void> {
  Store(
    initialState: Counter(),
    reducers: [
      Reducer(
        ReduceOn(Add.self) { state, action in state.count += action.amount },
        ReduceOn(Note.self) { state, action in state.log.append(action.text) }
      )
    ]
  )
}

func tree(_ value: some Encodable) throws -> Tree {
  try TreeEncoder().encode(value)
}
