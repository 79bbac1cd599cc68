import TestSupport
import Testing

@testable import Sluice
@testable import SluiceMonitor

@Suite(.inTurn)
struct IntakeTests {
  private let commits = Capture.commits(40)

  private func intake(
    commits: Int = 1_000,
    states: Int = 4,
    backlog: Int = 3,
    waits: Bool = false
  ) -> Probe {
    Probe(
      Intake(
        limits: ExplorerLimits(commits: commits, heldStates: states),
        backlog: backlog,
        waits: waits
      )
    )
  }

  private func numbers(_ events: [Intake.Event]) -> [Int] {
    events.compactMap { event in
      if case .commit(let facts, _) = event.kind { facts.number } else { nil }
    }
  }

  private func states(_ events: [Intake.Event]) -> Int {
    events.count { event in
      if case .commit(_, .some) = event.kind { true } else { false }
    }
  }

  private var effect: EffectEvent {
    EffectEvent(run: EffectRunID(effect: "e", number: 1), kind: .ended, commit: 1, duration: .zero)
  }

  @Test
  func `while nobody is connected the last commits are kept, without states`() {
    let intake = intake(backlog: 3)
    for (facts, state) in commits {
      #expect(!intake.add(facts, state), "Nobody has to be woken.")
    }
    #expect(intake.heldStates == 0)
    let kept = intake.takeBacklog(through: 40)
    #expect(numbers(kept) == [38, 39, 40])
    #expect(states(kept) == 0)
  }

  @Test
  func `a backlog of none keeps nothing`() {
    let intake = intake(backlog: 0)
    for (facts, state) in commits { _ = intake.add(facts, state) }
    #expect(intake.isEmpty)
  }

  @Test
  func `beyond the held states a commit stands for those before it`() {
    let intake = intake(states: 4)
    intake.connect()
    for (facts, state) in commits { _ = intake.add(facts, state) }
    #expect(intake.heldStates == 4)
    var taken: [Int] = []
    while case let events = intake.take(isFull: false), !events.isEmpty {
      taken += numbers(events)
      #expect(states(events) == 1)
    }
    #expect(taken == [1, 2, 3, 40])
    #expect(intake.heldStates == 0)
  }

  @Test
  func `states that are being encoded count until they are given back`() {
    let intake = intake(states: 8)
    intake.connect()
    for (facts, state) in commits.prefix(8) { _ = intake.add(facts, state) }
    #expect(numbers(intake.take(isFull: false)) == [1, 2])
    #expect(intake.heldStates == 8)
    for (facts, state) in commits[8..<10] { _ = intake.add(facts, state) }
    #expect(intake.heldStates == 8)
    #expect(numbers(intake.take(isFull: false)) == [3, 4])
    #expect(numbers(intake.take(isFull: false)) == [5, 6])
    #expect(numbers(intake.take(isFull: false)) == [7, 10])
  }

  @Test
  func `effects keep their place while commits coalesce`() {
    let intake = intake(states: 2)
    intake.connect()
    for (facts, state) in commits.prefix(4) {
      _ = intake.add(facts, state)
      _ = intake.add(effect, at: .zero)
    }
    var shape: [String] = []
    while case let events = intake.take(isFull: false), !events.isEmpty {
      for event in events {
        if case .commit(let facts, _) = event.kind { shape.append("\(facts.number)") }
        if case .effect = event.kind { shape.append("e") }
      }
    }
    #expect(shape == ["1", "e", "e", "e", "4", "e"])
  }

  @Test
  func `any number of effects is bounded`() {
    let intake = intake(commits: 10)
    intake.connect()
    for _ in 0..<100 { _ = intake.add(effect, at: .zero) }
    #expect(intake.count <= 20)
  }

  @Test
  func `who sleeps is woken once`() {
    let intake = intake()
    intake.connect()
    #expect(intake.rest(.asleep))
    #expect(intake.add(commits[0].facts, commits[0].state))
    #expect(!intake.add(commits[1].facts, commits[1].state))
  }

  @Test
  func `who naps is woken when half of the room is taken`() {
    let intake = intake(states: 4)
    intake.connect()
    #expect(intake.rest(.napping))
    #expect(!intake.add(commits[0].facts, commits[0].state))
    #expect(intake.add(commits[1].facts, commits[1].state))
  }

  @Test
  func `nobody rests while something waits`() {
    let intake = intake()
    intake.connect()
    _ = intake.add(commits[0].facts, commits[0].state)
    #expect(!intake.rest(.asleep))
  }

  @Test
  func `who dispatches waits only if told to, while connected, and until it gives up`() {
    func full(waits: Bool, connects: Bool) -> Probe {
      let intake = intake(states: 2, waits: waits)
      if connects { intake.connect() }
      for (facts, state) in commits.prefix(3) { _ = intake.add(facts, state) }
      return intake
    }
    #expect(!full(waits: false, connects: true).mustWait)
    #expect(!full(waits: true, connects: false).mustWait)
    let waiting = full(waits: true, connects: true)
    #expect(waiting.mustWait)
    waiting.giveUpWaiting()
    #expect(!waiting.mustWait)
    #expect(!waiting.take(isFull: false).isEmpty)
    _ = waiting.add(commits[3].facts, commits[3].state)
    #expect(waiting.mustWait, "There was progress.")
  }

  @Test
  func `under back pressure nothing is taken while what is encoded is full`() {
    let intake = intake(states: 2, waits: true)
    intake.connect()
    _ = intake.add(commits[0].facts, commits[0].state)
    #expect(intake.take(isFull: true).isEmpty)
    #expect(intake.rest(.asleep, isFull: true))
    // Written meanwhile: nobody would say so again.
    #expect(!intake.rest(.asleep, isFull: false))
    #expect(intake.take(isFull: true).isEmpty)
    intake.giveUpWaiting()
    #expect(numbers(intake.take(isFull: true)) == [1])
  }

  @Test
  func `what was not taken joins the backlog when the connection ends`() {
    let intake = intake(states: 4, backlog: 2)
    intake.connect()
    for (facts, state) in commits.prefix(4) { _ = intake.add(facts, state) }
    _ = intake.take(isFull: false)
    intake.disconnect()
    #expect(intake.heldStates == 0)
    _ = intake.add(commits[4].facts, commits[4].state)
    intake.connect()
    #expect(numbers(intake.takeBacklog(through: 5)) == [4, 5])
  }

  @Test
  func `what comes behind the snapshot is no backlog`() {
    let intake = intake(states: 4, backlog: 10)
    for (facts, state) in commits.prefix(2) { _ = intake.add(facts, state) }
    intake.connect()
    for (facts, state) in commits[2..<5] { _ = intake.add(facts, state) }
    #expect(numbers(intake.takeBacklog(through: 3)) == [1, 2, 3])
    #expect(intake.heldStates == 2)
    #expect(numbers(intake.take(isFull: false)) == [4])
    #expect(numbers(intake.take(isFull: false)) == [5])
  }
}

/// An intake by reference, since expectations cannot change a value.
private final class Probe {
  private var intake: Intake

  init(_ intake: Intake) { self.intake = intake }

  var isEmpty: Bool { intake.isEmpty }
  var count: Int { intake.count }
  var heldStates: Int { intake.heldStates }
  var mustWait: Bool { intake.mustWait }

  func connect() { intake.connect() }
  func disconnect() { _ = intake.disconnect() }
  func giveUpWaiting() { intake.giveUpWaiting() }
  func rest(_ attention: Intake.Attention, isFull: Bool = false) -> Bool {
    intake.rest(attention, isFull: isFull)
  }
  func add(_ facts: CommitFacts, _ state: HeldState) -> Bool { intake.add(facts, state).mustWake }
  func add(_ event: EffectEvent, at time: Duration) -> Bool {
    intake.add(event, at: time).mustWake
  }
  func take(isFull: Bool) -> [Intake.Event] { intake.take(isFull: isFull) }
  func takeBacklog(through number: Int) -> [Intake.Event] {
    intake.takeBacklog(through: number).taken
  }
}
