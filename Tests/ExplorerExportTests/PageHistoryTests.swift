import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The page rebuilds states and finds causes itself; it must find what ``History`` finds.
@Suite(
  .inTurn,
  .enabled(if: Browser.executable != nil, "There is no Chromium or Chrome on this machine.")
)
struct PageHistoryTests {
  @Test(arguments: [1, 2, 3, 4])
  func `states and authors are those of the history`(seed: UInt64) async throws {
    var made = MadeSession(seed: seed, hasGaps: seed > 2)
    let session = made.session(commits: 220)
    let history = session.stores[0].history
    #expect(history.segments.count > 3)
    let page = try await BrowserPage(session)
    for _ in 0..<6 {
      let number = made.random.pick(1..<221)
      guard let known = history.state(after: number), known.isExact, history.commit(number) != nil
      else { continue }
      let place = "explorer.store.indexOf(\(number))"
      let shown = try await page.evaluate(
        // Numbers whose digits JavaScript would lose keep their text.
        """
        JSON.stringify(explorer.store.stateAfter(\(place)))
          .replace(/{"\\$":"number","text":"([^"]*)"}/g, '$1')
        """
      )
      guard case .string(let text) = shown else { throw Browser.Failure(description: "\(shown)") }
      #expect(try JSONText.tree(of: Array(text.utf8)[...]) == known.tree, "after \(number)")
      let leaves = try #require(history.blame(at: number)).leaves
      let paths = Tree.array(leaves.map { .array($0.path.steps.map(Self.tree)) })
      let asked = String(decoding: JSONText.bytes(of: paths), as: UTF8.self)
      let authors = try await page.evaluate(
        """
        \(asked).map((path) => {
          const answer = explorer.why(path, \(place));
          return answer.gap ? 'gap ' + answer.gap.to : answer.index === undefined
            ? 'beginning' : String(explorer.store.entries[answer.index].number);
        })
        """
      )
      #expect(authors == .array(leaves.map { .string(Self.text($0.author)) }), "\(asked) \(number)")
    }
    #expect(page.problems == [])
    try await page.close()
  }

  private static func tree(_ step: TreePath.Step) -> Tree {
    switch step {
    case .key(let key): .string(key)
    case .index(let index): .integer(Int64(index))
    }
  }

  private static func text(_ author: History.Author) -> String {
    switch author {
    case .commit(let number): String(number)
    case .gap(let gap): "gap \(gap.numbers.upperBound)"
    case .beginning: "beginning"
    }
  }
}

/// A session of a made-up program with a list whose elements come, go, move and change.
private struct MadeSession {
  var random: SplitMix64
  private let hasGaps: Bool
  private var nextID: Int64 = 0

  init(seed: UInt64, hasGaps: Bool) {
    random = SplitMix64(seed: seed)
    self.hasGaps = hasGaps
  }

  mutating func session(commits count: Int) -> ExportedSession {
    var session = ExportedSession(ProgramChoice(), Pasts.Limits(commits: 1_024))
    session.take(.connected(label: "a", SmallSession.hello))
    func take(_ record: WireRecord) { session.take(.record(label: "a", instance: "a", record)) }
    var tree = state(todos: [], count: 0)
    take(.state(.init(number: 0, state: tree)))
    for number in 1...count {
      let next = changed(tree, number)
      if hasGaps, random.pick(0..<30) == 0 {
        take(.dropped(.init(count: 1, from: number, to: number)))
        take(.state(.init(number: number, state: next)))
      } else {
        var changes = Tree.changes(from: tree, to: next)
        if random.pick(0..<4) == 0 { changes = changes.map(\.withoutOld) }
        take(
          .commit(
            .init(number: number, time: Int64(number), action: .init(type: "A"), changes: changes)
          )
        )
      }
      tree = next
    }
    return session
  }

  private func state(todos: [Tree], count: Int64) -> Tree {
    [
      "count": .integer(count), "todos": .array(todos),
      "filter": .enumCase(
        name: count % 2 == 0 ? "all" : "some",
        payload: Tree.Object([.init(key: "_0", value: .integer(count / 3))])
      ), "$money": .double(Double(count) / 2),
    ]
  }

  private mutating func changed(_ tree: Tree, _ number: Int) -> Tree {
    guard case .array(let elements)? = tree["todos"], case .integer(var count)? = tree["count"]
    else { return tree }
    var todos = Array(elements)
    switch random.pick(0..<7) {
    case 0, 1:
      nextID += 1
      let todo: Tree = [
        "id": .integer(nextID), "title": .string("t\(number)"), "tags": ["x", ["y": 1]],
      ]
      todos.insert(todo, at: random.pick(0..<(todos.count + 1)))
    case 2 where !todos.isEmpty: todos.remove(at: random.pick(0..<todos.count))
    case 3 where !todos.isEmpty:
      let todo = todos.remove(at: random.pick(0..<todos.count))
      todos.insert(todo, at: random.pick(0..<(todos.count + 1)))
    case 4 where !todos.isEmpty:
      let place = random.pick(0..<todos.count)
      guard let id = todos[place]["id"] else { break }
      todos[place] = ["id": id, "title": .string("u\(number)"), "tags": ["x", ["y": 1]]]
    case 5: todos.reverse()
    default: count += 1
    }
    return state(todos: todos, count: count)
  }
}
