import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures
@testable import SluiceMonitor

@Suite(.inTurn)
struct EventBufferTests {
  @Test func `while no Explorer is connected the last commits are kept, without states`() {
    let buffer = Probe(backlog: 3, isConnected: false)
    #expect(buffer.add(1...40) == [], "Nobody has to be woken.")
    #expect(buffer.heldStates == 0)
    let kept = buffer.takeBacklog(through: 40)
    #expect((kept.numbers, kept.states) == ([38, 39, 40], 0))
    let none = Probe(backlog: 0, isConnected: false)
    none.add(1...40)
    #expect(none.isEmpty)
  }

  @Test func `beyond the maximum of held states, a commit includes those before it`() {
    let buffer = Probe(states: 4)
    buffer.add(1...40)
    #expect(buffer.heldStates == 4)
    let turns = buffer.takeAll()
    #expect(turns.flatMap(\.numbers) == [1, 2, 3, 40])
    #expect(turns.allSatisfy { $0.states == 1 })
    #expect(buffer.heldStates == 0)
  }

  @Test func `states that are being encoded count until they are given back`() {
    let buffer = Probe(states: 8)
    buffer.add(1...8)
    #expect(buffer.take().numbers == [1, 2])
    #expect(buffer.heldStates == 8)
    buffer.add(9...10)
    #expect(buffer.heldStates == 8)
    #expect(buffer.takeAll().map(\.numbers) == [[3, 4], [5, 6], [7, 10]])
  }

  @Test func `effects keep their place while commits coalesce`() {
    let buffer = Probe(states: 2)
    for number in 1...4 {
      buffer.add(number...number)
      buffer.addEffects(1)
    }
    let shape = buffer.takeAll().joined().map { event in
      if case .commit(let facts, _) = event.kind { "\(facts.number)" } else { "e" }
    }
    #expect(shape == ["1", "e", "e", "e", "4", "e"])
  }

  @Test func `a sleeping worker is woken once, a napping one when the buffer is half full`() {
    let activities: [(EventBuffer.Activity, [Int])] = [(.waiting, [1]), (.polling, [2])]
    for (activity, woken) in activities {
      let buffer = Probe(states: 4)
      #expect(buffer.becomeIdle(activity))
      #expect(buffer.add(1...2) == woken)
      #expect(!buffer.becomeIdle(.waiting), "Something is pending.")
    }
  }

  @Test func `a dispatch waits only if configured to, while connected, and until its limit`() {
    // One state always fits, however large it is.
    let large = Probe(waits: true, bytes: 1)
    large.add(1...1)
    #expect(!large.mustWait)
    large.add(2...2)
    #expect(large.mustWait)
    for (waits, isConnected) in [(false, true), (true, false), (true, true)] {
      let buffer = Probe(states: 2, waits: waits, isConnected: isConnected)
      buffer.add(1...3)
      #expect(buffer.mustWait == (waits && isConnected))
    }
    let waiting = Probe(states: 2, waits: true)
    waiting.add(1...3)
    waiting.giveUpWaiting()
    #expect(!waiting.mustWait)
    #expect(!waiting.take().isEmpty)
    waiting.add(4...4)
    #expect(waiting.mustWait, "There was progress.")
  }

  @Test func `after a wait that timed out, none waits again before something was sent`() {
    let buffer = Probe(states: 2, waits: true)
    buffer.add(1...2)
    buffer.giveUpWaiting()
    buffer.add(3...6)
    #expect(buffer.take(hasProgressed: false).numbers == [1])
    #expect(!buffer.mustWait)
    _ = buffer.take(hasProgressed: true)
    buffer.add(7...8)
    #expect(buffer.mustWait)
  }

  @Test func `a thread that cannot wait has additional room`() {
    let buffer = Probe(states: 4, waits: true)
    buffer.add(1...140)
    #expect(buffer.heldStates == 132)
    #expect(buffer.takeAll().flatMap(\.numbers) == Array(1...131) + [140])
  }

  @Test func `waiting begins with the bytes that states don't share, and with encoded ones`() {
    let buffer = Probe(states: 1_000, waits: true, bytes: 64_000)
    #expect(buffer.addMeasured(1) == nil, "There is none before the first.")
    #expect(buffer.addMeasured(2)?.before == 1)
    // 64 of unknown size.
    for number in 3...32 { _ = buffer.addMeasured(number) }
    #expect(!buffer.mustWait)
    buffer.measured(stateBytes: 2_000)
    #expect(buffer.mustWait)
    buffer.measured(stateBytes: 1_000)
    #expect(!buffer.mustWait)
    #expect(buffer.addMeasured(33) == nil, "It is known.")
    #expect(buffer.take(recordBytes: 40_000).count == 16)
    #expect(buffer.mustWait, "33 states, 16 of them taken, and what is encoded.")
    _ = buffer.take(recordBytes: 40_000)
    #expect(!buffer.mustWait, "17 states.")
    _ = buffer.take(recordBytes: 64_000)
    #expect(buffer.mustWait, "What is encoded is enough by itself.")
  }

  @Test func `the bytes of states are measured again where they are taken, if others wait`() {
    let buffer = Probe(states: 32)
    _ = buffer.addMeasured(1)
    _ = buffer.addMeasured(2)
    buffer.measured(stateBytes: 1_000)
    _ = buffer.takeAll()
    for round in 0..<4 {
      for number in 3 + 8 * round...10 + 8 * round { #expect(buffer.addMeasured(number) == nil) }
      #expect(buffer.takeMeasured() == nil, "Nothing waits behind them.")
    }
    buffer.add(35...58)
    #expect(buffer.takeMeasured() == nil, "56 since.")
    _ = buffer.takeAll()
    buffer.add(59...66)
    buffer.addEffects(1)
    buffer.add(67...82)
    #expect(buffer.takeMeasured().map { [$0.before, $0.state] } == [66, 67])
    #expect(buffer.takeMeasured() == nil)
  }

  @Test func `states that become larger are measured where they are added, if many wait`() {
    let buffer = Probe(states: 1_000)
    _ = buffer.addMeasured(1)
    #expect(buffer.addMeasured(2)?.before == 1)
    buffer.measured(stateBytes: 1_000)
    let measured = (3...140).filter { buffer.addMeasured($0) != nil }
    #expect(measured == [66, 130])
  }

  @Test func `what was encoded for a connection that ended doesn't count`() {
    let buffer = Probe(waits: true, bytes: 1_000)
    _ = buffer.take(recordBytes: 2_000)
    #expect(buffer.mustWait)
    buffer.disconnect()
    buffer.connect()
    #expect(!buffer.mustWait)
  }

  @Test func `the events of effects are bounded, wait as well, and push no commit out`() {
    let unwaited = Probe(commits: 10)
    unwaited.addEffects(100)
    #expect(unwaited.count <= 20)
    let buffer = Probe(commits: 5, waits: true)
    buffer.add(1...1)
    buffer.addEffects(3)
    #expect(!buffer.mustWaitForEvents && !buffer.mustWait)
    buffer.addEffects(1)
    #expect(buffer.mustWaitForEvents && buffer.mustWait)
  }

  @Test func `under back pressure nothing is taken while the encoded buffer is full`() {
    let buffer = Probe(states: 2, waits: true)
    buffer.add(1...1)
    #expect(buffer.take(isFull: true).isEmpty)
    #expect(buffer.becomeIdle(.waiting, isFull: true))
    // Written meanwhile: nobody would say so again.
    #expect(!buffer.becomeIdle(.waiting, isFull: false))
    #expect(buffer.take(isFull: true).isEmpty)
    buffer.giveUpWaiting()
    #expect(buffer.take(isFull: true).numbers == [1])
  }

  @Test func `what may not be late waits by the time that states take`() {
    let buffer = Probe(states: 1_000, waits: true, maximumDelay: .milliseconds(8))
    buffer.add(1...40)
    #expect(!buffer.mustWait, "Not measured.")
    #expect(buffer.take().count == 16)
    #expect(buffer.take(spent: .milliseconds(16)).count == 1, "A millisecond's worth.")
    #expect(buffer.mustWait, "24 states of a millisecond each.")
    for _ in 0..<19 { _ = buffer.take(spent: .milliseconds(1)) }
    #expect(buffer.heldStates == 5 && buffer.mustWait)
    _ = buffer.take(spent: .milliseconds(1))
    #expect(buffer.heldStates == 4 && !buffer.mustWait && buffer.mustWaitOn)
    for _ in 0..<2 { _ = buffer.take(spent: .milliseconds(1)) }
    #expect(buffer.heldStates == 2 && !buffer.mustWaitOn)
    // Faster states are taken together again, after some of them.
    buffer.add(41...140)
    for _ in 0..<9 { _ = buffer.take(spent: .microseconds(10)) }
    #expect(buffer.take(spent: .microseconds(10)).count == 16 && !buffer.mustWait)
  }

  @Test func `a commit waits until those long before it are written`() {
    let buffer = Probe(states: 1_000, waits: true, maximumDelay: .milliseconds(8))
    let socket = Probe(states: 1_000, waits: true)
    for buffer in [buffer, socket] { buffer.add(1...1) }
    #expect(!buffer.mustWait(.milliseconds(8), after: 1))
    #expect(buffer.mustWait(.milliseconds(9), after: 1))
    #expect(!socket.mustWait(.seconds(9), after: 1))
    // Being encoded.
    #expect(buffer.take().count == 1)
    #expect(buffer.mustWait(.milliseconds(9), after: 1))
    #expect(buffer.becomeIdle(.polling))
    #expect(!buffer.mustWait(.milliseconds(9), after: 1))
  }

  @Test func `an effect's event in front of a commit waits as long as a commit`() {
    let buffer = Probe(states: 1_000, waits: true, maximumDelay: .milliseconds(8))
    // Made long before the commit.
    buffer.addEffects(1, at: .seconds(-1))
    buffer.add(1...1)
    #expect(buffer.mustWait(.zero, after: 1))
  }

  @Test func `events that weren't taken join the backlog when the connection ends`() {
    let buffer = Probe(states: 4, backlog: 2)
    buffer.add(1...4)
    _ = buffer.take()
    buffer.disconnect()
    #expect(buffer.heldStates == 0)
    buffer.add(5...5)
    buffer.connect()
    #expect(buffer.takeBacklog(through: 5).numbers == [4, 5])
  }

  @Test func `records after the snapshot are no backlog`() {
    let buffer = Probe(states: 4, backlog: 10, isConnected: false)
    buffer.add(1...2)
    buffer.connect()
    buffer.add(3...5)
    #expect(buffer.takeBacklog(through: 3).numbers == [1, 2, 3])
    #expect(buffer.heldStates == 2)
    #expect(buffer.takeAll().map(\.numbers) == [[4], [5]])
  }
}

/// A buffer by reference, since expectations cannot change a value.
private final class Probe {
  private static let commits = Capture.commits(140)
  private var buffer: EventBuffer

  init(
    commits: Int = 1_000,
    states: Int = 4,
    backlog: Int = 3,
    waits: Bool = false,
    bytes: Int = 1 << 30,
    maximumDelay: Duration? = nil,
    isConnected: Bool = true
  ) {
    buffer = EventBuffer(
      limits: ExplorerLimits(commits: commits, waitingBytes: bytes, heldStates: states),
      backlog: backlog,
      waits: waits,
      maximumDelay: maximumDelay
    )
    if isConnected { connect() }
  }

  var isEmpty: Bool { buffer.isEmpty }
  var count: Int { buffer.count }
  var heldStates: Int { buffer.heldStates }
  var mustWait: Bool { buffer.mustWait() }
  /// Whether a thread that waits goes on waiting.
  var mustWaitOn: Bool { buffer.mustWait(isWaiting: true) }
  /// Whether a commit waits that is so much later than another.
  func mustWait(_ time: Duration, after number: Int) -> Bool {
    buffer.mustWait(at: Self.commits[number - 1].0.begin.map { $0 + time })
  }
  var mustWaitForEvents: Bool { buffer.mustWaitForEvents }

  func connect() { buffer.connect() }
  func disconnect() { _ = buffer.disconnect() }
  func giveUpWaiting() { buffer.giveUpWaiting() }
  func becomeIdle(_ activity: EventBuffer.Activity, isFull: Bool = false) -> Bool {
    buffer.becomeIdle(activity, isFull: isFull)
  }

  /// Adds the commits with these numbers; returns those for which the worker must be woken.
  @discardableResult
  func add(_ numbers: ClosedRange<Int>) -> [Int] {
    numbers.filter { number in
      let (facts, state) = Self.commits[number - 1]
      return buffer.add(facts, state).mustWake
    }
  }

  /// Adds the commit with a number; returns the numbers of those whose states are compared.
  func addMeasured(_ number: Int) -> (state: Int, before: Int)? {
    let (facts, state) = Self.commits[number - 1]
    return buffer.add(facts, state).measured.map(Self.numbers)
  }

  /// Takes the next events; returns the numbers of the commits whose states are compared.
  func takeMeasured() -> (state: Int, before: Int)? {
    buffer.take(isFull: false, hasProgressed: true).measured.map(Self.numbers)
  }

  private static func numbers(_ pair: EventBuffer.Pair) -> (state: Int, before: Int) {
    func number(_ state: HeldState) -> Int { state.withState(as: Counter.self) { $0.count } }
    return (number(pair.state), number(pair.before))
  }

  func addEffects(_ count: Int, at time: Duration = .zero) {
    let run = EffectRunID(effect: "e", number: 1)
    let event = EffectEvent(
      run: run,
      kind: .ended,
      commit: 1,
      duration: .zero,
      site: ActionOrigin.Site(fileID: "Tests/Events.swift", line: 1, function: "events")
    )
    for _ in 0..<count { _ = buffer.add(.effect(event, at: time)) }
  }

  func take(
    isFull: Bool = false,
    hasProgressed: Bool = true,
    recordBytes: Int = 0,
    spent: Duration? = nil
  ) -> [EventBuffer.Event] {
    buffer.take(
      isFull: isFull,
      hasProgressed: hasProgressed,
      recordBytes: recordBytes,
      spent: spent
    ).taken
  }

  /// Takes until nothing is left; returns what was taken each time.
  func takeAll() -> [[EventBuffer.Event]] {
    var turns: [[EventBuffer.Event]] = []
    while case let events = take(), !events.isEmpty { turns.append(events) }
    return turns
  }

  func measured(stateBytes: Int) { buffer.measured(stateBytes: stateBytes) }
  func takeBacklog(through number: Int) -> [EventBuffer.Event] {
    buffer.takeBacklog(through: number).taken
  }
}

extension [EventBuffer.Event] {
  /// The numbers of the commits.
  fileprivate var numbers: [Int] {
    compactMap { if case .commit(let facts, _) = $0.kind { facts.number } else { nil } }
  }

  /// How many of the commits have a state.
  fileprivate var states: Int {
    count { if case .commit(_, .some) = $0.kind { true } else { false } }
  }
}

/// Commits of a store, as the monitor takes them.
private final class Capture: Interceptor {
  typealias State = Counter
  private let commits = Guarded<[(facts: CommitFacts, state: HeldState)]>([])

  var interests: InterceptorInterests { [.instant, .timing] }

  func committed(_ commit: Commit<Counter>) {
    commits.withLock { $0.append((commit.facts, commit.heldState)) }
  }

  /// The commits of a store that counts up to a number.
  static func commits(_ count: Int) -> [(facts: CommitFacts, state: HeldState)] {
    let store = makeStore()
    let capture = Capture()
    store.register(interceptor: capture)
    store.countUp(count)
    return capture.commits.withLock { $0 }
  }
}
