import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct PastTests {
  private static func watched(_ records: WireRecord...) -> Past {
    var program = Past(
      label: "Todo",
      WireRecord.Hello(name: "Todo", processID: 1, capabilities: [.snapshot])
    )
    for record in records { _ = program.take(record) }
    return program
  }

  @Test func `the state follows from the changes`() {
    let program = Self.watched(
      .state(3, ["a": 1]),
      .commit(4, .set(["a"], old: 1, new: 2)),
      .commit(5, .add(["b"], "x"))
    )
    #expect(program.history.lastState == ["a": 2, "b": "x"])
    #expect(program.history.lastNumber == 5)
  }

  @Test func `old values that the program left out are filled in`() {
    var program = Self.watched(.state(0, ["a": "long", "b": [1, 2]]))
    let outcome = program.take(
      .commit(1, .set(["a"], old: nil, new: "short"), .remove(["b", 0], old: nil))
    )
    #expect(
      outcome.records
        == [.commit(1, .set(["a"], old: "long", new: "short"), .remove(["b", 0], old: 1))]
    )
  }

  @Test func `a gap that wasn't announced is a problem, and the state is requested`() {
    var program = Self.watched(.state(3, ["a": 1]))
    let outcome = program.take(.commit(7, .set(["a"], old: 1, new: 2)))
    #expect(outcome.problem == "Commits 4 to 6 are missing, and the program did not say why.")
    #expect(outcome.needsState)
    #expect(program.history.lastState == nil)
    _ = program.take(.state(7, ["a": 2]))
    #expect(program.take(.commit(8)).problem == nil)
  }

  @Test func `a coalesced commit leaves no gap`() {
    var program = Self.watched(.state(3, 1))
    #expect(program.take(.commit(8, count: 5)).problem == nil)
    #expect(
      program.take(.commit(10, count: 1)).problem
        == "Commit 9 is missing, and the program did not say why."
    )
  }

  @Test func `a gap that is announced is no problem`() {
    var program = Self.watched(.state(3, 1))
    let dropped = WireRecord.Dropped(count: 2, from: 4, to: 5)
    #expect(program.take(.dropped(dropped)).problem == nil)
    #expect(program.history.lastState == nil)
    #expect(program.take(.state(5, 2)).problem == nil)
    #expect(program.take(.commit(6)).problem == nil)
  }

  @Test func `commits from before the connection may come before the first state`() {
    var program = Self.watched()
    #expect(program.take(.commit(11, .set(["a"], old: nil, new: 2))).problem == nil)
    #expect(program.take(.commit(12)).problem == nil)
    #expect(program.take(.state(12, ["a": 2])).problem == nil)
    #expect(program.history.lastState == ["a": 2])
  }

  @Test func `a commit whose changes are unknown makes the state unknown, without a problem`() {
    var program = Self.watched(.state(0, ["a": 1]))
    let commit = WireRecord.Commit(
      number: 1,
      time: 0,
      action: .init(type: "Act"),
      changesAreUnknown: true
    )
    let outcome = program.take(.commit(commit))
    #expect(outcome.problem == nil)
    #expect(!outcome.needsState)
    #expect(program.history.lastState == nil)
    _ = program.take(.state(1, ["a": 2]))
    #expect(program.history.lastState == ["a": 2])
  }

  @Test func `changes that do not fit the state make it unknown`() {
    var program = Self.watched(.state(0, ["a": 1]))
    let outcome = program.take(.commit(1, .set(["zebra"], old: 1, new: 2)))
    #expect(outcome.problem?.hasPrefix("The changes of commit 1 do not fit the state") == true)
    #expect(program.history.lastState == nil)
    #expect(outcome.needsState)
  }

  @Test func `a number that comes twice is a problem`() {
    var program = Self.watched(.state(4, 1))
    #expect(program.take(.commit(4)).problem == "Commit 4 came after commit 4.")
  }
}

@Suite(.inTurn)
struct ReconnectionTests {
  /// What a program, known up to commit 5, sends over its next connection.
  static let cases: [(first: WireRecord, shown: [WireRecord])] = [
    (.commit(6), [.commit(6)]),
    (.state(5, 1), [.state(5, 1)]),
    (.state(9, 1), [.dropped(6, 9, .connection), .state(9, 1)]),
    (.commit(9), [.dropped(6, 8, .connection), .commit(9)]),
    (.commit(9, count: 3), [.dropped(6, 6, .connection), .commit(9, count: 3)]),
    (.dropped(6, 8), [.dropped(6, 8)]),
    (.dropped(8, 9), [.dropped(6, 9)]),
    (.dropped(8, 9, .room), [.dropped(6, 9)]),
    (.dropped(8, 9, .connection), [.dropped(6, 9, .connection)]),
    // It was started again.
    (.commit(1), [.commit(1)]),
    (.state(0, 1), [.state(0, 1)]),
  ]

  @Test(arguments: cases.indices)
  func `commits that were lost with a connection are reported as dropped`(index: Int) {
    let (first, shown) = Self.cases[index]
    let hello = WireRecord.Hello(name: "Todo", processID: 1)
    var program = Past(label: "Todo", hello)
    _ = program.take(.state(5, 1))
    program.end(gone: 1)
    program.resume(hello, label: "Todo")
    let outcome = program.take(first)
    #expect(outcome.records == shown)
    #expect(outcome.problem == nil)
  }

  @Test func `records that are sent again after a connection change nothing`() {
    let hello = WireRecord.Hello(name: "Todo", processID: 1, capabilities: [.snapshot])
    var program = Past(label: "Todo", hello)
    for record in [.state(0, ["n": 0]), Self.counting(1), Self.counting(2)] {
      _ = program.take(record)
    }
    program.end(gone: 1)
    program.resume(hello, label: "Todo")
    for number in 1...3 {
      let outcome = program.take(Self.counting(number))
      #expect(outcome.problem == nil && !outcome.needsState)
      #expect(outcome.records == [Self.counting(number)])
    }
    #expect(program.history.lastState == ["n": 3])
    #expect(program.history.count == 3)
    // Afterwards it is one, which is said once.
    #expect(program.take(Self.counting(2)).problem == "Commit 2 came after commit 3.")
    #expect(program.take(Self.counting(3)).problem == nil)
    #expect(program.take(Self.counting(1)).needsState == false)
    #expect(program.take(Self.counting(4)).problem == nil)
    #expect(program.take(Self.counting(1)).needsState)
  }

  private static func counting(_ number: Int) -> WireRecord {
    .commit(number, .set(["n"], old: .integer(Int64(number - 1)), new: .integer(Int64(number))))
  }

  @Test func `a program that comes back is known by its instance`() {
    var pasts = Pasts()
    let hello = WireRecord.Hello(instance: "a", name: "Shop", processID: 1)
    _ = pasts.connect(hello)
    _ = pasts.take(.state(7, 1), of: "a")
    pasts.disconnect("a")
    _ = pasts.connect(hello)
    #expect(
      pasts.take(.commit(10), of: "a")?.records == [.dropped(8, 9, .connection), .commit(10)]
    )
  }

  @Test func `a renamed instance that connects again is known by its new name`() {
    var pasts = Pasts()
    let hello = WireRecord.Hello(instance: "a", name: "Todo", processID: 1)
    _ = pasts.connect(hello)
    #expect(pasts.connect(hello).instance == "a~2")
    _ = pasts.take(.commit(3), of: "a~2")
    pasts.disconnect("a~2")
    #expect(pasts.connect(hello).instance == "a~2")
    let lost = WireRecord.dropped(4, 5, .connection)
    #expect(pasts.take(.commit(6), of: "a~2")?.records == [lost, .commit(6)])
    #expect(pasts.connect(hello).instance == "a~3")
  }

  @Test(arguments: [0, 16, 255, 256])
  func `a program is known again after many others have ended`(_ others: Int) {
    var pasts = Pasts()
    let hello = WireRecord.Hello(instance: "a", name: "Todo", processID: 1)
    _ = pasts.connect(hello)
    _ = pasts.take(.state(3, 1), of: "a")
    pasts.disconnect("a")
    for number in 0..<others {
      _ = pasts.connect(WireRecord.Hello(instance: "\(number)", name: "B", processID: 1))
      _ = pasts.take(.state(0, 1), of: "\(number)")
      pasts.disconnect("\(number)")
    }
    #expect((pasts["a"]?.history.numbers != nil) == (others < 16))
    #expect(pasts.all.count == min(others + 1, 16))
    _ = pasts.connect(hello)
    let lost: [WireRecord] = others < 256 ? [.dropped(4, 5, .connection)] : []
    #expect(pasts.take(.commit(6), of: "a")?.records == lost + [.commit(6)])
    #expect(pasts["a"]?.history.commit(6) != nil)
    _ = pasts.take(.state(6, 1), of: "a")
    #expect(pasts["a"]?.history.lastState == 1)
  }
}

@Suite(.inTurn)
struct ProgramNamesTests {
  @Test func `names that collide are distinguished by store, process or instance`() {
    var names = ProgramNames()
    let hellos = [
      WireRecord.Hello(instance: "a1a1a1", name: "Shop", processID: 1),
      WireRecord.Hello(instance: "b1b1b1", name: "Shop", processID: 1, store: "cart"),
      WireRecord.Hello(instance: "c1c1c1", name: "Shop", processID: 2),
      WireRecord.Hello(instance: "d1d1d1", name: "Shop", processID: 2),
      WireRecord.Hello(instance: "d1d1d1", name: "Shop", processID: 2),
      WireRecord.Hello(instance: "e1", name: "", processID: 3),
    ]
    let labels = hellos.map { names.take(for: $0) }
    #expect(labels == ["Shop", "Shop/cart", "Shop#2", "Shop#2.d1d1", "Shop~2", "unnamed"])
  }

  @Test func `a program that comes back gets its name again`() {
    var names = ProgramNames()
    let first = WireRecord.Hello(instance: "a", name: "Shop", processID: 1)
    let second = WireRecord.Hello(instance: "b", name: "Shop", processID: 2)
    _ = names.take(for: first)
    let label = names.take(for: second)
    names.release("Shop")
    names.release(label)
    #expect(names.take(for: second) == label)
    #expect(names.take(for: first) == "Shop")
  }

  @Test func `a name is short and harmless`() {
    var names = ProgramNames()
    let name = "\u{1B}[2J" + String(repeating: "x", count: 1000)
    let label = names.take(for: WireRecord.Hello(instance: "a", name: name, processID: 1))
    #expect(label == #"\u{1B}[2J"# + String(repeating: "x", count: 20))
  }
}
