import Sluice
import SluiceTesting
import TestSupport
import Testing

struct Search: Action, Equatable {
  var text = ""
}

struct Found: Action, Equatable {
  let results: [String]
}

struct Note: Action, Equatable {
  let text: String
}

struct SearchError: Error, Equatable {}

/// What the tests of effects need from outside.
struct Catalogue: Sendable {
  var find: @Sendable (String) async throws -> [String] = { ["\($0)!"] }
  var title = "the"
}

extension Store where State == Counting, Environment == Catalogue {
  /// A store with effects, and an interceptor that watches it.
  static func searching(
    _ catalogue: Catalogue = Catalogue()
  ) -> (Store<Counting, Catalogue>, TestInterceptor<Counting>) {
    let store = Store(
      initialState: Counting(),
      environment: catalogue,
      reducers: [.counting]
    )
    let interceptor = TestInterceptor<Counting>()
    store.register(interceptor: interceptor)
    return (store, interceptor)
  }
}

/// The shapes in which an effect can be written.
@Suite(.inTurn)
struct EffectTests {
  typealias Shape = Effect<Catalogue>

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let effect: Shape
    let answers: [any Action]
  }

  static let cases = [
    Case(
      testDescription: "one action",
      effect: .on(Search.self) { action, environment in
        Found(results: try await environment.find(action.text))
      },
      answers: [Found(results: ["a!"])]
    ),
    Case(
      testDescription: "one action of several types",
      effect: .on(Search.self) { action, environment in
        if action.text.isEmpty { return Note(text: "empty") }
        return try await Found(results: environment.find(action.text)) as (any Action)?
      },
      answers: [Found(results: ["a!"])]
    ),
    Case(
      testDescription: "the value of a switch",
      effect: .on(Search.self) { action, environment in
        switch try await environment.find(action.text).count {
        case 0: Note(text: "nothing")
        default: Note(text: "something")
        }
      },
      answers: [Note(text: "something")]
    ),
    Case(
      testDescription: "no action",
      effect: .on(Search.self) { action, _ in
        action.text == "a" ? nil : Note(text: "other") as (any Action)?
      },
      answers: []
    ),
    Case(
      testDescription: "many actions",
      effect: .on(Search.self) { action, environment in
        [Note(text: "began"), Found(results: try await environment.find(action.text))]
      },
      answers: [Note(text: "began"), Found(results: ["a!"])]
    ),
    Case(
      testDescription: "nothing",
      effect: .on(Search.self) { action, environment in
        _ = try await environment.find(action.text)
      },
      answers: []
    ),
    Case(
      testDescription: "sent over time",
      effect: .on(Search.self) { (action, environment, context: RunContext<Void>) in
        context.send(Note(text: "began"))
        context.send(Found(results: try await environment.find(action.text)))
        context.send(Note(text: "ended"))
      },
      answers: [Note(text: "began"), Found(results: ["a!"]), Note(text: "ended")]
    ),
    Case(
      testDescription: "mapped to one",
      effect: .map(Search.self) { Note(text: $0.text) },
      answers: [Note(text: "a")]
    ),
    Case(
      testDescription: "mapped to one with the environment",
      effect: .map(Search.self) { action, environment in
        Note(text: "\(environment.title) \(action.text)")
      },
      answers: [Note(text: "the a")]
    ),
    Case(
      testDescription: "mapped to one or none with the environment",
      effect: .map(Search.self) { action, environment in
        if action.text == "a" { return nil }
        return Note(text: environment.title)
      },
      answers: []
    ),
    Case(
      testDescription: "mapped to many",
      effect: .map(Search.self) { [Note(text: $0.text), Found(results: [$0.text])] },
      answers: [Note(text: "a"), Found(results: ["a"])]
    ),
    Case(
      testDescription: "mapped to many by statements",
      effect: .map(Search.self) { action in
        let text = action.text
        if text != "a" { return [] }
        return [Note(text: text), Note(text: text)]
      },
      answers: [Note(text: "a"), Note(text: "a")]
    ),
    Case(
      testDescription: "mapped to many with the environment",
      effect: .map(Search.self) { action, environment in
        [Note(text: action.text), Note(text: environment.title)]
      },
      answers: [Note(text: "a"), Note(text: "the")]
    ),
    Case(
      testDescription: "a sequence of one type",
      effect: .dispatchingOne { actions, _ in
        actions.ofType(Search.self).map { Note(text: $0.text) }
      },
      answers: [Note(text: "a")]
    ),
    Case(
      testDescription: "a sequence made by statements",
      effect: .dispatchingOne { actions, _ in
        actions.ofType(Search.self).map { action in
          let text = action.text + "!"
          return Note(text: text)
        }
      },
      answers: [Note(text: "a!")]
    ),
    Case(
      testDescription: "a sequence of any actions",
      effect: .dispatchingOne { actions, _ in
        actions.ofType(Search.self).map { Note(text: $0.text) as any Action }
      },
      answers: [Note(text: "a")]
    ),
    Case(
      testDescription: "a sequence of several actions each",
      effect: .dispatchingMultiple { actions, _ in
        actions.ofType(Search.self).map { [Note(text: $0.text), Found(results: [])] }
      },
      answers: [Note(text: "a"), Found(results: [])]
    ),
  ]

  @Test(arguments: cases)
  func `an effect answers`(example: Case) async throws {
    let (store, interceptor) = Store<Counting, Catalogue>.searching()
    store.register(effect: example.effect)
    // Shows that a run of the effect is over, or the stream is read.
    store.dispatch(action: Unhandled())
    store.dispatch(action: Search(text: "a"))
    try await interceptor.waitForActions(expectedNumberOfActions: 2 + example.answers.count)
    try interceptor.expectDispatched(Unhandled(), Search(text: "a"))
    for answer in example.answers { try interceptor.expectDispatched(answer) }
    try interceptor.expectNothingElse()
  }

  @Test func `an effect that dispatches nothing runs, too`() async throws {
    let received = Log<String>()
    let (store, interceptor) = Store<Counting, Catalogue>.searching()
    store.register(effects: [
      .on(Search.self) { action, _ in received.append("on \(action.text)") },
      .nonDispatching { actions, _ in
        for await action in actions.ofType(Search.self) { received.append("read \(action.text)") }
      },
      .map(Search.self) { action in
        received.append("map \(action.text)")
        return nil
      },
    ])
    store.dispatch(action: Search(text: "a"))
    try await received.wait(forCount: 3)
    #expect(received.events.first == "map a" || received.events.contains("map a"))
    #expect(Set(received.events) == ["on a", "read a", "map a"])
    try interceptor.expectDispatched(Search(text: "a"))
    try interceptor.expectNothingElse()
  }

  @Test func `what a synchronous effect dispatches is in the state when dispatch returns`() {
    let (store, _) = Store<Counting, Catalogue>.searching()
    store.register(effect: .map(Search.self) { _ in Increment(by: 5) })
    store.dispatch(action: Search())
    #expect(store.count == 5)
  }

  @Test func `an effect of a base class takes its subclasses`() async throws {
    class Base: Action, @unchecked Sendable {}
    final class Sub: Base, @unchecked Sendable {}
    let (store, interceptor) = Store<Counting, Catalogue>.searching()
    store.register(effect: .map(Base.self) { Note(text: "\(type(of: $0))") })
    store.register(effect: .on(Base.self) { _, _ in Found(results: []) })
    let action: Base = Sub()
    store.dispatch(action: action)
    try await interceptor.waitForActions(expectedNumberOfActions: 3)
    #expect(interceptor.actions(ofType: Note.self) == [Note(text: "Sub")])
  }

  @Test func `streams are filtered by type, id and template`() async throws {
    let template = ActionTemplate(id: "Set", payloadType: Int.self)
    let other = ActionTemplate(id: "Other", payloadType: Int.self)
    let received = Log<String>()
    let (store, _) = Store<Counting, Catalogue>.searching()
    store.register(effects: [
      .nonDispatching { actions, _ in
        for await action in actions.wasCreated(from: template) {
          received.append("created \(action.payload)")
        }
      },
      .nonDispatching { actions, _ in
        for await action in actions.withIdentifier("Other") {
          received.append("identified \((action as? AnonymousAction<Int>)?.payload ?? 0)")
        }
      },
    ])
    store.dispatch(action: template(payload: 1))
    store.dispatch(action: other(payload: 2))
    store.dispatch(action: Search())
    store.dispatch(action: template(payload: 3))
    try await received.wait(forCount: 3)
    #expect(Set(received.events) == ["created 1", "identified 2", "created 3"])
  }

  @Test func `a stream has every action since the registration, in order`() async throws {
    let received = Log<String>()
    let mayRead = Log<Bool>()
    let (store, _) = Store<Counting, Catalogue>.searching()
    store.dispatch(action: Note(text: "too early"))
    store.register(
      effect: .nonDispatching { actions, _ in
        try? await mayRead.wait(for: true)
        for await action in actions.ofType(Note.self) { received.append(action.text) }
      }
    )
    let texts = (0..<100).map { "\($0)" }
    for text in texts { store.dispatch(action: Note(text: text)) }
    mayRead.append(true)
    try await received.wait(forCount: 100)
    #expect(received.events == texts)
  }

  @Test func `a run has the priority of the task that dispatches`() async throws {
    let (store, _) = Store<Counting, Catalogue>.searching()
    let priorities = Log<TaskPriority>()
    store.register(
      effect: .on(Note.self) { _, _ in priorities.append(Task.currentPriority) }
    )
    await Task(priority: .low) { store.dispatch(action: Note(text: "low")) }.value
    try await priorities.wait(forCount: 1)
    await Task(priority: .high) { store.dispatch(action: Note(text: "high")) }.value
    try await priorities.wait(forCount: 2)
    #expect(priorities.events.last == .high)
  }
}
