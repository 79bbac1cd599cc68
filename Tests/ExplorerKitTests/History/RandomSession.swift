import SluiceTree
import SluiceWire
import TestSupport

@testable import ExplorerKit

/// A session of a made-up program, from a seed: its records, and what a naive replay knows of it.
///
/// The state has members that come and go, lists with and without ids whose elements are inserted,
/// removed, moved and changed, cases with payloads, and containers that are replaced as a whole. Some
/// commits are joined, some are lost with or without a word, and some come without their changes.
struct RandomSession {
  /// A state after a commit.
  struct Moment {
    let number: Int
    let tree: Tree
    /// Who made this state of the one before; `nil` at the beginning.
    let author: History.Author?
  }

  private(set) var records: [WireRecord] = []
  /// The states that are known, in their order.
  private(set) var moments: [Moment] = []
  private(set) var commits: [Int: WireRecord.Commit] = [:]
  private var random: SplitMix64
  private var nextID: Int64 = 0
  private let hasGaps: Bool

  init(seed: UInt64, commits count: Int, hasGaps: Bool) {
    random = SplitMix64(seed: seed)
    self.hasGaps = hasGaps
    var tree: Tree = [
      "count": 0, "todos": [], "people": [], "names": ["a"],
      "filter": .enumCase(name: "all", payload: .init()),
      "user": ["name": "Ada", "tags": []],
    ]
    records.append(.state(0, tree))
    moments.append(Moment(number: 0, tree: tree, author: nil))
    var number = 0
    while number < count {
      let next = changed(tree)
      number = take(from: tree, to: next, after: number)
      tree = next
    }
  }

  /// The records with events of effects between them; some runs started before anything was seen.
  var recordsWithRuns: [WireRecord] {
    var random = random
    var alive: [Int] = []
    var runs = 0
    var starts: [Int: Int] = [:]
    return records.enumerated().flatMap { index, record in
      var events = [record]
      let number = record.asCommit?.number ?? 1
      if Int.random(in: 0..<3, using: &random) == 0 {
        // Of a run that started before anything was seen, if none is alive.
        if alive.isEmpty {
          runs += 1
          alive.append(runs)
        }
        let run = alive[0]
        let time = Int64(index)
        let commit = starts[run, default: number]
        starts[run] = commit
        events.append(
          .effect(.retrying, run: run, of: commit, at: time, error: "\(index)", attempt: 1, wait: 5)
        )
      }
      while Int.random(in: 0..<3, using: &random) == 0 {
        let isStart = Bool.random(using: &random)
        runs += 1
        if isStart { alive.append(runs) }
        let run = isStart || alive.isEmpty ? runs : alive.removeFirst()
        let commit = starts[run, default: number]
        starts[run] = commit
        events.append(.effect(isStart ? .started : .ended, run: run, of: commit, at: Int64(index)))
      }
      return events
    }
  }

  // MARK: - What the program does

  private mutating func chance(_ percent: Int) -> Bool { pick(0..<100) < percent }
  private mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func changed(_ tree: Tree) -> Tree {
    var tree = tree
    for _ in 0..<pick(0..<4) { change(&tree) }
    return tree
  }

  private mutating func change(_ tree: inout Tree) {
    switch pick(0..<14) {
    case 0: set(&tree, "count", .integer(Int64(pick(0..<5))))
    case 1:
      let names: [Tree] = (0..<pick(0..<4)).map { _ in .string("n\(pick(0..<4))") }
      set(&tree, "names", .array(names))
    case 2:
      let payload: Tree.Object =
        chance(50) ? .init() : .init([.init(key: "_0", value: .integer(Int64(pick(0..<3))))])
      set(&tree, "filter", .enumCase(name: chance(50) ? "all" : "some", payload: payload))
    case 3: toggle(&tree, "note", .string("x\(pick(0..<3))"))
    case 4: set(&tree, "user", ["name": .string("n\(pick(0..<3))"), "tags": [.integer(1)]])
    case 5: toggle(&tree, "müsli", ["id": 1])
    case 6, 7: changePeople(&tree)
    default: changeTodos(&tree)
    }
  }

  private mutating func changeTodos(_ tree: inout Tree) {
    guard case .array(var todos)? = tree["todos"] else { return }
    switch pick(0..<8) {
    case 0, 1, 2: todos.insert(newTodo(beside: todos), at: pick(0..<(todos.count + 1)))
    case 3 where !todos.isEmpty: todos.remove(at: pick(0..<todos.count))
    case 4 where !todos.isEmpty:
      let todo = todos.remove(at: pick(0..<todos.count))
      todos.insert(todo, at: pick(0..<(todos.count + 1)))
    case 5: todos = Tree.Elements(todos.shuffled(using: &random))
    case 6 where chance(20):
      todos = chance(50) ? [] : (0..<40).map { _ in newTodo(beside: nil) } + todos
    default:
      guard !todos.isEmpty else { break }
      let index = pick(0..<todos.count)
      set(&todos[index], "done", .bool(chance(50)))
      if chance(30) { toggle(&todos[index], "due", .integer(Int64(pick(0..<9)))) }
    }
    if todos.count > 60 { todos.removeLast(50) }
    set(&tree, "todos", .array(todos))
  }

  /// Changes a list in which one id repeats, others don't, and some elements have none.
  private mutating func changePeople(_ tree: inout Tree) {
    guard case .array(var people)? = tree["people"] else { return }
    switch pick(0..<6) {
    case 5: people.insert(["n": .integer(Int64(pick(0..<9)))], at: pick(0..<(people.count + 1)))
    case 0: people.insert(["id": "twin", "n": 0], at: pick(0..<(people.count + 1)))
    case 1:
      let id = pick(0..<8)
      if people.contains(where: { $0["id"] == .integer(Int64(id)) }) { break }
      people.insert(["id": .integer(Int64(id)), "n": 0], at: pick(0..<(people.count + 1)))
    case 2 where !people.isEmpty: people.remove(at: pick(0..<people.count))
    case 3: people = Tree.Elements(people.shuffled(using: &random))
    default:
      guard !people.isEmpty else { break }
      set(&people[pick(0..<people.count)], "n", .integer(Int64(pick(0..<9))))
    }
    if people.count > 12 { people.removeLast(6) }
    set(&tree, "people", .array(people))
  }

  /// - Parameter todos: A list in which no id repeats; one that was in it may come back.
  private mutating func newTodo(beside todos: Tree.Elements?) -> Tree {
    var id = nextID
    if let todos, chance(30), nextID > 0 {
      let earlier = Int64(pick(0..<Int(nextID)))
      if !todos.contains(where: { $0["id"] == .integer(earlier) }) { id = earlier }
    }
    nextID = max(nextID, id + 1)
    return ["id": .integer(id), "title": .string("t\(id)"), "done": false, "tags": ["x"]]
  }

  private func set(_ tree: inout Tree, _ key: String, _ value: Tree) {
    guard case .object(let object) = tree else { return }
    var members = object.members
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index].value = value
    } else {
      members.append(.init(key: key, value: value))
    }
    tree = .object(Tree.Object(members))
  }

  private func toggle(_ tree: inout Tree, _ key: String, _ value: Tree) {
    guard case .object(let object) = tree else { return }
    if object[key] == nil {
      set(&tree, key, value)
    } else {
      tree = .object(Tree.Object(object.members.filter { $0.key != key }))
    }
  }

  // MARK: - What is sent of it

  private mutating func take(from old: Tree, to new: Tree, after last: Int) -> Int {
    let changes = Tree.changes(from: old, to: new)
    guard hasGaps, chance(6) else {
      let count = chance(10) ? 3 : 1
      let number = last + count
      let hidesOld = chance(20)
      append(commit(number, hidesOld ? changes.map(\.withoutOld) : changes, count: count))
      moments.append(Moment(number: number, tree: new, author: .commit(number)))
      return number
    }
    let number = last + pick(1..<4)
    var reason: WireRecord.Dropped.Reason?
    switch pick(0..<4) {
    case 0:
      reason = .room
      records.append(.dropped(last + 1, number, reason))
    case 1:
      var unknown = commit(last + 1, [], count: 1)
      unknown.changesAreUnknown = true
      append(unknown)
      if number > last + 1 { records.append(.dropped(last + 2, number)) }
    case 2:
      var partial = commit(number, Array(changes.prefix(1)), count: number - last)
      partial.omittedChanges = max(changes.count - 1, 1)
      append(partial)
    default:
      // Without a word.
      break
    }
    records.append(.state(number, new))
    let isCommit = number == last + 1 && commits[number] != nil
    let gap = History.Gap(numbers: (last + 1)...number, reason: reason)
    moments.append(
      Moment(number: number, tree: new, author: isCommit ? .commit(number) : .gap(gap))
    )
    return number
  }

  private mutating func commit(
    _ number: Int,
    _ changes: [TreeChange],
    count: Int
  ) -> WireRecord.Commit {
    let earlier = chance(60) ? commits.keys.filter { $0 < number }.max() : nil
    return WireRecord.Commit(
      number: number,
      time: Int64(number) * 1_000,
      action: .init(type: "Act\(number)", payload: chance(50) ? .integer(Int64(number)) : nil),
      origin: chance(50) ? .init(file: "A/B.swift", line: number, function: "f()") : nil,
      cause: earlier.map { .init(commit: $0, effect: chance(50) ? "E" : nil, run: nil) },
      reducing: chance(50) ? Int64(number) : nil,
      reducers: chance(50) ? [.init(id: "a"), .init(id: "b\(number)")] : nil,
      changes: changes,
      count: count
    )
  }

  private mutating func append(_ commit: WireRecord.Commit) {
    records.append(.commit(commit))
    commits[commit.number] = commit
  }
}
