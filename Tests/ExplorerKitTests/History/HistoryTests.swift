import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct HistoryTests {
  private static func history(
    _ records: WireRecord...,
    limits: History.Limits = .init()
  ) -> History {
    var history = History(limits)
    for record in records { history.take(record) }
    return history
  }

  private static func todo(_ id: Int64, done: Bool = false) -> Tree {
    ["id": .integer(id), "done": .bool(done)]
  }

  @Test func `an element is followed by its id through moves and insertions`() throws {
    let history = Self.history(
      .state(0, ["todos": []]),
      .commit(1, .add(["todos", 0], Self.todo(4))),
      .commit(2, .set(["todos", 0, "done"], old: false, new: true)),
      .commit(3, .add(["todos", 0], Self.todo(5))),
      .commit(4, .move(["todos", 1], to: 0)),
      .commit(5, .add(["todos", 2], Self.todo(6)), .move(["todos", 0], to: 2))
    )
    let path = try StatePath(parsing: "todos[id:4].done")
    let reason = try #require(history.why(path, at: 5))
    #expect(reason.path == StatePath(["todos", 2, "done"] as TreePath))
    #expect(reason.author == .commit(2))
    #expect(history.changes(of: path, in: 0...5)?.map(\.author) == [.commit(1), .commit(2)])
    // The same element, named by its place at the end.
    let placed = try StatePath(parsing: "todos[2].done")
    #expect(history.changes(of: placed, in: 0...5)?.map(\.author) == [.commit(1), .commit(2)])
  }

  @Test func `a value that was removed has a reason, too`() throws {
    let history = Self.history(
      .state(0, ["todos": [Self.todo(4)]]),
      .commit(1, .remove(["todos", 0], old: nil)),
      .commit(2, .add(["a"], 1))
    )
    let path = try StatePath(parsing: "todos[id:4]")
    let reason = try #require(history.why(path, at: 2))
    #expect(reason.value == .missing)
    #expect(reason.author == .commit(1))
    #expect(reason.change?.old == .value(Self.todo(4)))
    #expect(history.why(try StatePath(parsing: "todos[id:5]"), at: 2) == nil)
    #expect(history.why(try StatePath(parsing: "b"), at: 2) == nil)
  }

  @Test func `a cause that is no earlier commit ends the chain`() throws {
    func commit(_ number: Int, cause: Int) -> WireRecord {
      .commit(
        WireRecord.Commit(
          number: number,
          time: 0,
          action: .init(type: "Act"),
          cause: .init(commit: cause),
          changes: [.set(["a"], old: nil, new: .integer(Int64(number)))]
        )
      )
    }
    let history = Self.history(.state(0, ["a": 0]), commit(1, cause: 2), commit(2, cause: 2))
    #expect(history.why(StatePath(["a"] as TreePath), at: 2)?.chain.map(\.number) == [2])
  }

  @Test func `a gap is the author of what it changed, and of nothing else`() throws {
    let history = Self.history(
      .state(0, ["a": 0, "b": 0]),
      .commit(1, .set(["b"], old: 0, new: 1)),
      .dropped(2, 4, .room),
      .state(4, ["a": 1, "b": 1])
    )
    let gap = History.Gap(numbers: 2...4, reason: .room)
    #expect(history.why(StatePath(["a"] as TreePath), at: 4)?.author == .gap(gap))
    #expect(history.why(StatePath(["b"] as TreePath), at: 4)?.author == .commit(1))
    #expect(history.gaps == [gap])
    #expect(history.gap(at: 3) == gap)
    #expect(history.state(after: 3) == .init(tree: ["a": 0, "b": 1], number: 1, isExact: false))
  }

  @Test func `changes that do not apply leave the state unknown until the next state`() throws {
    var history = Self.history(
      .state(0, ["a": 0]),
      .commit(1, .set(["a"], old: 0, new: 1), .remove(["nowhere"], old: nil))
    )
    #expect(history.state(after: 1) == .init(tree: ["a": 0], number: 0, isExact: false))
    #expect(history.gaps == [History.Gap(numbers: 1...1)])
    history.take(.state(1, ["a": 2]))
    #expect(history.state(after: 1)?.tree == ["a": 2])
    #expect(history.why(StatePath(["a"] as TreePath), at: 1)?.author == .commit(1))
  }

  @Test func `repeated commits are ignored, and a state with a lower number starts over`() throws {
    var history = Self.history(
      .state(0, ["a": 0]),
      .commit(1, .set(["a"], old: 0, new: 1)),
      .commit(1, .set(["a"], old: 0, new: 7)),
      .commit(2, .set(["a"], old: 1, new: 2))
    )
    #expect(history.state(after: 2)?.tree == ["a": 2])
    #expect(history.count == 2)
    history.take(.state(0, ["a": 9]))
    #expect(history.numbers == 0...0)
    #expect(history.state(after: 0)?.tree == ["a": 9])
  }

  @Test func `extreme numbers do no harm`() throws {
    var history = Self.history(.commit(0), .commit(0), .dropped(7, 0), .dropped(-3, -9))
    #expect(history.numbers == nil && history.count == 0)
    history.take(.commit(5, count: 1 << 50))
    #expect(history.commit(3)?.number == 5)
    #expect(history.state(after: 5) == nil && history.why(StatePath(), at: 5) == nil)
    history.take(.state(5, ["a": 1]))
    #expect(history.state(after: 5)?.tree == ["a": 1])
    #expect(history.state(after: .max)?.number == 5 && history.state(after: .min)?.number == 5)
    #expect(history.runs(in: 0...5).isEmpty && history.next(after: 9) { _ in true } == nil)
  }

  @Test func `commits from before the first state are held without states`() throws {
    var earlier = WireRecord.Commit(number: 7, time: 0, action: .init(type: "Act"))
    earlier.changesAreUnknown = true
    let history = Self.history(
      .commit(earlier),
      .state(7, ["a": 1]),
      .commit(8, .set(["a"], old: 1, new: 2))
    )
    #expect(history.commit(7) == earlier)
    #expect(history.state(after: 7)?.tree == ["a": 1])
    #expect(history.state(after: 6)?.number == 7)
    #expect(history.why(StatePath(["a"] as TreePath), at: 7)?.author == .beginning(7))
  }

  @Test func `runs are intervals between commits`() throws {
    func effect(_ event: WireRecord.Effect.Event, _ run: Int, error: String? = nil) -> WireRecord {
      .effect(
        .init(
          event: event,
          effect: "E",
          run: run,
          commit: 1,
          time: 5,
          duration: event == .started ? nil : 7,
          error: error
        )
      )
    }
    let history = Self.history(
      .state(0, ["a": 0]),
      effect(.ended, 9),
      .commit(1),
      effect(.started, 1),
      .commit(2),
      effect(.failed, 1, error: "no"),
      .commit(3),
      effect(.started, 2),
      .commit(4)
    )
    #expect(history.runs(in: 0...0).map(\.run) == [9])
    #expect(history.runs(in: 1...1).map(\.run) == [1])
    #expect(history.runs(in: 3...4).map(\.run) == [2])
    let failed = try #require(history.run(1))
    #expect(failed.end == .failed && failed.error == "no" && failed.endedAfter == 2)
    #expect(history.run(2)?.end == nil)
    #expect(history.runs(setOffBy: 1).map(\.run) == [9, 1, 2])
  }

  @Test func `the oldest commits and runs are removed, and the front is a state`() throws {
    var history = Self.history(.state(0, ["a": 0]), limits: .init(commits: 200))
    for number in 1...2_000 {
      history.take(.commit(number, .set(["a"], old: nil, new: .integer(Int64(number)))))
      for event in [WireRecord.Effect.Event.started, .ended] {
        history.take(
          .effect(.init(event: event, effect: "E", run: number, commit: number, time: 0))
        )
      }
    }
    let numbers = try #require(history.numbers)
    #expect(numbers.upperBound == 2_000)
    #expect((200...300).contains(numbers.count))
    let front = numbers.lowerBound
    #expect(history.state(after: front)?.tree == ["a": .integer(Int64(front))])
    #expect(history.run(1) == nil)
    #expect(history.run(1_801)?.end == .ended)
    #expect(history.runs(in: numbers).count < 400)
  }

  @Test func `a history without a limit accepts effects`() {
    var history = Self.history(.state(0, 0), limits: .init(commits: .max, bytes: .max))
    for event in [WireRecord.Effect.Event.started, .ended] {
      history.take(.effect(.init(event: event, effect: "E", run: 1, commit: nil, time: 0)))
    }
    #expect(history.run(1)?.end == .ended)
  }

  @Test func `large states and changes are bounded by bytes`() throws {
    var history = Self.history(.state(0, ["a": ""]), limits: .init(bytes: 4 << 20))
    let text = String(repeating: "x", count: 100_000)
    for number in 1...400 {
      history.take(.commit(number, .set(["a"], old: nil, new: .string("\(number)" + text))))
    }
    #expect(history.byteCount < 32 << 20)
    #expect(history.state(after: 400)?.tree == ["a": .string("400" + text)])
    #expect(history.isShortened)
  }

  @Test func `a question of a task that was cancelled ends`() async throws {
    let history = Self.history(.state(0, ["n": 0]), .commit(1, .set(["n"], old: 0, new: 1)))
    let path = try StatePath(parsing: "n")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return history.changes(of: path, in: 0...1)?.count
    }
    task.cancel()
    #expect(await task.value == 0)
    #expect(history.changes(of: path, in: 0...1)?.count == 1)
  }

  @Test func `every kind of value comes back from its compact form`() throws {
    let trees: [Tree] = [
      .null, true, false, 0, -1, .integer(.max), .integer(.min), Tree(UInt64.max),
      Tree(UInt128.max), Tree(Int128.min), 1.5, -0.0, .double(.nan), .double(.infinity), "",
      "é\u{0}🙂", [], [1, [2]], [:], ["a": ["b": .null]], .data([0, 255]), .date(-1.25),
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
    #expect(reader.count() == changes.count)
    for change in changes { #expect(reader.change() == change) }
    reader.position = 1
    for change in changes { #expect(reader.skipChange().kind == change.kind) }
    #expect(reader.position == writer.count)
  }

  @Test func `an element is missing when it has another id`() throws {
    let history = Self.history(
      .state(0, ["todos": [Self.todo(4)]]),
      .commit(1, .set(["todos", 0, "done"], old: false, new: true)),
      .commit(2, .set(["todos", 0, "id"], old: 4, new: 5))
    )
    for (path, authors) in [("todos[id:4]", [1, 2]), ("todos[id:4].done", [2])] {
      let path = try StatePath(parsing: path)
      #expect(history.why(path, at: 2)?.author == .commit(2))
      #expect(history.changes(of: path, in: 0...2)?.map(\.author.number) == authors)
    }
  }

  @Test func `the first commit may be missing`() {
    let history = Self.history(.dropped(1, 1, .room))
    #expect(history.missing == History.Gap(numbers: 1...1, reason: .room))
  }
}
