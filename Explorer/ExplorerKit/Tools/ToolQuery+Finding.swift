import SluiceTree
import SluiceWire

extension ToolQuery {
  mutating func find() throws(ToolFailure) -> Tree {
    switch (arguments.string("text"), try arguments.condition()) {
    case (let text?, nil): return try find(text)
    case (nil, let condition?): return turns(of: condition)
    default: throw .argument("text", "given, or condition is, and not both")
    }
  }

  /// Finds names and values in a state.
  private mutating func find(_ text: String) throws(ToolFailure) -> Tree {
    guard !text.isEmpty else { throw .argument("text", "at least one character long") }
    let at = arguments.integer("at") ?? last
    let path = try arguments.path("path")
    let part = try ask { history throws(QuestionError) in
      try history.part(path, at: at, file: "")
    }
    var search = ToolSearch(TextPattern(text, isPart: true))
    search.visit(part.value, part.path.steps)
    let page = page(of: search.found) { found, fitting in
      ["path": fitting.path(found.path), "value": fitting.value(found.value)]
    }
    if search.isFull { fitting.noteCut() }
    return answer([("number", .number(part.state.number))], "matches", page)
  }

  /// Finds the commits at which a condition became true or false.
  private func turns(of condition: StateCondition) -> Tree {
    let at = min(arguments.integer("at") ?? last, last)
    var turns: [History.Turn] = []
    var replica = StateReplica()
    var holds: Bool?
    history.forEachItem(upTo: at) { item in
      var record = item.record
      _ = replica.take(&record)
      guard let tree = replica.tree, let number = replica.lastNumber else { return }
      let now = condition.holds(in: tree)
      guard now != holds else { return }
      // That it does not hold at first is no turn.
      if now || holds != nil { turns.append(History.Turn(number: number, holds: now)) }
      holds = now
    }
    // It turns by turns: what is true in the first state that is still held is no turn again.
    let rest =
      isFirstPage
      ? turns[...] : turns.drop { $0.position <= position || $0.holds == (position % 2 == 1) }
    let history = history
    return answer([], "turns", total: turns.count, rest: rest) {
      $0.position
    } _: { turn, fitting in
      let action = history.commit(turn.number).map { ActionText.nameWithCase(of: $0.action) }
      return .object(present: [
        ("number", .number(turn.number)), ("holds", .bool(turn.holds)),
        ("action", action.map { fitting.text($0) }),
      ])
    }
  }
}

extension History.Turn {
  /// The number and, in its last bit, whether the condition holds.
  fileprivate var position: Int { 2 * number + (holds ? 1 : 0) }
}

/// Collects the names and values in a tree that match.
struct ToolSearch {
  private static let maximum = 10_000

  private let pattern: TextPattern
  private(set) var found: [(path: StatePath, value: Tree)] = []
  private(set) var isFull = false

  init(_ pattern: TextPattern) {
    self.pattern = pattern
  }

  mutating func visit(_ tree: Tree, _ path: [StatePath.Step]) {
    switch tree {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        visit(element, path + [element.lastingStep(at: .index(index))])
      }
    case .object(let object):
      visit(object, path)
    case .enumCase(let name, let payload):
      if pattern.matches(name) { add(tree, path) }
      if !payload.isEmpty { visit(payload.asPayload, path + [.key(name)]) }
    case .string(let text), .cut(.characters(let text, _)): check(text, tree, path)
    case .opaque(let name): check(name, tree, path)
    case .integer(let number): check(String(number), tree, path)
    case .wideInteger(let number): check(number.description, tree, path)
    case .double(let number): check(number.description, tree, path)
    case .bool(let value): check(value ? "true" : "false", tree, path)
    case .date(let instant):
      check(CalendarText.utc(secondsSince1970: instant.secondsSince1970), tree, path)
    // What is withheld is not found by anything but its name.
    case .null, .data, .cut, .redacted: break
    }
  }

  private mutating func visit(_ object: Tree.Object, _ path: [StatePath.Step]) {
    for member in object.members {
      let inner = path + [.key(member.key)]
      if pattern.matches(member.key) { add(member.value, inner) }
      visit(member.value, inner)
    }
  }

  private mutating func check(_ text: String, _ tree: Tree, _ path: [StatePath.Step]) {
    // Its name may match, too.
    if pattern.matches(text), found.last?.path.steps != path { add(tree, path) }
  }

  private mutating func add(_ tree: Tree, _ path: [StatePath.Step]) {
    guard found.count < Self.maximum else {
      isFull = true
      return
    }
    found.append((StatePath(path), tree))
  }
}
