import TestSupport
import Testing

@testable import Sluice
@testable import SluiceMonitor

@Suite(.inTurn)
struct EventBufferTests {
  private let commits = Capture.commits(40)

  private func buffer(
    commits: Int = 1_000,
    states: Int = 4,
    backlog: Int = 3,
    waits: Bool = false,
    bytes: Int = 1 << 30
  ) -> Probe {
    Probe(
      EventBuffer(
        limits: ExplorerLimits(commits: commits, waitingBytes: bytes, heldStates: states),
        backlog: backlog,
        waits: waits
      )
    )
  }

  private func numbers(_ events: [EventBuffer.Event]) -> [Int] {
    events.compactMap { event in
      if case .commit(let facts, _) = event.kind { facts.number } else { nil }
    }
  }

  private func states(_ events: [EventBuffer.Event]) -> Int {
    events.count { event in
      if case .commit(_, .some) = event.kind { true } else { false }
    }
  }

  private var effect: EffectEvent {
    EffectEvent(run: EffectRunID(effect: "e", number: 1), kind: .ended, commit: 1, duration: .zero)
  }

  @Test func `while no Explorer is connected the last commits are kept, without states`() {
    let buffer = buffer(backlog: 3)
    for (facts, state) in commits {
      #expect(!buffer.add(facts, state), "Nobody has to be woken.")
    }
    #expect(buffer.heldStates == 0)
    let kept = buffer.takeBacklog(through: 40)
    #expect(numbers(kept) == [38, 39, 40])
    #expect(states(kept) == 0)
  }

  @Test func `a backlog of none keeps nothing`() {
    let buffer = buffer(backlog: 0)
    for (facts, state) in commits { _ = buffer.add(facts, state) }
    #expect(buffer.isEmpty)
  }

  @Test func `beyond the maximum of held states, a commit includes those before it`() {
    let buffer = buffer(states: 4)
    buffer.connect()
    for (facts, state) in commits { _ = buffer.add(facts, state) }
    #expect(buffer.heldStates == 4)
    var taken: [Int] = []
    while case let events = buffer.take(isFull: false), !events.isEmpty {
      taken += numbers(events)
      #expect(states(events) == 1)
    }
    #expect(taken == [1, 2, 3, 40])
    #expect(buffer.heldStates == 0)
  }

  @Test func `states that are being encoded count until they are given back`() {
    let buffer = buffer(states: 8)
    buffer.connect()
    for (facts, state) in commits.prefix(8) { _ = buffer.add(facts, state) }
    #expect(numbers(buffer.take(isFull: false)) == [1, 2])
    #expect(buffer.heldStates == 8)
    for (facts, state) in commits[8..<10] { _ = buffer.add(facts, state) }
    #expect(buffer.heldStates == 8)
    #expect(numbers(buffer.take(isFull: false)) == [3, 4])
    #expect(numbers(buffer.take(isFull: false)) == [5, 6])
    #expect(numbers(buffer.take(isFull: false)) == [7, 10])
  }

  @Test func `effects keep their place while commits coalesce`() {
    let buffer = buffer(states: 2)
    buffer.connect()
    for (facts, state) in commits.prefix(4) {
      _ = buffer.add(facts, state)
      _ = buffer.add(effect, at: .zero)
    }
    var shape: [String] = []
    while case let events = buffer.take(isFull: false), !events.isEmpty {
      for event in events {
        if case .commit(let facts, _) = event.kind { shape.append("\(facts.number)") }
        if case .effect = event.kind { shape.append("e") }
      }
    }
    #expect(shape == ["1", "e", "e", "e", "4", "e"])
  }

  @Test func `any number of effects is bounded`() {
    let buffer = buffer(commits: 10)
    buffer.connect()
    for _ in 0..<100 { _ = buffer.add(effect, at: .zero) }
    #expect(buffer.count <= 20)
  }

  @Test func `a sleeping worker is woken once`() {
    let buffer = buffer()
    buffer.connect()
    #expect(buffer.becomeIdle(.waiting))
    #expect(buffer.add(commits[0].facts, commits[0].state))
    #expect(!buffer.add(commits[1].facts, commits[1].state))
  }

  @Test func `a napping worker is woken when the buffer is half full`() {
    let buffer = buffer(states: 4)
    buffer.connect()
    #expect(buffer.becomeIdle(.polling))
    #expect(!buffer.add(commits[0].facts, commits[0].state))
    #expect(buffer.add(commits[1].facts, commits[1].state))
  }

  @Test func `no thread rests while something is pending`() {
    let buffer = buffer()
    buffer.connect()
    _ = buffer.add(commits[0].facts, commits[0].state)
    #expect(!buffer.becomeIdle(.waiting))
  }

  @Test func `a dispatch waits only if configured to, while connected, and until its limit`() {
    func full(waits: Bool, connects: Bool) -> Probe {
      let buffer = buffer(states: 2, waits: waits)
      if connects { buffer.connect() }
      for (facts, state) in commits.prefix(3) { _ = buffer.add(facts, state) }
      return buffer
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

  @Test func `after a wait that timed out, none waits again before something was sent`() {
    let buffer = buffer(states: 2, waits: true)
    buffer.connect()
    for (facts, state) in commits.prefix(2) { _ = buffer.add(facts, state) }
    buffer.giveUpWaiting()
    for (facts, state) in commits[2..<6] { _ = buffer.add(facts, state) }
    #expect(numbers(buffer.take(isFull: false, hasProgressed: false)) == [1])
    #expect(!buffer.mustWait)
    _ = buffer.take(isFull: false, hasProgressed: true)
    for (facts, state) in commits[6..<8] { _ = buffer.add(facts, state) }
    #expect(buffer.mustWait)
  }

  @Test func `a thread that cannot wait has additional room`() {
    let commits = Capture.commits(140)
    let buffer = buffer(states: 4, waits: true)
    buffer.connect()
    for (facts, state) in commits { _ = buffer.add(facts, state) }
    #expect(buffer.heldStates == 132)
    var taken: [Int] = []
    while case let events = buffer.take(isFull: false), !events.isEmpty { taken += numbers(events) }
    #expect(taken == Array(1...131) + [140])
  }

  @Test func `waiting begins with the bytes that states don't share, and with encoded ones`() {
    let buffer = buffer(states: 1_000, waits: true, bytes: 64_000)
    buffer.connect()
    #expect(buffer.measured(0) == nil, "There is none before the first.")
    #expect(buffer.measured(1) == 1)
    // 64 of unknown size.
    for index in 2..<32 { _ = buffer.measured(index) }
    #expect(!buffer.mustWait)
    buffer.measured(stateBytes: 2_000)
    #expect(buffer.mustWait)
    buffer.measured(stateBytes: 1_000)
    #expect(!buffer.mustWait)
    // Once it is known, each 64th is measured.
    #expect(buffer.measured(32) == nil)
    #expect(buffer.take(isFull: false, recordBytes: 40_000).count == 16)
    #expect(buffer.mustWait, "33 states, 16 of them taken, and what is encoded.")
    _ = buffer.take(isFull: false, recordBytes: 40_000)
    #expect(!buffer.mustWait, "17 states.")
    _ = buffer.take(isFull: false, recordBytes: 64_000)
    #expect(buffer.mustWait, "What is encoded is enough by itself.")
  }

  @Test func `what was encoded for a connection that ended doesn't count`() {
    let buffer = buffer(waits: true, bytes: 1_000)
    buffer.connect()
    _ = buffer.take(isFull: false, recordBytes: 2_000)
    #expect(buffer.mustWait)
    buffer.disconnect()
    buffer.connect()
    #expect(!buffer.mustWait)
  }

  @Test func `two states always fit, however large they are`() {
    let buffer = buffer(waits: true, bytes: 1)
    buffer.connect()
    _ = buffer.measured(0)
    #expect(!buffer.mustWait)
    _ = buffer.measured(1)
    #expect(buffer.mustWait)
  }

  @Test func `the events of effects wait as well, and push no commit out`() {
    let buffer = buffer(commits: 5, waits: true)
    buffer.connect()
    _ = buffer.add(commits[0].facts, commits[0].state)
    for _ in 0..<3 { _ = buffer.add(effect, at: .zero) }
    #expect(!buffer.mustWaitForEvents)
    #expect(!buffer.mustWait)
    _ = buffer.add(effect, at: .zero)
    #expect(buffer.mustWaitForEvents)
    #expect(buffer.mustWait)
  }

  @Test func `under back pressure nothing is taken while the encoded buffer is full`() {
    let buffer = buffer(states: 2, waits: true)
    buffer.connect()
    _ = buffer.add(commits[0].facts, commits[0].state)
    #expect(buffer.take(isFull: true).isEmpty)
    #expect(buffer.becomeIdle(.waiting, isFull: true))
    // Written meanwhile: nobody would say so again.
    #expect(!buffer.becomeIdle(.waiting, isFull: false))
    #expect(buffer.take(isFull: true).isEmpty)
    buffer.giveUpWaiting()
    #expect(numbers(buffer.take(isFull: true)) == [1])
  }

  @Test func `events that weren't taken join the backlog when the connection ends`() {
    let buffer = buffer(states: 4, backlog: 2)
    buffer.connect()
    for (facts, state) in commits.prefix(4) { _ = buffer.add(facts, state) }
    _ = buffer.take(isFull: false)
    buffer.disconnect()
    #expect(buffer.heldStates == 0)
    _ = buffer.add(commits[4].facts, commits[4].state)
    buffer.connect()
    #expect(numbers(buffer.takeBacklog(through: 5)) == [4, 5])
  }

  @Test func `records after the snapshot are no backlog`() {
    let buffer = buffer(states: 4, backlog: 10)
    for (facts, state) in commits.prefix(2) { _ = buffer.add(facts, state) }
    buffer.connect()
    for (facts, state) in commits[2..<5] { _ = buffer.add(facts, state) }
    #expect(numbers(buffer.takeBacklog(through: 3)) == [1, 2, 3])
    #expect(buffer.heldStates == 2)
    #expect(numbers(buffer.take(isFull: false)) == [4])
    #expect(numbers(buffer.take(isFull: false)) == [5])
  }
}

/// An buffer by reference, since expectations cannot change a value.
private final class Probe {
  private var buffer: EventBuffer

  init(_ buffer: EventBuffer) { self.buffer = buffer }

  var isEmpty: Bool { buffer.isEmpty }
  var count: Int { buffer.count }
  var heldStates: Int { buffer.heldStates }
  var mustWait: Bool { buffer.mustWait }
  var mustWaitForEvents: Bool { buffer.mustWaitForEvents }

  func connect() { buffer.connect() }
  func disconnect() { _ = buffer.disconnect() }
  func giveUpWaiting() { buffer.giveUpWaiting() }
  func becomeIdle(_ activity: EventBuffer.Activity, isFull: Bool = false) -> Bool {
    buffer.becomeIdle(activity, isFull: isFull)
  }
  func add(_ facts: CommitFacts, _ state: HeldState) -> Bool { buffer.add(facts, state).mustWake }
  func add(_ event: EffectEvent, at time: Duration) -> Bool {
    buffer.add(event, at: time).mustWake
  }
  func take(
    isFull: Bool,
    hasProgressed: Bool = true,
    recordBytes: Int = 0
  ) -> [EventBuffer.Event] {
    buffer.take(isFull: isFull, hasProgressed: hasProgressed, recordBytes: recordBytes)
  }
  func measured(stateBytes: Int) { buffer.measured(stateBytes: stateBytes) }
  /// Adds the commit with an index; returns the number of the one with whose state it is compared.
  func measured(_ index: Int) -> Int? {
    let (facts, state) = Self.commits[index]
    return buffer.add(facts, state).measured.map { $0.withState(as: Counter.self) { $0.count } }
  }
  private static let commits = Capture.commits(40)
  func takeBacklog(through number: Int) -> [EventBuffer.Event] {
    buffer.takeBacklog(through: number).taken
  }
}
