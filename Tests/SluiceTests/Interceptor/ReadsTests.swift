import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Remembers what ran for each commit, and retains observers.
private struct ReadProbe<State: Sendable>: ReadInterceptor {
  var onRead: @Sendable (CommitReads) -> Void = { _ in }
  let log = Log<CommitReads>()
  private let tokens = Log<SelectionToken>()

  func committed(_ commit: Commit<State>) {}

  func read(_ reads: CommitReads) {
    log.append(reads)
    onRead(reads)
  }

  /// What ran, as commit, kind, name, runs and changes.
  var lines: [String] {
    log.events.flatMap { reads in
      reads.reads.map { "\(reads.commit) \($0.kind) \($0.name) \($0.runs)/\($0.changes)" }
    }
  }

  /// What ran for the last commit.
  var last: [CommitReads.Read] { log.events.last?.reads ?? [] }

  func sink<Value>(_ selection: Selection<Value>) { tokens.append(selection.sink { _ in }) }
}

extension Store {
  fileprivate func probed() -> ReadProbe<State> {
    let probe = ReadProbe<State>()
    register(interceptor: probe)
    return probe
  }
}

@Suite(.inTurn) struct ReadsTests {
  private let store = Store.counting()
  private let probe: ReadProbe<Counting>
  private let doubled = Selector.with(countSelector, name: "doubled") { $0 * 2 }

  init() { probe = store.probed() }

  @Test func `each commit for which something ran is followed by one report of it`() {
    store.dispatch(action: Increment())
    #expect(probe.log.events.isEmpty)
    probe.sink(store.select(doubled))
    store.send(Increment(), Touch())
    // The projector ran for the first value after the first commit.
    #expect(
      probe.lines == [
        "1 selector doubled 1/1", "2 selector doubled 1/1", "2 subscriber doubled 1/1",
        "3 subscriber doubled 1/0",
      ]
    )
  }

  @Test func `selectors and subscribers have the places where they were written`() {
    let line = UInt(#line + 1)
    let doubled = Selector.with(countSelector) { $0 * 2 }
    let token = store.select(doubled).sink { _ in }
    store.dispatch(action: Increment())
    #expect(
      probe.last.map(\.position) == [line, line + 1].map { "SluiceTests/ReadsTests.swift:\($0)" }
    )
    #expect(probe.last.map(\.name) == ["Selector<Counting, Int>", "Selector<Counting, Int>"])
    withExtendedLifetime(token) {}
  }

  @Test func `each kind of observer is distinguished`() async {
    let observed = store.observed(\.count)
    _ = await observed.value
    let retained: [Any] = [
      store.select(\.count).sink { _ in }, store.select(\.count).makeAsyncIterator(), observed,
    ]
    store.register(feedback: Feedback(for: countSelector) { (_, _: Void, _) in })
    store.dispatch(action: Increment())
    let runs = probe.log.events.filter { $0.commit == 1 }.flatMap(\.reads)
      .filter { $0.kind != .selector }.map { "\($0.kind) \($0.runs)" }
    #expect(runs.sorted() == ["feedback 1", "iteration 1", "observation 1", "subscriber 1"])
    withExtendedLifetime(retained) {}
  }

  @Test func `a selector of the whole state says so`() throws {
    probe.sink(store.select(Selector(name: "sum") { (state: Counting) in state.count }))
    store.dispatch(action: Touch())
    let read = try #require(probe.last.first)
    #expect(read.readsWholeState)
    #expect((read.runs, read.changes, read.forcedRuns) == (1, 0, 1))
  }

  @Test func `where each new state is a change, each run is one, and none is for nothing`() {
    let always = Selector(keyPath: \Counting.count, comparing: .always)
    let doubled = Selector.with(always, comparing: .always, name: "doubled") { $0 * 2 }
    probe.sink(store.select(doubled))
    probe.sink(store.select(countSelector).includingRepeats())
    store.dispatch(action: Touch())
    #expect(probe.last.map(\.changes) == [1, 1, 1])
    #expect(probe.last.map(\.forcedRuns) == [0, 0, 0])
    #expect(probe.last.allSatisfy { !$0.readsWholeState })
  }

  @Test func `selectors of a family, and subscribers of one line, are one entry`() {
    let family = SelectorFamily(name: "plus") { (state: Counting, more: Int) in state.count + more }
    for more in 1...5 { probe.sink(store.select(family(more))) }
    store.dispatch(action: Increment())
    #expect(probe.last.map(\.runs) == [5, 5])
  }

  @Test func `what a projection reads counts for its store`() {
    let part = store.projection(Selector(name: "part") { (state: Counting) in state })
    probe.sink(part.select(doubled))
    part.dispatch(action: Increment())
    #expect(
      probe.lines.filter { $0.hasPrefix("1") } == [
        "1 selector part 1/1", "1 selector doubled 1/1", "1 subscriber doubled 1/1",
      ]
    )
  }

  @Test func `what is read between two commits belongs to the last one`() async throws {
    store.dispatch(action: Increment())
    _ = store.selectCurrent(doubled)
    try await probe.log.wait(forCount: 1)
    #expect(probe.lines == ["1 selector doubled 1/1"])
    // The same without waiting: the next commit takes it first.
    store.dispatch(action: Increment())
    _ = store.selectCurrent(doubled)
    store.dispatch(action: Increment())
    #expect(probe.lines.suffix(1) == ["2 selector doubled 1/1"])
  }

  @Test
  func `what interceptors read in a delivery belongs to its commit, beyond a thousand a count`()
    throws
  {
    let selectors = (0..<1_003).map { number in
      Selector.with(countSelector, name: "\(number)") { $0 + number }
    }
    _ = store.noting([]) { [unowned store] _ in selectors.map { store.selectCurrent($0) } }
    store.dispatch(action: Increment())
    let reads = try #require(probe.log.events.last)
    #expect((reads.commit, reads.reads.count, reads.omittedRuns) == (1, 1_000, 3))
    #expect(probe.lines.first == "1 selector 0 1/1")
  }

  @Test func `what an interceptor dispatches when notified of reads has their commit as the cause`()
  {
    let causes = store.noting { $0.origin.cause?.commit }
    store.register(
      interceptor: ReadProbe<Counting> { [unowned store] reads in
        if reads.commit == 1 { store.dispatch(action: Touch()) }
      }
    )
    probe.sink(store.select(\.count))
    store.dispatch(action: Increment())
    #expect(causes.events == [nil, 1])
  }

  @Test func `the time of an observer is without that of selectors`() {
    let slow = Selector.with(countSelector, name: "slow") { count in
      let begin = ContinuousClock.now
      while ContinuousClock.now - begin < .milliseconds(20) {}
      return count
    }
    probe.sink(store.select(slow))
    store.dispatch(action: Increment())
    #expect(probe.last[0].time >= .milliseconds(20))
    #expect(probe.last[1].time < probe.last[0].time)
  }

  @Test func `nothing is measured without such an interceptor, behind a closed gate, or later`() {
    let store = Store.counting()
    let isOn = GateSwitch(isOn: false)
    probe.sink(store.select(\.count))
    store.dispatch(action: Increment())
    store.register(interceptor: probe).unregister()
    store.dispatch(action: Increment())
    store.register(interceptor: probe.gated(by: isOn))
    store.dispatch(action: Increment())
    #expect(probe.lines == [])
    isOn.isOn = true
    store.dispatch(action: Increment())
    #expect(probe.lines == [#"4 subscriber \Counting.count 1/1"#])
  }

  @Test func `a missing interest is reported`() {
    struct Unasked: ReadInterceptor {
      var interests: InterceptorInterests { [] }
      func committed(_ commit: Commit<Counting>) {}
      func read(_ reads: CommitReads) {}
    }
    let reports = Log<String>()
    store.onDiagnostic = { reports.append("\($0.id)") }
    store.register(interceptor: Unasked())
    #expect(reports.events == ["uncalled-method"])
  }
}
