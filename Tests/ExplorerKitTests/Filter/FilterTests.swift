import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct FilterTests {
  /// Commits and effects of one afternoon.
  static let records: KeyValuePairs<String, WireRecord> = [
    "add": .commit(
      118,
      .init(type: "AddTodo", payload: ["title": "Oat Milk", "amount": 3]),
      origin: .init(file: "Shop/Timer.swift", line: 12, function: "tick()"),
      reducing: 3_000_000,
      .add(["todos", "items", 0], ["title": "Oat Milk"])
    ),
    "tick": .commit(
      120,
      "Ticker.Tick",
      origin: .init(file: "Shop/Clock.swift", line: 7, function: "tick()"),
      reducing: 900,
      .set(["time"], old: 1, new: 2)
    ),
    "found": .commit(
      121,
      .init(type: "AnonymousAction<Int>", id: "searchFound", payload: "milk"),
      cause: .init(commit: 120, effect: "Todos.search", run: 4),
      .set(["todos"], old: nil, new: ["done": true])
    ),
    "later": .commit(130, "Saved", cause: 121),
    "started": .effect(.started, "Todos.search", of: 120),
    "again": .effect(.retrying, "Ads.show", of: nil, at: 9, attempt: 1, wait: 1),
    "failed": .effect(.failed, "Todos.save", of: 121, taking: 2_000_000_000),
    "state": .state(1, ["todos": ["items": []]]),
    "error": .error("refused"),
  ]

  static let admitted: [(filter: String, names: String)] = [
    ("type:AddTodo", "add"), ("type:Add*", "add"), ("type:add*", "add"), ("type:ADD*", ""),
    ("type:*", "add tick found later"), ("type:Tick", "tick"), ("type:Ticker.*", "tick"),
    ("type:searchFound", "found"), ("changed:todos", "add found"),
    ("changed:todos.items", "add"), ("changed:todos.*", "add found"), ("changed:**.title", "add"),
    ("changed:todos.items[1]", ""), ("changed:todos.items[0]", "add"),
    ("payload:milk", "add found"), ("payload:Milk", "add"), ("payload:amount", "add"),
    ("payload:3", "add"), (#"payload:"oat milk""#, "add"), ("payload:o*k", "add"),
    (#"payload:\*"#, ""), ("from:Timer.swift", "add"), ("from:timer.swift:12", "add"),
    ("from:Timer.swift:13", ""), ("from:Shop/*", "add tick"), ("app:Shop", "all"),
    ("app:sho*", "all"), ("app:Other", ""), ("slow:>2ms", "add failed"),
    ("slow:2ms", "add failed"), ("slow:<1us", "tick"), ("slow:>=900ns and slow:<=900ns", "tick"),
    ("slow:>1.5s", "failed"), ("effect:search", "found started"),
    ("effect:Todos.*", "found started failed"), ("cause:120", "found later started failed"),
    ("cause:121", "later failed"), ("cause:999", ""), ("failed", "again failed error"),
    ("not type:*", "started again failed state error"),
    ("type:Add* or type:Saved", "add later"), ("type:* and not payload:milk", "tick later"),
    ("type:* not payload:milk", "tick later"), ("type:* not (payload:milk or slow:>1ns)", "later"),
    ("TYPE:AddTodo OR Failed", "add again failed error"), ("not not failed", "again failed error"),
    ("type:AddTodo or type:Saved and cause:120", "add later"),
    ("(type:AddTodo or type:Saved) and cause:120", "later"),
    ("state:todos.items exists", "state error"), ("became:todos exists", ""),
    ("type:Saved or state:todos.items.count==0", "later state error"),
  ]

  @Test func `a filter admits what it says`() throws {
    for (text, names) in Self.admitted {
      var filter = try Filter(parsing: text)
      let found = Self.records.filter { filter.admits($0.value, app: "Shop/main", instance: "a") }
      let expected = names == "all" ? Self.records.map(\.key).joined(separator: " ") : names
      #expect(found.map(\.key).joined(separator: " ") == expected, "\(text)")
    }
  }

  static let mistakes: [(filter: String, reason: String, caret: String)] = [
    ("", "it is empty.", "^"),
    ("typ:Add", "there is no term “typ”. Did you mean “type”?", "^^^"),
    ("type:A and xyzzy:3", "there is no term “xyzzy”.", "           ^^^^^"),
    ("type:A milk", "“milk” has no meaning by itself. Write payload:milk", "       ^^^^"),
    ("type:", "type needs a value. Write type:Add*.", "^^^^^"),
    ("failed:x", "failed takes no value.", "^^^^^^^^"),
    ("slow:>2", "“>2” is not a duration. Write slow:>2ms.", "     ^^"),
    ("slow:fast", "“fast” is not a duration.", "     ^^^^"),
    ("cause:x", "“x” is not the number of a commit.", "      ^"),
    ("cause:-1", "“-1” is not the number of a commit.", "      ^^"),
    ("changed:[]", "“[]” is not a path.", "        ^^"),
    ("changed:a[0", "“a[0” is not a path. Write changed:todos.items.", "        ^^^"),
    (
      "changed:a[id:4].b", "“a[id:4].b” is a path with an id, but changes name indices.",
      "        ^^^^^^^^^"
    ),
    ("changed:a]", "“a]” is not a path.", "        ^^"),
    ("changed:a[[0]]", "“a[[0]]” is not a path.", "        ^^^^^^"),
    ("from:a.swift:x", "“a.swift:x” is not a file, or not a file and a line.", "     ^^^^^^^^^"),
    ("from:a.swift:0", "“a.swift:0” is not a file, or not a file and a line.", "     ^^^^^^^^^"),
    ("from::7", "“:7” is not a file, or not a file and a line.", "     ^^"),
    ("state:", "a path is missing. Write cart.total>100.", "      ^"),
    ("state", "state needs a value. Write state:cart.total>100.", "^^^^^"),
    ("type:A and state:cart.total", "a comparison is missing.", "                           ^"),
    ("state:cart.total type:A", "a comparison is missing.", "                ^"),
    ("became:total=1 or failed", "“=” is not a comparison. Write ==.", "            ^"),
    ("(state:total>)", "a value is missing.", "             ^"),
    (#"state:name=="A"#, "this quotation mark is not closed.", "            ^"),
    ("stat:total>1", "there is no term “stat”. Did you mean “state”?", "^^^^"),
    ("type:A and", "it ends where a term is expected", "          ^"),
    ("and type:A", "a term is expected here", "^^^"),
    ("type:A or or type:B", "a term is expected here", "          ^^"),
    ("(type:A", "this parenthesis is not closed.", "^"),
    ("type:A)", "this parenthesis closes nothing.", "      ^"),
    ("()", "this parenthesis closes nothing.", " ^"),
    (#"payload:"milk"#, "this quotation mark is not closed.", "        ^"),
    ("type:\u{1B}[2J typ:x", "there is no term “typ”.", "               ^^^"),
    (String(repeating: "not ", count: 200) + "failed", "it is nested more than 100 levels", ""),
  ]

  @Test func `a mistake is shown with a caret under its place`() throws {
    for (text, reason, caret) in Self.mistakes {
      let error = #expect(throws: FilterError.self) { try Filter(parsing: text) }
      try Self.expect(error, reason, caret)
    }
  }

  static func expect(_ error: FilterError?, _ reason: String, _ caret: String) throws {
    let lines = try #require(error).description.components(separatedBy: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("The filter cannot be read: " + reason), "\(lines[0])")
    if !caret.isEmpty { #expect(lines[2] == "  " + caret, "\(lines[1])\n\(lines[2])") }
  }

  @Test(arguments: [
    "name", "a.b", "two words", "(", "\"", "\\", "ends with \\", "\\\"", "\u{301}mark", "\n", "*",
    "", "[0]",
  ])
  func `a path as it is shown finds the changes there`(key: String) throws {
    let path: TreePath = ["list", 2, .key(key)]
    var filter = try Filter(parsing: "changed:\(path)")
    let admits = [path, ["list", 2, .key(key + "x")]].map { path in
      filter.admits(.record(.commit(1, .set(path, old: 1, new: 2))))
    }
    #expect(admits == [true, false])
  }

  @Test func `numbers of commits are those of one program`() throws {
    var filter = try Filter(parsing: "cause:120")
    let record = WireRecord.commit(121, "A", cause: 120)
    let next = WireRecord.commit(122, "B", cause: 121)
    let admitted = [(record, "a"), (next, "b"), (next, "a")].map { record, instance in
      filter.admits(.record(record, of: instance))
    }
    #expect(admitted == [true, false, true])
  }

  @Test func `memory of what a commit led to is bounded`() throws {
    var descent = Descent(root: 0)
    for number in 1...(Descent.maximalRemembered + 1) {
      descent.note(
        .init(number: number, time: 0, action: "A", cause: .init(commit: number - 1)),
        "a"
      )
    }
    #expect(descent.contains(Descent.maximalRemembered + 1, "a"))
    #expect(!descent.contains(1, "a"))
  }

  @Test func `what is no record is shown unless the filter excludes its program`() throws {
    let events: [HubEvent] = [
      .problem(label: nil, "x"), .problem(label: "Shop", "x"),
      .disconnected(label: "Todo", instance: "a", .cutOff),
    ]
    for (text, admitted) in [
      ("app:Shop and type:X", [true, true, false]), ("type:X", [true, true, true]),
      ("not app:Shop", [true, false, true]), ("app:Shop or type:X", [true, true, true]),
    ] {
      var filter = try Filter(parsing: text)
      #expect(events.map { filter.admits($0) } == admitted, "\(text)")
    }
  }
}
