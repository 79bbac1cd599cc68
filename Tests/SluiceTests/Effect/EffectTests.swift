import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The forms in which an effect can be written.
@Suite(.inTurn) struct EffectTests {
  // How closures of several statements are inferred is checked by the expressions beside the tests.
  static let forms = [
    Form("one action", ["a!"]) {
      .on(Ask.self) { ask, catalogue in Answered(try await catalogue.find(ask.name)) }
    },
    Form("one action of several types", ["a!"]) {
      .on(Ask.self) { ask, catalogue in
        if ask.name.isEmpty { return Failed("empty") }
        return try await Answered(catalogue.find(ask.name))
      }
    },
    Form("no action", []) {
      .on(Ask.self) { ask, _ in ask.name == "a" ? nil : Stop() }
    },
    Form("many actions", ["began", "a!"]) {
      .on(Ask.self).answers { ask, catalogue in
        [Failed("began"), Answered(try await catalogue.find(ask.name))]
      }
    },
    Form("nothing", []) {
      .on(Ask.self).run { ask, catalogue in _ = try await catalogue.find(ask.name) }
    },
    Form("sent over time", ["began", "a!", "ended"]) {
      .on(Ask.self).run { (ask, catalogue, context: RunContext<Void>) in
        context.answer("began")
        context.send(Failed(try await catalogue.find(ask.name)))
        context.answer("ended")
      }
    },
    Form("one action by its verb", ["a!"]) {
      .on(Ask.self).answer { ask, catalogue in Answered(try await catalogue.find(ask.name)) }
    },
    Form("mapped to one", ["the a"]) {
      .on(Ask.self).map { ask, catalogue in Answered("\(catalogue.title) \(ask.name)") }
    },
    Form("mapped to none", []) {
      .on(Ask.self).map { ask, catalogue in
        if ask.name == "a" { return nil }
        return Answered(catalogue.title)
      }
    },
    Form("mapped to many", ["a", "the"]) {
      .on(Ask.self).flatMap { ask, catalogue in [Answered(ask.name), Answered(catalogue.title)] }
    },
    Form("a sequence of one type", ["a"]) {
      .dispatchingOne { actions, _ in actions.ofType(Ask.self).map { Answered($0.name) } }
    },
    Form("a sequence of any actions", ["a"]) {
      .dispatchingOne { actions, _ in
        actions.ofType(Ask.self).map { Answered($0.name) as any Action }
      }
    },
    Form("a sequence of several actions each", ["a", "b"]) {
      .dispatchingMultiple { actions, _ in
        actions.ofType(Ask.self).map { [Answered($0.name), Failed("b")] }
      }
    },
  ]

  @Test(arguments: forms)
  func `an effect answers`(form: Form) async {
    await form.expectAnswers(to: Ask("a"), not: [Unhandled()])
  }

  private let log = Log<String>()

  @Test func `an effect of a base class takes its subclasses`() async {
    class Base: Action, @unchecked Sendable {}
    final class Sub: Base, @unchecked Sendable {}
    let bench = Bench(
      .on(Base.self).map { action, _ in Answered("\(type(of: action))") },
      .on(Base.self) { _, _ in Answered("ran") }
    )
    let action: Base = Sub()
    bench.store.dispatch(action: action)
    await bench.advance()
    #expect(bench.answers.sorted() == ["Sub", "ran"])
  }

  @Test func `streams are filtered by type, id and template, and end when unregistered`() async {
    let template = ActionTemplate(id: "Set", payloadType: Int.self)
    let other = ActionTemplate(id: "Other", payloadType: Int.self)
    let bench = Bench(
      .nonDispatching { [log] actions, _ in
        for await action in actions.wasCreated(from: template) {
          log.append("created \(action.payload)")
        }
        log.append("end")
      },
      .nonDispatching { [log] actions, _ in
        for await action in actions.withIdentifier("Other") {
          log.append("identified \((action as? AnonymousAction<Int>)?.payload ?? 0)")
        }
        log.append("end")
      }
    )
    await bench.send(template(payload: 1), other(payload: 2), Ask("a"), template(payload: 3))
    #expect(log.events.sorted() == ["created 1", "created 3", "identified 2"])
    bench.store.unregisterEffects(withID: "bench")
    await bench.advance()
    #expect(log.events.suffix(2) == ["end", "end"])
  }

  @Test func `a stream has every action since the registration, in order`() async {
    let bench = Bench()
    await bench.ask("too early")
    bench.store.register(
      effect: .nonDispatching { [log] actions, _ in
        for await ask in actions.ofType(Ask.self) { log.append(ask.name) }
      }
    )
    let names = (0..<100).map { "\($0)" }
    bench.clock.holding {
      for name in names { bench.store.dispatch(action: Ask(name)) }
    }
    await bench.advance()
    #expect(log.events == names)
  }

  @Test func `a run has the priority of the task that dispatches`() async throws {
    let store = Store<Counting, Void>.counting()
    let priorities = Log<TaskPriority>()
    store.register(effect: .on(Ask.self).run { _, _ in priorities.append(Task.currentPriority) })
    for priority in [TaskPriority.low, .high] {
      await Task(priority: priority) { store.dispatch(action: Ask("a")) }.value
      await store.idle()
    }
    #expect(priorities.events.last == .high)
  }

  private static let named = ActionTemplate(id: "named", payloadType: String.self)

  static let notedEffects: [Effect<Void>] = [
    .on(Ask.self, note: "found") { ask, _ in Answered(ask.name) },
    .on(Ask.self, note: "found") { ask, _ in ask.name == "b" ? nil : Answered(ask.name) },
    .on(Ask.self).answers(note: "found") { ask, _ in [Answered(ask.name)] },
    .on(Ask.self).run { ask, _, context in context.send(Answered(ask.name), note: "found") },
    .on(matching: named, note: "found") { named, _ in Answered(named.payload) },
    .on(matching: named, note: "found") { named, _ in
      named.payload == "b" ? nil : Answered(named.payload)
    },
    .on(matching: named).answers(note: "found") { named, _ in [Answered(named.payload)] },
  ]

  @Test(arguments: notedEffects.indices)
  func `the note of an effect is that of its answers' origin`(index: Int) async {
    let bench = Bench(Self.notedEffects[index])
    bench.clock.holding {
      bench.store.dispatch(action: Ask("a"), note: "asked")
      bench.store.dispatch(action: Self.named(payload: "a"), note: "asked")
    }
    await bench.advance()
    #expect(bench.commits.stateChanges.map(\.origin.note) == ["asked", "asked", "found"])
  }
}
