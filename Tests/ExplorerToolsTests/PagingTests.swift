import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Long answers come in pages, and say so.
@Suite(.inTurn)
struct PagingTests {
  /// Asks for page after page, and returns the items of all.
  private func all(
    _ tool: Tool,
    _ list: String,
    _ arguments: [(String, Tree)],
    in conversation: inout Conversation,
    between: (inout Conversation) -> Void = { _ in }
  ) throws -> [Tree] {
    var items: [Tree] = []
    var cursor: Tree?
    repeat {
      let answer = try conversation.call(
        tool,
        .object(present: arguments + [("cursor", cursor)])
      )
      items += answer[list]?.elements ?? []
      cursor = answer["nextCursor"]
      #expect(answer["total"]?.number ?? 0 >= items.count)
      try #require(items.count < 10_000)
      between(&conversation)
    } while cursor != nil
    return items
  }

  static let lists: [(tool: Tool, list: String, arguments: [(String, Tree)])] = [
    (.commits, "commits", []), (.commits, "commits", [("order", "oldest")]),
    (.commits, "commits", [("filter", "type:Ask"), ("order", "oldest")]),
    (.history, "changes", [("path", "cart")]), (.blame, "leaves", []),
    (.compare, "changes", [("from", 0), ("to", 48)]), (.effects, "runs", []),
    (.find, "matches", [("text", "e")]), (.find, "turns", [("condition", "cart.count>0")]),
    (.state, "state", [("path", "products")]), (.programs, "programs", []),
  ]

  @Test(arguments: lists.indices)
  func `pages together are the whole`(index: Int) throws {
    let (tool, list, arguments) = Self.lists[index]
    var conversation = Conversation(about: try Sessions.demo())
    let whole = try all(tool, list, arguments + [("limit", 200)], in: &conversation)
    let pages = try all(tool, list, arguments + [("limit", 3)], in: &conversation)
    #expect(pages == whole)
    #expect(tool == .programs || whole.count > 3)
  }

  @Test(arguments: ["newest", "oldest"])
  func `commits that come between two pages are on none`(order: String) throws {
    var conversation = Conversation(about: Sessions.counter(to: 20))
    var next = 21
    let arguments: [(String, Tree)] = [("limit", 4), ("order", .string(order))]
    let commits = try all(.commits, "commits", arguments, in: &conversation) { conversation in
      let change = TreeChange.set(["n"], old: nil, new: .number(next))
      _ = conversation.server.take(Sessions.commit(next, [change]))
      next += 1
    }
    let numbers = commits.compactMap { $0["number"]?.number }
    #expect(numbers == (order == "newest" ? Array((1...20).reversed()) : Array(1...20)))
  }

  @Test func `commits that go between two pages leave no hole`() throws {
    var conversation = Conversation(
      about: Sessions.counter(to: 200),
      limits: History.Limits(commits: 64)
    )
    let first = try conversation.call(.commits, ["limit": 1, "order": "oldest"])
    let oldest = try #require(first["commits"]?.elements.first?["number"]?.number)
    #expect(oldest > 1)
    #expect(first["held"]?["isShortened"] == true)
    for number in 201...400 {
      _ = conversation.server.take(Sessions.commit(number, [.set(["n"], old: nil, new: 1)]))
    }
    let cursor = try #require(first["nextCursor"])
    let second = try conversation.call(
      .commits,
      ["limit": 1, "order": "oldest", "cursor": cursor]
    )
    #expect(second["commits"]?.elements.count == 0)
    #expect(second["nextCursor"] == nil)
  }

  @Test func `a cursor of another question or another run of the program is refused`() throws {
    var conversation = Conversation(about: Sessions.counter(to: 20))
    let page = try conversation.call(.commits, ["limit": 3])
    let cursor = try #require(page["nextCursor"])
    #expect(
      try conversation.failure(.commits, ["order": "oldest", "cursor": cursor])["code"]
        == "invalidCursor"
    )
    #expect(
      try conversation.failure(.history, ["path": "n", "cursor": cursor])["code"] == "invalidCursor"
    )
    // The length of a page is no part of the question.
    #expect(
      try conversation.call(.commits, ["limit": 5, "cursor": cursor])["commits"]?.elements.count
        == 5
    )
    for event in [
      Sessions.connected("Todo", instance: "2"), Sessions.state(["n": 0], instance: "2"),
    ] { _ = conversation.server.take(event) }
    #expect(
      try conversation.failure(.commits, ["limit": 3, "cursor": cursor])["code"] == "invalidCursor"
    )
    #expect(try conversation.call(.programs)["programs"]?.elements.first?["starts"] == 2)
  }

  @Test func `a long value is cut, marked, and continued`() throws {
    let todos = (1...3_000).map { id -> Tree in
      ["id": .number(id), "title": .string(String(repeating: "x", count: 100))]
    }
    let state: Tree = [
      "todos": .array(todos), "note": .string(String(repeating: "y", count: 50_000)),
    ]
    var conversation = Conversation(about: [Sessions.connected("Todo"), Sessions.state(state)])
    let whole = try conversation.call(.state)
    #expect(whole["isCut"] == true)
    #expect(whole["state"]?["note"]?["$"] == "cut")
    let todosBack = try all(
      .state,
      "state",
      [("path", "todos"), ("limit", 200)],
      in: &conversation
    )
    #expect(todosBack == todos)
    let shallow = try conversation.call(.state, ["depth": 1])
    #expect(shallow["state"]?["todos"] == [["$": "cut", "kind": "elements", "omitted": 3_000]])
  }

  static let ranges: [(tool: Tool, list: String, arguments: [(String, Tree)])] = [
    (.commits, "commits", []), (.commits, "commits", [("filter", "type:*")]),
    (.history, "changes", [("path", "n")]), (.effects, "runs", []), (.statistics, "actions", []),
    (.statistics, "effects", []),
  ]

  @Test(arguments: ranges.indices)
  func `a range beyond the last commit is empty`(index: Int) throws {
    let (tool, list, arguments) = Self.ranges[index]
    let run = WireRecord.Effect(event: .started, effect: "save", run: 1, commit: 1, time: 5)
    var conversation = Conversation(
      about: Sessions.counter(to: 5) + [.record(label: "Todo", instance: "1", .effect(run))]
    )
    func answer(from: Int) throws -> Tree {
      try conversation.call(tool, .object(present: arguments + [("from", .number(from))]))
    }
    #expect(try answer(from: 5)[list]?.elements.count == 1)
    for from in [6, 7, 1_000_000] {
      let answer = try answer(from: from)
      #expect(answer[list]?.elements.isEmpty == true)
      #expect(answer["value"] == (tool == .history ? 5 : nil))
    }
  }

  @Test func `one item that is too long is a page by itself`() {
    let page = ToolPage(of: [1, 2, 3], from: 0, limit: 10, bytes: 1) { _ in "long" }
    #expect(page.items == ["long"])
    #expect(page.end == 1)
    #expect(page.total == 3)
  }

  @Test func `the members of an object come in pages, too`() throws {
    let members = (0..<50).map { Tree.Object.Member(key: "k\($0)", value: .number($0)) }
    let events = [Sessions.connected("Todo"), Sessions.state(.object(Tree.Object(members)))]
    var conversation = Conversation(about: events)
    let first = try conversation.call(.state, ["limit": 30])
    #expect(first["total"] == 50)
    #expect(first["state"]?["k29"] == 29 && first["state"]?["k30"] == nil)
    let cursor = try #require(first["nextCursor"])
    let second = try conversation.call(.state, ["limit": 30, "cursor": cursor])
    #expect(second["offset"] == 30)
    #expect(second["state"]?["k49"] == 49 && second["state"]?["k29"] == nil)
    #expect(second["nextCursor"] == nil)
  }
}
