import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Cannot be compared.
private struct Person: Sendable {
  var name = ""
}

/// A state with a part that can't be compared.
private struct People: Sendable {
  var people = [Person(name: "Ada"), Person(name: "Bob")]
  var other = 0
  var name = ""
}

private struct Rename: Action {
  let name: String
}

extension Store where State == People, Environment == Void {
  fileprivate static func people() -> Store<People, Void> {
    let reducer = Reducer<People>(
      id: "people",
      ReduceOn(Touch.self) { state, _ in state.other += 1 },
      ReduceOn(Rename.self) { state, action in state.people[0].name = action.name }
    )
    return Store(initialState: People(), reducers: [reducer])
  }
}

/// Remembers what ran for each commit.
private struct ReadProbe<State: Sendable>: ReadInterceptor {
  let log = Log<CommitReads>()

  func committed(_ commit: Commit<State>) {}

  func read(_ reads: CommitReads) { log.append(reads) }

  /// What ran, as commit, kind, name, runs and changes.
  var lines: [String] {
    log.events.flatMap { reads in
      reads.reads.map { "\(reads.commit) \($0.kind) \($0.name) \($0.runs)/\($0.changes)" }
    }
  }
}

private let people = Selector(keyPath: \People.people)
private let other = Selector(keyPath: \People.other)

@Suite(.inTurn)
struct ReadsTests {
  private let counting = Store.counting()
  private let probe = ReadProbe<Counting>()

  @Test func `each commit is followed by one report of what ran for it`() {
    counting.register(interceptor: probe)
    let doubled = Selector.with(countSelector, name: "doubled") { $0 * 2 }
    let token = counting.select(doubled).sink { _ in }
    counting.dispatch(action: Increment())
    counting.dispatch(action: Touch())
    // The projector ran for the first value, before any commit.
    #expect(
      probe.lines == [
        "0 selector doubled 1/1", "1 selector doubled 1/1", "1 subscriber doubled 1/1",
        "2 subscriber doubled 1/0",
      ]
    )
    token.cancel()
  }

  @Test func `nothing is called where nothing ran`() {
    counting.register(interceptor: probe)
    counting.dispatch(action: Increment())
    #expect(probe.log.events.isEmpty)
  }

  @Test func `selectors and subscribers have the places where they were written`() throws {
    counting.register(interceptor: probe)
    let line = UInt(#line + 1)
    let doubled = Selector.with(countSelector) { $0 * 2 }
    let token = counting.select(doubled).sink { _ in }
    counting.dispatch(action: Increment())
    let reads = try #require(probe.log.events.last).reads
    #expect(
      reads.map(\.position) == [line, line + 1].map { "SluiceTests/ReadsTests.swift:\($0)" }
    )
    #expect(reads.map(\.name) == Array(repeating: "Selector<Counting, Int>", count: 2))
    token.cancel()
  }

  @Test(
    arguments: [
      (CommitReads.Kind.subscriber, 0), (.iteration, 1), (.observation, 2), (.feedback, 3),
    ] as [(CommitReads.Kind, Int)]
  )
  func `each kind of observer is distinguished`(_ kind: CommitReads.Kind, _ way: Int) async throws {
    counting.register(interceptor: probe)
    let selection = counting.select(\.count)
    var retained: [Any] = []
    switch way {
    case 0: retained.append(selection.sink { _ in })
    case 1: retained.append(selection.makeAsyncIterator())
    case 2:
      let observed = counting.observed(\.count)
      _ = await observed.value
      retained.append(observed)
    default:
      counting.register(
        feedback: Feedback(whenChanged: countSelector) { (_, _: Void, _) in }
      )
    }
    counting.dispatch(action: Increment())
    let found = probe.log.events.flatMap(\.reads).filter { $0.kind != .selector }
    #expect(found.map(\.kind) == [kind])
    #expect(found.map(\.runs) == [1])
    withExtendedLifetime(retained) {}
  }

  @Test func `an input that isn't equatable is named as the cause`() throws {
    let store = Store.people()
    let probe = ReadProbe<People>()
    store.register(interceptor: probe)
    let names = Selector.with(people, other, name: "names") { people, _ in people.map(\.name) }
    let token = store.select(names).sink { _ in }
    store.dispatch(action: Rename(name: "Ada"))
    store.dispatch(action: Touch())
    store.dispatch(action: Rename(name: "Eve"))
    let reads = probe.log.events.filter { $0.commit > 0 }.map { $0.reads[0] }
    #expect(reads.map(\.changes) == [0, 0, 1])
    // The second time, an input that is compared changed, too.
    #expect(reads.map(\.forcedRuns) == [1, 0, 1])
    #expect(reads.allSatisfy { $0.cause == .unequatable([#"\People.people"#]) })
    #expect(reads.allSatisfy { $0.comparesValues })
    token.cancel()
  }

  @Test func `a selector of the whole state says so`() throws {
    counting.register(interceptor: probe)
    let sum = Selector(name: "sum") { (state: Counting) in state.count }
    let token = counting.select(sum).sink { _ in }
    counting.dispatch(action: Touch())
    let read = try #require(probe.log.events.last?.reads.first)
    #expect(read.cause == .wholeState)
    #expect((read.runs, read.changes, read.forcedRuns) == (1, 0, 1))
    token.cancel()
  }

  @Test func `an observer of what isn't equatable receives each commit, and the reason`() throws {
    let store = Store.people()
    let probe = ReadProbe<People>()
    store.register(interceptor: probe)
    let tokens = [
      store.select(people).sink { _ in },
      store.select(other).includingRepeats().sink { _ in },
    ]
    store.dispatch(action: Rename(name: "Eve"))
    let reads = try #require(probe.log.events.last).reads
    #expect(reads.map(\.changes) == [1, 1])
    #expect(reads.map(\.comparesValues) == [false, false])
    #expect(reads.map(\.cause) == [.unequatable([#"\People.people"#]), nil])
    for token in tokens { token.cancel() }
  }

  @Test func `selectors of a family, and subscribers of one line, are one entry`() throws {
    counting.register(interceptor: probe)
    let family = SelectorFamily(name: "plus") { (state: Counting, more: Int) in state.count + more }
    let tokens = (1...5).map { counting.select(family($0)).sink { _ in } }
    counting.dispatch(action: Increment())
    let reads = try #require(probe.log.events.last).reads
    #expect(reads.map(\.runs) == [5, 5])
    for token in tokens { token.cancel() }
  }

  @Test func `what a projection reads counts for its store`() throws {
    counting.register(interceptor: probe)
    let part = counting.projection(state: Selector(name: "part") { (state: Counting) in state }) {
      (action: Increment) in action
    }
    let doubled = Selector.with(countSelector, name: "doubled") { $0 * 2 }
    let token = part.select(doubled).sink { _ in }
    part.dispatch(action: Increment())
    #expect(
      probe.lines.filter { $0.hasPrefix("1") } == [
        "1 selector part 1/1", "1 selector doubled 1/1", "1 subscriber doubled 1/1",
      ]
    )
    token.cancel()
  }

  @Test func `what is read between two commits belongs to the last one`() async throws {
    counting.register(interceptor: probe)
    let doubled = Selector.with(countSelector, name: "doubled") { $0 * 2 }
    counting.dispatch(action: Increment())
    _ = counting.selectCurrent(doubled)
    try await probe.log.wait(forCount: 1)
    #expect(probe.lines == ["1 selector doubled 1/1"])
    // The same without waiting: the next commit takes it first.
    counting.dispatch(action: Increment())
    _ = counting.selectCurrent(doubled)
    counting.dispatch(action: Increment())
    #expect(probe.lines.suffix(1) == ["2 selector doubled 1/1"])
  }

  @Test func `what effects and interceptors read in a delivery belongs to its commit`() {
    counting.register(interceptor: probe)
    let doubled = Selector.with(countSelector, name: "doubled") { $0 * 2 }
    counting.register(
      interceptor: CommitProbe(interests: []) { [unowned counting] _ in
        _ = counting.selectCurrent(doubled)
      }
    )
    counting.dispatch(action: Increment())
    #expect(probe.lines == ["1 selector doubled 1/1"])
  }

  @Test func `what an interceptor dispatches when notified of reads has their commit as the cause`()
  {
    let causes = Log<Int?>()
    counting.register(
      interceptor: CommitProbe(interests: []) { causes.append($0.origin.cause?.commit) }
    )
    struct Answering: ReadInterceptor {
      let answer: @Sendable () -> Void
      func committed(_ commit: Commit<Counting>) {}
      func read(_ reads: CommitReads) { if reads.commit == 1 { answer() } }
    }
    counting.register(
      interceptor: Answering { [unowned counting] in
        counting.dispatch(action: Touch())
      }
    )
    let token = counting.select(\.count).sink { _ in }
    counting.dispatch(action: Increment())
    #expect(causes.events == [nil, 1])
    token.cancel()
  }

  @Test func `the time of an observer is without that of selectors`() throws {
    counting.register(interceptor: probe)
    let slow = Selector.with(countSelector, name: "slow") { count in
      let begin = ContinuousClock.now
      while ContinuousClock.now - begin < .milliseconds(20) {}
      return count
    }
    let token = counting.select(slow).sink { _ in }
    counting.dispatch(action: Increment())
    let reads = try #require(probe.log.events.last).reads
    #expect(reads[0].time >= .milliseconds(20))
    #expect(reads[1].time < reads[0].time)
    token.cancel()
  }

  @Test func `beyond a thousand entries, runs are counted`() throws {
    counting.register(interceptor: probe)
    let selectors = (0..<1_003).map { number in
      Selector.with(countSelector, name: "\(number)") { $0 + number }
    }
    counting.register(
      interceptor: CommitProbe(interests: []) { [unowned counting] _ in
        for selector in selectors { _ = counting.selectCurrent(selector) }
      }
    )
    counting.dispatch(action: Increment())
    let reads = try #require(probe.log.events.last)
    #expect(reads.reads.count == 1_000)
    #expect(reads.omittedRuns == 3)
  }

  @Test func `nothing is measured without such an interceptor, nor after it is unregistered`() {
    let doubled = Selector.with(countSelector, name: "doubled") { $0 * 2 }
    let token = counting.select(doubled).sink { _ in }
    counting.dispatch(action: Increment())
    let registration = counting.register(interceptor: probe)
    registration.unregister()
    counting.dispatch(action: Increment())
    counting.register(interceptor: probe)
    counting.dispatch(action: Touch())
    #expect(probe.lines == ["3 subscriber doubled 1/0"])
    token.cancel()
  }

  @Test func `a closed gate withholds reads, and a lift passes them on`() {
    let isOn = GateSwitch(isOn: false)
    counting.register(interceptor: probe.gated(by: isOn))
    let token = counting.select(\.count).sink { _ in }
    counting.dispatch(action: Increment())
    #expect(probe.lines == [])
    isOn.isOn = true
    counting.dispatch(action: Increment())
    #expect(probe.lines == [#"2 subscriber \Counting.count 1/1"#])
    token.cancel()
  }

  @Test func `a missing interest is reported`() {
    struct Unasked: ReadInterceptor {
      var interests: InterceptorInterests { [] }
      func committed(_ commit: Commit<Counting>) {}
      func read(_ reads: CommitReads) {}
    }
    let reports = Log<String>()
    counting.onDiagnostic = { reports.append("\($0.id)") }
    counting.register(interceptor: Unasked())
    #expect(reports.events == ["uncalled-method"])
  }

  @Test func `a value that can't be compared changes with each run`() throws {
    let store = Store.people()
    let probe = ReadProbe<People>()
    store.register(interceptor: probe)
    let first = Selector.with(people, name: "first") { $0[0] }
    let token = store.select(first).sink { _ in }
    for name in ["Eve", "Eve"] { store.dispatch(action: Rename(name: name)) }
    let reads = probe.log.events.filter { $0.commit > 0 }.flatMap(\.reads)
    #expect(reads.filter { $0.kind == .selector }.map(\.changes) == [1, 1])
    token.cancel()
  }
}
