import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Writes down what happened.
private struct Diary: Sendable, Equatable {
  var entries: [String] = []
}

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

@Suite(.inTurn)
struct ReducerTests {
  private let write = ActionTemplate(id: "Write", payloadType: String.self)
  private let erase = ActionTemplate(id: "Erase", payloadType: String.self)
  private let stop = ActionTemplate(id: "Stop")

  private static func entries(_ actions: [any Action], _ reducers: Reducer<Diary>...) -> [String] {
    let store = Store(initialState: Diary(), reducers: reducers)
    for action in actions { store.dispatch(action: action) }
    return store.entries
  }

  /// Writes an entry for each action.
  private static func writing<A: Action>(_ entry: String, on type: A.Type) -> Reducer<Diary> {
    Reducer(id: entry, ReduceOn(type) { state, _ in state.entries.append(entry) })
  }

  @Test func `a handler gets its action typed, and no other`() {
    let reducer = Reducer<Diary>(
      ReduceOn(Eat.self) { state, action in state.entries.append(action.meal) }
    )
    #expect(Self.entries([Wake(), Eat(meal: "soup"), Sleep()], reducer) == ["soup"])
  }

  @Test func `several types share a handler`() {
    let reducer = Reducer<Diary>(
      ReduceOn(Wake.self, Eat.self, Cat.self) { state, action in
        state.entries.append("\(type(of: action))")
      }
    )
    let actions: [any Action] = [Eat(meal: ""), Sleep(), Wake(), Tiger(), Dog()]
    #expect(Self.entries(actions, reducer) == ["Eat", "Wake", "Tiger"])
  }

  @Test func `actions made from templates reach the handlers of their template`() {
    let reducer = Reducer<Diary>(
      ReduceOn(write) { state, action in state.entries.append("write \(action.payload)") },
      ReduceOn(write, erase) { state, action in state.entries.append("both \(action.payload)") },
      ReduceOn(stop) { state, _ in state.entries.append("stop") }
    )
    let others: [any Action] = [
      ActionTemplate(id: "Other", payloadType: String.self)(payload: "x"),
      ActionTemplate(id: "Write", payloadType: Int.self)(payload: 1),
    ]
    #expect(
      Self.entries([write(payload: "a"), erase(payload: "b"), stop()] + others, reducer)
        == ["write a", "both a", "both b", "stop"]
    )
  }

  @Test func `a handler of the type of anonymous actions takes them all, in order`() {
    let reducer = Reducer<Diary>(
      ReduceOn(write) { state, _ in state.entries.append("first") },
      ReduceOn(AnonymousAction<String>.self) { state, action in state.entries.append(action.id) },
      ReduceOn(write) { state, _ in state.entries.append("last") }
    )
    #expect(
      Self.entries([write(payload: ""), erase(payload: "")], reducer)
        == ["first", "Write", "last", "Erase"]
    )
  }

  @Test func `a base class takes its subclasses, whatever the static type`() {
    let reducer = Reducer<Diary>(
      ReduceOn(Animal.self) { state, action in state.entries.append("animal: \(action.name)") },
      ReduceOn(Cat.self) { state, action in state.entries.append("cat: \(action.name)") },
      ReduceOn(Tiger.self) { state, action in state.entries.append("tiger: \(action.name)") }
    )
    let expected = [
      "animal: tiger", "cat: tiger", "tiger: tiger",
      "animal: dog",
      "animal: cat", "cat: cat",
      "animal: animal",
    ]
    #expect(Self.entries([Tiger(), Dog(), Cat(), Animal()], reducer) == expected)

    let store = Store(initialState: Diary(), reducers: [reducer])
    // Twice: the second time the tables are there.
    for _ in 1...2 {
      let animals: [Animal] = [Tiger(), Dog(), Cat(), Animal()]
      for animal in animals { store.dispatch(action: animal) }
    }
    #expect(store.entries == expected + expected)
  }

  @Test func `a closure without a type gets every action`() {
    let reducer = Reducer<Diary> { state, action in
      state.entries.append("\(type(of: action))")
    }
    let actions: [any Action] = [Wake(), write(payload: ""), Tiger(), Weather.sun]
    #expect(
      Self.entries(actions, reducer) == ["Wake", "AnonymousAction<String>", "Tiger", "Weather"]
    )
  }

  @Test func `an enum may be an action`() {
    let reducer = Reducer<Diary>(
      ReduceOn(Weather.self) { state, weather in
        switch weather {
        case .rain(let millimetres): state.entries.append("rain \(millimetres)")
        case .sun: state.entries.append("sun")
        }
      }
    )
    #expect(
      Self.entries([Weather.rain(millimetres: 3), Weather.sun], reducer) == ["rain 3", "sun"]
    )
  }

  @Test func `handlers run in the order of registration, whatever their kind`() {
    let reducers: [Reducer<Diary>] = [
      Self.writing("typed", on: Tiger.self),
      Reducer { state, _ in state.entries.append("untyped") },
      Self.writing("base", on: Animal.self),
      Self.writing("wake", on: Wake.self),
      Reducer(ReduceOn(Wake.self, Tiger.self) { state, _ in state.entries.append("several") }),
      Self.writing("last", on: Tiger.self),
      Self.writing("last wake", on: Wake.self),
    ]
    let store = Store(initialState: Diary(), reducers: reducers)
    store.dispatch(action: Tiger())
    #expect(store.entries == ["typed", "untyped", "base", "several", "last"])
    store.dispatch(action: Wake())
    #expect(store.entries.dropFirst(5) == ["untyped", "wake", "several", "last wake"])
  }

  @Test func `a reducer registered later takes part from then on, and one removed no more`() {
    let store = Store(initialState: Diary())
    let first = Self.writing("first", on: Wake.self)
    let second = Self.writing("second", on: Wake.self)
    store.dispatch(action: Wake())
    store.register(reducer: first)
    store.dispatch(action: Wake())
    store.register(reducer: second)
    store.dispatch(action: Wake())
    store.unregister(reducer: first)
    store.dispatch(action: Wake())
    store.unregister(reducer: second)
    store.dispatch(action: Wake())
    #expect(store.entries == ["first", "first", "second", "second"])
  }

  @Test func `a thousand templates with the same type of payload each find their handler`() {
    let templates = (0..<1_000).map { ActionTemplate(id: "\($0)", payloadType: Int.self) }
    let store = Store(
      initialState: [Int](repeating: 0, count: 1_000),
      reducers: templates.enumerated().map { index, template in
        Reducer(ReduceOn(template) { state, action in state[index] += action.payload })
      }
    )
    for (index, template) in templates.enumerated() {
      store.dispatch(action: template(payload: index))
    }
    #expect(store.state == Array(0..<1_000))
  }

  @Test func `a reducer is callable by itself`() {
    let reducer = Reducer<Diary>(
      ReduceOn(Wake.self) { state, _ in state.entries.append("wake") },
      ReduceOn(write) { state, action in state.entries.append(action.payload) },
      ReduceOn(Animal.self) { state, action in state.entries.append(action.name) },
      ReduceOn(Wake.self, Sleep.self) { state, _ in state.entries.append("either") }
    )
    var diary = Diary()
    let actions: [any Action] = [
      Wake(), write(payload: "note"), erase(payload: "no"), Tiger(), Eat(meal: "no"),
    ]
    for action in actions { reducer.reduce(&diary, action) }
    #expect(diary.entries == ["wake", "either", "note", "tiger"])
  }
}
