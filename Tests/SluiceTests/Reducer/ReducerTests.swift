import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct Wake: Action {}
private struct Eat: Action { let meal: String }
private struct Sleep: Action {}

/// A tree of actions in one type.
private enum Weather: Action {
  case rain(millimetres: Int)
  case sun
}

private class Animal: Action, @unchecked Sendable {
  var name: String { "animal" }
}
private class Cat: Animal, @unchecked Sendable {
  override var name: String { "cat" }
}
private final class Tiger: Cat, @unchecked Sendable {
  override var name: String { "tiger" }
}
private final class Dog: Animal, @unchecked Sendable {
  override var name: String { "dog" }
}

private let write = ActionTemplate(id: "Write", payloadType: String.self)
private let erase = ActionTemplate(id: "Erase", payloadType: String.self)
private let stop = ActionTemplate(id: "Stop")

/// Writes an entry for each action of a type.
private func writing<A: Action>(_ entry: String, on type: A.Type) -> Reducer<[String]> {
  Reducer(id: entry, ReduceOn(type) { state, _ in state.append(entry) })
}

@Suite(.inTurn) struct ReducerTests {
  private static func entries(_ actions: [any Action], _ reducers: Reducer<[String]>...) -> [String]
  {
    let store = Store(initialState: [], reducers: reducers)
    for action in actions { store.dispatch(action: action) }
    return store.state
  }

  @Test func `a handler gets the actions of its types, and no others`() {
    let actions: [any Action] = [
      Wake(), Eat(meal: "soup"), Sleep(), Tiger(), Dog(), Weather.rain(millimetres: 3),
      write(payload: ""),
    ]
    let typed = Reducer<[String]>(ReduceOn(Eat.self) { $0.append($1.meal) })
    #expect(Self.entries(actions, typed) == ["soup"])
    let several = Reducer<[String]>(
      ReduceOn(Wake.self, Eat.self, Cat.self) { $0.append("\(type(of: $1))") }
    )
    #expect(Self.entries(actions, several) == ["Wake", "Eat", "Tiger"])
    let cases = Reducer<[String]>(ReduceOn(Weather.self) { $0.append("\($1)") })
    #expect(Self.entries(actions, cases) == ["rain(millimetres: 3)"])
    let every = Reducer<[String]> { $0.append("\(type(of: $1))") }
    #expect(
      Self.entries(actions, every)
        == ["Wake", "Eat", "Sleep", "Tiger", "Dog", "Weather", "AnonymousAction<String>"]
    )
  }

  @Test func `actions made from templates reach the handlers of their template and of their type`()
  {
    let reducer = Reducer<[String]>(
      ReduceOn(write) { $0.append("write \($1.payload)") },
      ReduceOn(write, erase) { $0.append("both \($1.payload)") },
      // All of one type of payload.
      ReduceOn(AnonymousAction<String>.self) { $0.append($1.id) },
      ReduceOn(write) { state, _ in state.append("last") },
      ReduceOn(stop) { state, _ in state.append("stop") }
    )
    let others: [any Action] = [
      ActionTemplate(id: "Other", payloadType: String.self)(payload: "x"),
      ActionTemplate(id: "Write", payloadType: Int.self)(payload: 1),
    ]
    #expect(
      Self.entries([write(payload: "a"), erase(payload: "b"), stop()] + others, reducer)
        == ["write a", "both a", "Write", "last", "both b", "Erase", "stop", "Other"]
    )
  }

  @Test func `a base class takes its subclasses, whatever the static type`() {
    let reducer = Reducer<[String]>(
      ReduceOn(Animal.self) { $0.append("animal: \($1.name)") },
      ReduceOn(Cat.self) { $0.append("cat: \($1.name)") },
      ReduceOn(Tiger.self) { $0.append("tiger: \($1.name)") }
    )
    let expected = [
      "animal: tiger", "cat: tiger", "tiger: tiger",
      "animal: dog",
      "animal: cat", "cat: cat",
      "animal: animal",
    ]
    // Twice: the second time the tables are there.
    let animals: [Animal] = [Tiger(), Dog(), Cat(), Animal(), Tiger(), Dog(), Cat(), Animal()]
    #expect(Self.entries(animals, reducer) == expected + expected)
    let store = Store(initialState: [], reducers: [reducer])
    for animal in animals { store.dispatch(action: animal) }
    #expect(store.state == expected + expected)
  }

  @Test func `handlers run in the order of registration, whatever their kind`() {
    let reducers: [Reducer<[String]>] = [
      writing("typed", on: Tiger.self),
      Reducer { state, _ in state.append("untyped") },
      writing("base", on: Animal.self),
      writing("wake", on: Wake.self),
      Reducer(ReduceOn(Wake.self, Tiger.self) { state, _ in state.append("several") }),
      writing("last", on: Tiger.self),
      writing("last wake", on: Wake.self),
    ]
    let store = Store(initialState: [], reducers: reducers)
    store.dispatch(action: Tiger())
    #expect(store.state == ["typed", "untyped", "base", "several", "last"])
    store.dispatch(action: Wake())
    #expect(store.state.dropFirst(5) == ["untyped", "wake", "several", "last wake"])
  }

  @Test func `a thousand templates with the same type of payload each find their handler`() {
    let templates = (0..<1_000).map { ActionTemplate(id: "\($0)", payloadType: Int.self) }
    let store = Store(
      initialState: [Int](repeating: 0, count: 1_000),
      reducers: templates.enumerated().map { index, template in
        Reducer(ReduceOn(template) { state, action in state[index] += action.payload })
      }
    )
    for (index, template) in templates.enumerated() { store.send(template(payload: index)) }
    #expect(store.state == Array(0..<1_000))
  }

  @Test func `a reducer is callable by itself`() {
    let reducer = Reducer<[String]>(
      ReduceOn(Wake.self) { state, _ in state.append("wake") },
      ReduceOn(write) { $0.append($1.payload) },
      ReduceOn(Animal.self) { $0.append($1.name) },
      ReduceOn(Wake.self, Sleep.self) { state, _ in state.append("either") }
    )
    let actions: [any Action] = [
      Wake(), write(payload: "note"), erase(payload: "no"), Tiger(), Eat(meal: "no"),
    ]
    let entries = actions.reduce(into: []) { state, action in _ = reducer.reduce(&state, action) }
    #expect(entries == ["wake", "either", "note", "tiger"])
  }
}
