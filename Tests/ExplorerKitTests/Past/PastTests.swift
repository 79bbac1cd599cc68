import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PastTests {
  @Test func `old values that the program left out are filled in`() {
    var past = Past(taking: [.state(0, ["a": "long", "b": [1, 2]])])
    let sent = WireRecord.commit(
      1,
      .set(["a"], old: nil, new: "short"),
      .remove(["b", 0], old: nil)
    )
    let shown = WireRecord.commit(
      1,
      .set(["a"], old: "long", new: "short"),
      .remove(["b", 0], old: 1)
    )
    #expect(past.take(sent).records == [shown])
  }

  private static let unknown = WireRecord.commit(
    .init(number: 4, time: 0, action: "Act", changesAreUnknown: true)
  )

  /// What follows the state after commit 3; the problem with the last record, and the state then.
  static let streams: [(records: [WireRecord], problem: String?, state: Tree?)] = [
    ([.setting(7, "a", 2)], "Commits 4 to 6 are missing, and the program did not say why.", nil),
    ([.setting(7, "a", 2), .state(7, ["a": 2]), .commit(8)], nil, ["a": 2]),
    ([.counting(4, "a"), .commit(5, .add(["b"], "x"))], nil, ["a": 4, "b": "x"]),
    // A coalesced commit leaves no gap.
    ([.commit(8, count: 5)], nil, ["a": 3]),
    (
      [.commit(8, count: 5), .commit(10)],
      "Commit 9 is missing, and the program did not say why.", nil
    ),
    // Nor is a gap that is announced a problem.
    ([.dropped(4, 5)], nil, nil),
    ([.dropped(4, 5), .state(5, 2)], nil, 2),
    ([.dropped(4, 5), .state(5, 2), .commit(6)], nil, 2),
    // Nor changes that are said to be unknown.
    ([unknown], nil, nil),
    ([unknown, .state(4, ["a": 2])], nil, ["a": 2]),
    (
      [.commit(4, .set(["zebra"], old: 1, new: 2))],
      "The changes of commit 4 do not fit the state", nil
    ),
    ([.commit(3)], "Commit 3 came after commit 3.", ["a": 3]),
  ]

  @Test func `a record that doesn't continue the state makes it unknown, or is a problem`() throws {
    for (records, problem, state) in Self.streams {
      var past = Past(taking: [.state(3, ["a": 3])] + records.dropLast())
      let outcome = past.take(try #require(records.last))
      #expect(outcome.problem.map { $0.hasPrefix(problem ?? "none") } ?? (problem == nil))
      #expect(outcome.needsState == (problem != nil), "\(outcome)")
      #expect(past.history.lastState == state, "\(records)")
    }
  }

  @Test func `commits from before the connection may come before the first state`() {
    var past = Past(taking: [])
    for record in [.setting(11, "a", 2), .commit(12), .state(12, ["a": 2])] as [WireRecord] {
      #expect(past.take(record).problem == nil)
    }
    #expect(past.history.lastState == ["a": 2])
  }
}

@Suite(.inTurn) struct ReconnectionTests {
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

  /// A program that has sent records, and has come back.
  private static func resumed(_ records: [WireRecord]) -> Past {
    var past = Past(taking: records)
    past.end(gone: 1)
    past.resume(past.hello, label: "Todo")
    return past
  }

  @Test func `commits that were lost with a connection are reported as dropped`() {
    for (first, shown) in Self.cases {
      var past = Self.resumed([.state(5, 1)])
      let outcome = past.take(first)
      #expect(outcome.records == shown, "\(first)")
      #expect(outcome.problem == nil, "\(first)")
    }
  }

  @Test func `records that are sent again after a connection change nothing`() {
    var past = Self.resumed([.state(0, ["n": 0]), .counting(1), .counting(2)])
    for number in 1...3 {
      let outcome = past.take(.counting(number))
      #expect(outcome.problem == nil && !outcome.needsState)
      #expect(outcome.records == [.counting(number)])
    }
    #expect(past.history.lastState == ["n": 3])
    #expect(past.history.count == 3)
    // Afterwards it is one, which is said once.
    #expect(past.take(.counting(2)).problem == "Commit 2 came after commit 3.")
    #expect(past.take(.counting(3)).problem == nil)
    #expect(past.take(.counting(1)).needsState == false)
    #expect(past.take(.counting(4)).problem == nil)
    #expect(past.take(.counting(1)).needsState)
  }

  @Test func `a renamed instance that connects again is known by its new name`() {
    var pasts = Pasts()
    let hello = WireRecord.Hello("a")
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
    let hello = WireRecord.Hello("a")
    _ = pasts.connect(hello)
    _ = pasts.take(.state(3, 1), of: "a")
    pasts.disconnect("a")
    for number in 0..<others {
      _ = pasts.connect(WireRecord.Hello("\(number)", "B"))
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

@Suite(.inTurn) struct ProgramNamesTests {
  @Test func `names that collide are distinguished by store, process or instance`() {
    var names = ProgramNames()
    let hellos: [WireRecord.Hello] = [
      .init("a1a1a1", "Shop"), .init("b1b1b1", "Shop", store: "cart"),
      .init("c1c1c1", "Shop", pid: 2), .init("d1d1d1", "Shop", pid: 2),
      .init("d1d1d1", "Shop", pid: 2), .init("e1", "", pid: 3),
    ]
    let labels = hellos.map { names.take(for: $0) }
    #expect(labels == ["Shop", "Shop/cart", "Shop#2", "Shop#2.d1d1", "Shop~2", "unnamed"])
  }

  @Test func `a program that comes back gets its name again`() {
    var names = ProgramNames()
    let hellos = [WireRecord.Hello("a", "Shop"), WireRecord.Hello("b", "Shop", pid: 2)]
    let labels = hellos.map { names.take(for: $0) }
    for label in labels { names.release(label) }
    #expect(hellos.reversed().map { names.take(for: $0) } == labels.reversed())
    #expect(labels[0] == "Shop")
  }

  @Test func `a name that another gave is taken if nobody has it, made harmless`() {
    var names = ProgramNames()
    let hello = WireRecord.Hello("b", "Shop", pid: 2)
    #expect(names.take(for: hello, as: "Shop#2\u{1B}") == #"Shop#2\u{1B}"#)
    #expect(names.take(for: .init("c", "Shop", pid: 3), as: #"Shop#2\u{1B}"#) == "Shop")
    #expect(names.take(for: .init("d", "Shop", pid: 4), as: "") == "Shop#4")
    // It is known by that name when it comes back.
    names.release(#"Shop#2\u{1B}"#)
    #expect(names.take(for: hello) == #"Shop#2\u{1B}"#)
  }

  @Test func `a name is short and harmless`() {
    var names = ProgramNames()
    let name = "\u{1B}[2J" + String(repeating: "x", count: 1000)
    let label = names.take(for: WireRecord.Hello("a", name))
    #expect(label == #"\u{1B}[2J"# + String(repeating: "x", count: 20))
  }
}
