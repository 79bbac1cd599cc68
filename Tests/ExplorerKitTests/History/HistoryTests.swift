import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct HistoryTests {
  private static func todo(_ id: Tree, done: Bool = false) -> Tree {
    ["id": id, "done": .bool(done)]
  }

  @Test func `an element is followed by its id through moves and insertions`() throws {
    let history = History(taking: [
      .state(0, ["todos": []]),
      .commit(1, .add(["todos", 0], Self.todo(4))),
      .commit(2, .set(["todos", 0, "done"], old: false, new: true)),
      .commit(3, .add(["todos", 0], Self.todo(5))),
      .commit(4, .move(["todos", 1], to: 0)),
      .commit(5, .add(["todos", 2], Self.todo(6)), .move(["todos", 0], to: 2)),
    ])
    let reason = try #require(history.why("todos[id:4].done", at: 5))
    #expect(reason.path == "todos[2].done" && reason.author == .commit(2))
    // The same element, named by its place at the end.
    for path: StatePath in ["todos[id:4].done", "todos[2].done"] {
      #expect(history.changes(of: path, in: 0...5)?.map(\.author) == [.commit(1), .commit(2)])
    }
  }

  @Test func `an element without an id is followed through moves and insertions`() {
    let history = History(taking: [
      .state(0, ["names": ["a", "b"]]), .commit(1, .add(["names", 0], "c")),
      .commit(2, .move(["names", 2], to: 0), .add(["names", 3], "d")),
      .commit(3, .remove(["names", 1], old: nil), .set(["names", 1], old: nil, new: "e")),
    ])
    // In place of b, a and d.
    let authors: [History.Author] = [.beginning(0), .commit(3), .commit(2)]
    #expect(history.blame("names", at: 3)?.leaves.map(\.author) == authors)
  }

  @Test func `a value that was removed has a reason, too`() throws {
    let history = History(taking: [
      .state(0, ["todos": [Self.todo(4)]]), .commit(1, .remove(["todos", 0], old: nil)),
      .commit(2, .add(["a"], 1)),
    ])
    let reason = try #require(history.why("todos[id:4]", at: 2))
    #expect(reason.value == .missing && reason.author == .commit(1))
    #expect(reason.change?.old == .value(Self.todo(4)))
    for path: StatePath in ["todos[id:5]", "b"] { #expect(history.why(path, at: 2) == nil) }
  }

  @Test func `an element is missing when it has another id`() {
    let history = History(taking: [
      .state(0, ["todos": [Self.todo(4)]]),
      .commit(1, .set(["todos", 0, "done"], old: false, new: true)),
      .commit(2, .set(["todos", 0, "id"], old: 4, new: 5)),
    ])
    for (path, authors) in [("todos[id:4]", [1, 2]), ("todos[id:4].done", [2])] {
      let path = StatePath(stringLiteral: path)
      #expect(history.why(path, at: 2)?.author == .commit(2))
      #expect(history.changes(of: path, in: 0...2)?.map(\.author.number) == authors)
    }
  }

  @Test func `a cause that is no earlier commit ends the chain`() {
    func commit(_ number: Int) -> WireRecord {
      .commit(number, "Act", cause: 2, .set(["a"], old: nil, new: .number(number)))
    }
    let history = History(taking: [.state(0, ["a": 0]), commit(1), commit(2)])
    #expect(history.why("a", at: 2)?.chain.map(\.number) == [2])
  }

  @Test func `a gap is the author of what it changed, and of nothing else`() {
    let history = History(taking: [
      .state(0, ["a": 0, "b": 0]), .counting(1, "b"), .dropped(2, 4, .room),
      .state(4, ["a": 1, "b": 1]),
    ])
    let gap = History.Gap(numbers: 2...4, reason: .room)
    #expect(history.why("a", at: 4)?.author == .gap(gap))
    #expect(history.why("b", at: 4)?.author == .commit(1))
    #expect(history.gaps == [gap] && history.gap(at: 3) == gap)
    #expect(history.state(after: 3) == .init(tree: ["a": 0, "b": 1], number: 1, isExact: false))
  }

  @Test func `the first commit may be missing`() {
    let history = History(taking: [.dropped(1, 1, .room)])
    #expect(history.missing == History.Gap(numbers: 1...1, reason: .room))
  }

  @Test func `changes that do not apply leave the state unknown until the next state`() {
    var history = History(taking: [
      .state(0, ["a": 0]), .commit(1, .set(["a"], old: 0, new: 1), .remove(["nowhere"], old: nil)),
    ])
    #expect(history.state(after: 1) == .init(tree: ["a": 0], number: 0, isExact: false))
    #expect(history.gaps == [History.Gap(numbers: 1...1)])
    history.take(.state(1, ["a": 2]))
    #expect(history.state(after: 1)?.tree == ["a": 2])
    #expect(history.why("a", at: 1)?.author == .commit(1))
  }

  @Test func `repeated commits are ignored, and a state with a lower number starts over`() {
    var history = History(taking: [
      .state(0, ["a": 0]), .counting(1, "a"), .setting(1, "a", 7), .counting(2, "a"),
    ])
    #expect(history.state(after: 2)?.tree == ["a": 2])
    #expect(history.count == 2)
    history.take(.state(0, ["a": 9]))
    #expect(history.numbers == 0...0)
    #expect(history.state(after: 0)?.tree == ["a": 9])
  }

  @Test func `extreme numbers do no harm`() {
    var history = History(taking: [.commit(0), .commit(0), .dropped(7, 0), .dropped(-3, -9)])
    #expect(history.numbers == nil && history.count == 0)
    history.take(.commit(5, count: 1 << 50))
    #expect(history.commit(3)?.number == 5)
    #expect(history.state(after: 5) == nil && history.why("", at: 5) == nil)
    history.take(.state(5, ["a": 1]))
    #expect(history.state(after: 5)?.tree == ["a": 1])
    #expect(history.state(after: .max)?.number == 5 && history.state(after: .min)?.number == 5)
    #expect(history.runs(in: 0...5).isEmpty)
  }

  @Test func `commits from before the first state are held without states`() {
    var earlier = WireRecord.Commit(number: 7, time: 0, action: "Act")
    earlier.changesAreUnknown = true
    let history = History(taking: [.commit(earlier), .state(7, ["a": 7]), .counting(8, "a")])
    #expect(history.commit(7) == earlier)
    #expect(history.state(after: 7)?.tree == ["a": 7])
    #expect(history.state(after: 6)?.number == 7)
    #expect(history.why("a", at: 7)?.author == .beginning(7))
  }

  @Test func `runs are intervals between commits`() throws {
    let history = History(taking: [
      .state(0, ["a": 0]), .effect(.ended, run: 9), .commit(1), .effect(.started, run: 1),
      .commit(2), .effect(.failed, run: 1, error: "no"), .commit(3), .effect(.started, run: 2),
      .commit(4),
    ])
    let runs = [0...0, 1...1, 3...4].map { history.runs(in: $0).map(\.run) }
    #expect(runs == [[9], [1], [2]])
    let failed = try #require(history.run(1))
    #expect(failed.end == .failed && failed.error == "no" && failed.endedAfter == 2)
    #expect(history.run(2)?.end == nil)
    #expect(history.runs(setOffBy: 1).map(\.run) == [9, 1, 2])
  }

  @Test func `failed attempts belong to their run, the newest of very many`() throws {
    var history = History(taking: [.state(0, 0), .effect(.started, run: 1)])
    for number in 1...1_000 {
      history.take(
        .effect(.retrying, run: 1, at: Int64(number), error: "no", attempt: number, wait: 5)
      )
    }
    // What was taken in before.
    history.take(.effect(.retrying, run: 1, at: 1_000, error: "no", attempt: 1_000, wait: 5))
    var run = try #require(history.run(1))
    #expect(run.end == nil && run.retryCount == 1_000)
    #expect((32...64).contains(run.retries.count) && run.retries.last?.attempt == 1_000)
    let attempts = history.runs.events(in: 0...0).compactMap(\.effect.attempt)
    #expect(attempts == run.retries.map(\.attempt))
    history.take(.effect(.failed, run: 1, at: 1_001, error: "never"))
    run = try #require(history.run(1))
    #expect(run.end == .failed && run.error == "never")
    #expect(RunText.outcome(run) == "failed, ↻ 1,000 failed attempts: never")
  }

  @Test func `the oldest commits and runs are removed, and the front is a state`() throws {
    var history = History(.init(commits: 200), taking: [.state(0, ["n": 0])])
    for number in 1...2_000 {
      history.take(.counting(number))
      history.take(.effect(.started, run: number, of: number))
      history.take(.effect(.ended, run: number, of: number))
    }
    let numbers = try #require(history.numbers)
    #expect(numbers.upperBound == 2_000 && (200...300).contains(numbers.count))
    let front = numbers.lowerBound
    #expect(history.state(after: front)?.tree == ["n": .number(front)])
    #expect(history.run(1) == nil && history.run(1_801)?.end == .ended)
    #expect(history.runs(in: numbers).count < 400)
  }

  @Test func `a history without a limit accepts effects`() {
    let records: [WireRecord] = [
      .state(0, 0), .effect(.started, of: nil), .effect(.ended, of: nil),
    ]
    let history = History(.init(commits: .max, bytes: .max), taking: records)
    #expect(history.run(1)?.end == .ended)
  }

  @Test func `large states and changes are bounded by bytes`() {
    let text = String(repeating: "x", count: 100_000)
    var history = History(.init(bytes: 4 << 20), taking: [.state(0, ["a": ""])])
    for number in 1...400 { history.take(.setting(number, "a", .string("\(number)" + text))) }
    #expect(history.byteCount < 32 << 20)
    #expect(history.state(after: 400)?.tree == ["a": .string("400" + text)])
    #expect(history.isShortened)
  }

  @Test func `a question of a task that was cancelled ends`() async {
    let history = History(taking: [.state(0, ["n": 0]), .counting(1)])
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return history.changes(of: "n", in: 0...1)?.count
    }
    task.cancel()
    #expect(await task.value == 0)
    #expect(history.changes(of: "n", in: 0...1)?.count == 1)
  }

  @Test func `a commit that came without its changes is the author of what the next state shows`() {
    let history = History(taking: [
      .state(0, ["n": 0]),
      .commit(.init(number: 1, time: 5, action: "Act", changesAreUnknown: true)),
      .state(1, ["n": 3]),
    ])
    var found: [History.FoundChange] = []
    history.forEachChange(of: "n", in: 0...1) { changes in
      found += changes
      return true
    }
    #expect(found.map(\.change.author) == [.commit(1)])
    #expect(found.map { $0.commit?.action.type } == ["Act"])
    var authors: [String] = []
    _ = history.blame("n", at: 1) { authors.append($0.action.type) }
    #expect(authors == ["Act"])
  }

  @Test func `every kind of value comes back from its compact form`() {
    let trees: [Tree] = [
      .null, true, false, 0, -1, .integer(.max), .integer(.min), Tree(UInt64.max),
      Tree(UInt128.max), Tree(Int128.min), 1.5, -0.0, .double(.nan), .double(.infinity), "",
      "é\u{0}🙂", [], [1, [2]], [:], ["a": ["b": .null]], .data([0, 255]),
      .date(.init(secondsSince1970: -1.25)),
      .enumCase(name: "none", payload: .init()),
      .enumCase(name: "some", payload: .init([.init(key: "_0", value: 1)])),
      .opaque(typeName: "T"), .redacted, .cut(.depth(typeName: "T")), .cut(.elements(7)),
      .cut(.members(8)), .cut(.characters(kept: "k", omitted: 9)),
      .cut(.bytes(kept: [1], omitted: -1)),
    ]
    for tree in trees {
      var writer = CompactWriter()
      writer.write(tree)
      var reader = CompactReader(writer.bytes)
      #expect(reader.tree() == tree)
      #expect(reader.position == writer.count)
    }
    let changes: [TreeChange] = [
      .add(["a", 0], 1), .add(["b"], "x", position: 0), .remove(["c", 300], old: nil),
      .remove([], old: [1]), .set([], old: nil, new: 2), .set(["é"], old: 1, new: 2),
      .move(["a", 1], to: 70_000),
    ]
    var writer = CompactWriter()
    writer.write(changes)
    var reader = CompactReader(writer.bytes)
    #expect((0..<reader.count()).map { _ in reader.change() } == changes)
    reader.position = 1
    #expect(changes.map { _ in reader.skipChange().kind } == changes.map(\.kind))
    #expect(reader.position == writer.count)
  }
}
