import Sluice
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn)
struct DiagnosticTableTests {
  private var table = DiagnosticTable()

  /// Adds that something is registered twice; returns whether the worker must be woken.
  @discardableResult
  private mutating func add(_ name: String = "A") -> Bool {
    table.add(.registeredTwice(name), after: nil, at: .zero)
  }

  /// Takes what is to be sent, as kind, number and count.
  private mutating func take(at seconds: Double, all: Bool = false) -> [String] {
    table.take(at: .seconds(seconds), all: all).map {
      "\($0.diagnostic.id) \($0.number) ×\($0.count)"
    }
  }

  @Test mutating func `a diagnostic is taken once, with its commit and time`() throws {
    let mustWake = table.add(.registeredTwice("A"), after: 3, at: .seconds(1))
    #expect(mustWake)
    #expect(table.timeUntilNext(at: .seconds(1)) == .zero)
    let entries = table.take(at: .seconds(1), all: false)
    let entry = try #require(entries.first)
    #expect((entry.commit, entry.time) == (3, .seconds(1)))
    #expect(take(at: 9) == [])
    #expect(!table.isPending)
    #expect(table.timeUntilNext(at: .seconds(9)) == nil)
  }

  @Test mutating func `what is reported again and again is counted, and taken once a second`() {
    for _ in 1...3 { add() }
    #expect(take(at: 0) == ["registered-twice 1 ×3"])
    let wakes = (1...1_000).map { _ in add() }
    #expect(wakes.filter(\.self).count == 1)
    #expect(take(at: 0.4) == [])
    #expect(table.timeUntilNext(at: .milliseconds(400)) == .milliseconds(600))
    #expect(take(at: 1) == ["registered-twice 1 ×1003"])
  }

  @Test mutating func `at the end nothing waits`() {
    add()
    #expect(take(at: 0) == ["registered-twice 1 ×1"])
    add()
    #expect(table.isPending)
    #expect(take(at: 0.1, all: true) == ["registered-twice 1 ×2"])
  }

  @Test mutating func `at most ten of a kind are kept, and more are counted with the last`() {
    for number in 1...1_000 { add("\(number)") }
    _ = table.add(.closed(Add.self, position: "A.swift:1", effect: nil), after: nil, at: .zero)
    let entries = table.take(at: .zero, all: false)
    #expect(entries.map(\.count) == Array(repeating: 1, count: 9) + [991, 1])
    #expect(entries[9].cause == "1000 is registered twice, and acts twice.")
    #expect(entries.map(\.number) == Array(1...11))
  }

  @Test mutating func `another reader has all of them`() {
    add()
    _ = take(at: 0)
    table.beginAnew()
    #expect(take(at: 0) == ["registered-twice 1 ×1"])
  }
}

/// What arrives of the diagnostics of a store.
@Suite(.inTurn, .serialized)
struct DiagnosticRecordTests {
  @Test func `a recording has what the store reported, without values`() throws {
    let records = try record { recording in
      let store = recording.store
      let reducer = Reducer<Counter>(
        id: "Counter",
        ReduceOn(Note.self) { state, action in state.log.append(action.text) }
      )
      store.register(reducer: reducer)
      store.countUp()
      for _ in 0..<2 { store.register(reducer: reducer) }
    }
    let found = records.compactMap { record -> WireRecord.Diagnostic? in
      if case .diagnostic(let diagnostic) = record { diagnostic } else { nil }
    }
    let last = try #require(found.last)
    #expect(Set(found.map(\.number)) == [1])
    #expect((last.id, last.count, last.commit) == ("registered-twice", 2, 1))
    #expect(last.cause == "The reducer Counter is registered twice, and acts twice.")
    #expect(last.cure == "To fix, register it once, or unregister it before.")
    #expect(last.time > 1_600_000_000_000_000)
  }
}
