import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The page rebuilds states and finds causes itself; it must find what ``History`` finds.
@Suite(.inTurn, .inBrowser)
struct PageHistoryTests {
  @Test(arguments: [1, 2, 3, 4])
  func `states and authors are those of the history`(seed: UInt64) throws {
    var made = MadeSession(random: SplitMix64(seed: seed), hasGaps: seed > 2)
    let session = made.session(commits: 220)
    let history = session.stores[0].history
    #expect(history.segments.count > 3)
    try BrowserPage.open(session.page()) { page in
      for _ in 0..<6 {
        let number = made.random.pick(1..<221)
        guard let known = history.state(after: number), known.isExact, history.commit(number) != nil
        else { continue }
        let leaves = try #require(history.blame(at: number)).leaves
        let paths = Tree.array(leaves.map { .array($0.path.steps.map(Self.tree)) })
        // Numbers whose digits JavaScript would lose keep their text.
        let shown = try page.evaluate(
          """
          (() => {
            const place = explorer.store.indexOf(\(number));
            const state = JSON.stringify(explorer.store.stateAfter(place))
              .replace(/{"\\$":"number","text":"([^"]*)"}/g, '$1');
            const paths = \(String(decoding: JSONText.bytes(of: paths), as: UTF8.self));
            return [state, ...paths.map((path) => {
              const answer = explorer.why(path, place);
              return answer.gap ? 'gap ' + answer.gap.to : answer.index === undefined
                ? 'beginning' : String(explorer.store.entries[answer.index].number);
            })];
          })()
          """
        )
        guard case .array(let found) = shown, let state = found.first?.text else {
          throw Browser.Failure(description: "\(shown)")
        }
        #expect(try JSONText.tree(of: Array(state.utf8)[...]) == known.tree, "after \(number)")
        let authors = leaves.map { Self.text($0.author) }
        #expect(found.dropFirst().map(\.text) == authors, "after \(number)")
      }
    }
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
  let hasGaps: Bool
  var todos: [Tree] = []
  var count: Int64 = 0

  mutating func session(commits: Int) -> ExportedSession {
    var session = ExportedSession(ProgramChoice(), Pasts.Limits(commits: 1_024))
    var records = [WireRecord.state(.init(number: 0, state: state))]
    for number in 1...commits {
      let before = state
      change(number)
      if hasGaps, random.pick(0..<30) == 0 {
        records.append(.dropped(.init(count: 1, from: number, to: number)))
        records.append(.state(.init(number: number, state: state)))
      } else {
        var commit = WireRecord.Commit(number: number, time: 1, action: .init(type: "A"))
        commit.changes = Tree.changes(from: before, to: state)
        if random.pick(0..<4) == 0 { commit.changes = commit.changes.map(\.withoutOld) }
        records.append(.commit(commit))
      }
    }
    session.take(records, label: "a")
    return session
  }

  private var state: Tree {
    let payload = Tree.Object([.init(key: "_0", value: .integer(count / 3))])
    return [
      "count": .integer(count), "todos": .array(Tree.Elements(todos)),
      "filter": .enumCase(name: count % 2 == 0 ? "all" : "some", payload: payload),
      "$money": .double(Double(count) / 2),
    ]
  }

  private mutating func change(_ number: Int) {
    let place = random.pick(0..<max(todos.count, 1))
    switch random.pick(0..<7) {
    case 0, 1:
      let todo = Self.todo(id: .integer(Int64(number)), "t\(number)")
      todos.insert(todo, at: random.pick(0..<(todos.count + 1)))
    case 2 where !todos.isEmpty: todos.remove(at: place)
    case 3 where !todos.isEmpty:
      let todo = todos.remove(at: place)
      todos.insert(todo, at: random.pick(0..<(todos.count + 1)))
    case 4 where !todos.isEmpty:
      todos[place] = Self.todo(id: todos[place]["id"] ?? .null, "u\(number)")
    case 5: todos.reverse()
    default: count += 1
    }
  }

  private static func todo(id: Tree, _ title: String) -> Tree {
    ["id": id, "title": .string(title), "tags": ["x", ["y": 1]]]
  }
}
