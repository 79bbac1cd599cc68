import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct InterceptorComposingTests {
  private let whole = Store.enclosing()
  private let store = Store.counting()
  private let log = Log<String>()

  /// Notes the kinds of effects' events.
  private var effectProbe: EffectProbe<Counting> {
    EffectProbe { [log] in log.append("\($0.kind)") }
  }

  @Test func `lifted, an interceptor sees its part before and after, or as its interests are`() {
    let probe = CommitProbe<Counting> { [log] commit in
      let old = commit.oldState.map { "\($0.count)" } ?? "–"
      log.append("#\(commit.number) \(type(of: commit.action)) \(old) → \(commit.newState.count)")
    }
    let timed = Log<Bool>()
    let timing = CommitProbe<Counting>(interests: [.timing]) { commit in
      timed.append(commit.oldState == nil && commit.reducingTime != nil)
    }
    whole.register(timing) { $0.lift(.state(\.counting)) }
    whole.dispatch(action: Increment(by: 3))
    #expect(timed.events == [true])
    whole.register(probe) { $0.lift(.state(\.counting)) }
    whole.send(Rest(), Increment(by: 1))
    #expect(log.events == ["#2 Rest 3 → 3", "#3 Increment 3 → 4"])
  }

  @Test func `a filtered or gated interceptor sees the commits that satisfy its condition`() {
    let logs = (0..<3).map { _ in Log<Int>() }
    let probes = logs.map { log in CommitProbe<Counting> { log.append($0.number) } }
    store.register(interceptor: probes[0].filtered(to: Touch.self, Unhandled.self))
    store.register(interceptor: probes[1].filtered { $0.oldState != $0.newState })
    store.register(interceptor: probes[2].gated(while: { $0.count.isMultiple(of: 2) }))
    store.send(Increment(), Touch(), Increment(by: 0), Unhandled())
    store.send(Increment(), Increment(), Increment())
    #expect(logs.map(\.events) == [[2, 4], [1, 2, 5, 6, 7], [5, 7]])
  }

  @Test func `gated by a switch, an interceptor is notified neither of commits nor of runs`()
    async throws
  {
    let power = GateSwitch()
    let numbers = Log<Int>()
    let all = Log<EffectEvent>()
    store.register(interceptor: CommitProbe { numbers.append($0.number) }.gated(by: power))
    store.register(interceptor: effectProbe.gated(by: power))
    store.register(interceptor: EffectProbe<Counting> { all.append($0) })
    store.register(effect: .on(Touch.self).run { _, _ in })
    for (round, isOn) in [false, true, false].enumerated() {
      power.isOn = isOn
      store.dispatch(action: Touch())
      try await all.wait(forCount: 2 * (round + 1))
    }
    #expect(numbers.events == [2])
    #expect(log.events == ["started", "ended"])
  }

  @Test func `what prints may be lifted, filtered and gated at once, and handles no action`() {
    let reports = whole.reports()
    let printing = PrintInterceptor<Counting> { [log] in log.append($0) }
      .filtered(to: Increment.self)
      .gated(by: GateSwitch())
    whole.register(printing) { $0.lift(.state(\.counting)) }
    whole.send(Rest(), Increment(by: 2), Unhandled())
    #expect(log.events == ["#2 Increment {by: 2}\n  ~ count: 0 → 2"])
    #if DEBUG
      #expect(reports.events.map { $0.prefix { $0 != " " } } == ["Unhandled"])
    #endif
  }

  @Test func `a wrapped interceptor keeps its abilities beyond receiving commits`()
    async throws
  {
    struct Deaf: EffectInterceptor {
      var interests: InterceptorInterests { .timing }
      func committed(_ commit: Commit<Counting>) {}
      func effectChanged(_ event: EffectEvent) {}
    }
    let reports = whole.reports()
    whole.register(effectProbe.filtered(to: Increment.self).gated(by: GateSwitch())) {
      $0.lift(.state(\.counting))
    }
    whole.register(Deaf().filtered(to: Increment.self)) { $0.lift(.state(\.counting)) }
    whole.register(effect: .on(Touch.self).run { _, _ in })
    whole.dispatch(action: Touch())
    try await log.wait(forCount: 2)
    #expect(log.events == ["started", "ended"])
    #expect(reports.events.map { $0.prefix { $0 != "," } } == ["Deaf implements effectChanged(_:)"])
  }
}
