import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Long answers come in pages, and say so.
@Suite(.inTurn)
struct PagingTests {
  /// What has a list in its answer.
  typealias Question = (tool: Tool, list: String, arguments: [(String, Tree)])

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
      let answer = try conversation.call(tool, .object(present: arguments + [("cursor", cursor)]))
      let page = answer[list]?.elements ?? []
      items += page
      cursor = answer["nextCursor"]
      // Those of earlier pages may have been removed.
      #expect(answer["total"]?.number ?? 0 >= page.count)
      try #require(items.count < 10_000)
      between(&conversation)
    } while cursor != nil
    return items
  }

  static let lists: [Question] = [
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
      conversation.hear(Sessions.commit(next, [.set(["n"], old: nil, new: .number(next))]))
      next += 1
    }
    let numbers = commits.compactMap { $0["number"]?.number }
    #expect(numbers == (order == "newest" ? Array((1...20).reversed()) : Array(1...20)))
  }

  /// Lists whose first items go when many commits come, and what identifies an item.
  static let lasting: [(tool: Tool, list: String, key: String, arguments: [(String, Tree)])] = [
    (.commits, "commits", "number", [("order", "oldest")]), (.commits, "commits", "number", []),
    (.history, "changes", "author", [("path", "n")]), (.effects, "runs", "run", []),
    (.find, "turns", "number", [("condition", "isOdd==true")]),
  ]

  /// A program in which the number, and whether it is odd, changes with each commit, which a run follows.
  private static func steps(_ numbers: ClosedRange<Int>) -> [HubEvent] {
    numbers.flatMap { number -> [HubEvent] in
      let changes: [TreeChange] = [
        .set(["n"], old: nil, new: .number(number)),
        .set(["isOdd"], old: nil, new: .bool(number % 2 == 1)),
      ]
      return [Sessions.commit(number, changes), Sessions.started(number)]
    }
  }

  @Test(arguments: lasting.indices)
  func `commits removed between two pages leave no hole`(index: Int) throws {
    let (tool, list, key, arguments) = Self.lasting[index]
    // With and without what is removed, the pages are the same as far as anything is held.
    func pages(losing: Bool) throws -> (items: [Tree], oldest: Int) {
      var conversation = Conversation(
        about: [Sessions.connected("Todo"), Sessions.state(["n": 0, "isOdd": false])]
          + Self.steps(1...200),
        limits: Pasts.Limits(commits: losing ? 200 : 2_000)
      )
      var isFirst = true
      let items = try all(tool, list, arguments + [("limit", 7)], in: &conversation) {
        if isFirst { for event in Self.steps(201...330) { $0.hear(event) } }
        isFirst = false
      }
      let fresh = try conversation.call(
        tool,
        .object(present: arguments + [("limit", 1), ("order", tool == .commits ? "oldest" : nil)])
      )
      #expect(fresh["held"]?["isShortened"] == .bool(losing))
      let oldest = try #require(fresh[list]?.elements.first?[key])
      return (items.map { $0[key] ?? .null }, Self.number(oldest))
    }
    let whole = try pages(losing: false)
    let part = try pages(losing: true)
    #expect(part.oldest > 14 && part.oldest < 190)
    // Nothing comes twice, and from where it is held on nothing is missing.
    #expect(Set(part.items).count == part.items.count)
    #expect(part.items.prefix(7) == whole.items.prefix(7))
    func held(_ items: [Tree]) -> [Tree] { items.filter { Self.number($0) > part.oldest } }
    #expect(held(part.items) == held(whole.items))
  }

  private static func number(_ item: Tree) -> Int { item.number ?? item["commit"]?.number ?? 0 }

  @Test func `programs that disconnect between two pages leave no hole`() throws {
    var conversation = Conversation()
    func start(_ numbers: Range<Int>) {
      for number in numbers {
        let instance = "\(number)"
        conversation.hear(Sessions.connected("P" + instance, instance: instance))
        conversation.hear(Sessions.state(["n": 0], instance: instance))
        conversation.hear(Sessions.disconnected(instance, label: "P" + instance))
      }
    }
    start(0..<16)
    let first = try conversation.call(.programs, ["limit": 10])
    start(16..<20)
    let cursor = try #require(first["nextCursor"])
    let second = try conversation.call(.programs, ["limit": 200, "cursor": cursor])
    let names = [first, second].flatMap { $0["programs"]?.elements ?? [] }.map { $0["name"]?.text }
    #expect(names == (0..<20).map { "P\($0)" })
  }

  @Test func `a cursor of another question or another run of the program is refused`() throws {
    var conversation = Conversation(about: Sessions.counter(to: 20))
    let cursor = try #require(try conversation.call(.commits, ["limit": 3])["nextCursor"])
    func code(_ tool: Tool, _ arguments: Tree) throws -> Tree? {
      try conversation.failure(tool, arguments)["code"]
    }
    #expect(try code(.commits, ["order": "oldest", "cursor": cursor]) == "invalidCursor")
    #expect(try code(.history, ["path": "n", "cursor": cursor]) == "invalidCursor")
    // The length of a page is no part of the question.
    let next = try conversation.call(.commits, ["limit": 5, "cursor": cursor])
    #expect(next["commits"]?.elements.count == 5)
    conversation.hear(Sessions.disconnected())
    conversation.hear(Sessions.connected("Todo", instance: "2"))
    conversation.hear(Sessions.state(["n": 0], instance: "2"))
    #expect(try code(.commits, ["limit": 3, "cursor": cursor]) == "invalidCursor")
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
    #expect(whole["isCut"] == true && whole["state"]?["note"]?["$"] == "cut")
    let arguments: [(String, Tree)] = [("path", "todos"), ("limit", 200)]
    #expect(try all(.state, "state", arguments, in: &conversation) == todos)
    let shallow = try conversation.call(.state, ["depth": 1])
    #expect(shallow["state"]?["todos"] == [["$": "cut", "kind": "elements", "omitted": 3_000]])
  }

  static let ranges: [Question] = [
    (.commits, "commits", []), (.commits, "commits", [("filter", "type:*")]),
    (.history, "changes", [("path", "n")]), (.effects, "runs", []), (.statistics, "actions", []),
    (.statistics, "effects", []),
  ]

  @Test(arguments: ranges.indices)
  func `a range beyond the last commit is empty`(index: Int) throws {
    let (tool, list, arguments) = Self.ranges[index]
    var conversation = Conversation(about: Sessions.counter(to: 5) + [Sessions.started(1)])
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
    #expect(page.items == ["long"] && page.end == 1 && page.total == 3)
  }

  @Test func `the members of an object come in pages, too`() throws {
    let members = (0..<50).map { Tree.Object.Member(key: "k\($0)", value: .number($0)) }
    let events = [Sessions.connected("Todo"), Sessions.state(.object(Tree.Object(members)))]
    var conversation = Conversation(about: events)
    var cursor: Tree?
    for part in [0..<30, 30..<50] {
      let arguments = Tree.object(present: [("limit", 30), ("cursor", cursor)])
      let page = try conversation.call(.state, arguments)
      #expect(page["total"] == 50 && page["offset"]?.number ?? 0 == part.lowerBound)
      #expect(page["state"] == .object(Tree.Object(Array(members[part]))))
      cursor = page["nextCursor"]
    }
    #expect(cursor == nil)
  }
}
