import SluiceTree
import SluiceWire

extension ToolQuery {
  /// The value at a path; page by page if it is too long.
  mutating func state() throws(ToolFailure) -> Tree {
    let path = try arguments.path("path")
    let number = arguments.integer("at") ?? last
    let part = try ask { history throws(QuestionError) in
      try history.part(path, at: number, file: "")
    }
    let whole = part.value
    let head = ToolJSON.exact(part.state.number, asked: number) + [("path", fitting.path(path))]
    var tree = whole
    if let depth = arguments.integer("depth") {
      tree = whole.cut(below: depth)
      if tree != whole { fitting.noteCut() }
    }
    let fits = JSONText.length(of: tree, countingTo: ToolFitting.answer) <= ToolFitting.answer
    let total = tree.children
    if isFirstPage && (fits && arguments.integer("limit") == nil || total == 0) {
      let value = fitting.value(tree, to: ToolFitting.answer)
      return answer(head + [("state", value), ("total", .number(total))])
    }
    return statePage(tree, head)
  }

  private mutating func statePage(_ tree: Tree, _ head: [(String, Tree?)]) -> Tree {
    let offset = min(position, tree.children)
    let bytes = ToolFitting.answer / 4
    let head = head + [("offset", .number(offset))]
    var fitting = fitting
    defer { self.fitting = fitting }
    switch tree {
    case .array(let elements):
      let page = ToolPage(of: Array(elements), from: offset, limit: arguments.limit) {
        fitting.value($0, to: bytes)
      }
      return answer(head, fitting, .array(page.items), page)
    case .object(let object), .enumCase(_, let object):
      let page = ToolPage(of: object.members, from: offset, limit: arguments.limit) {
        ["key": .string($0.key), "value": fitting.value($0.value, to: bytes)]
      }
      let members = page.items.compactMap { item in
        item.member("key").flatMap { key -> (String, Tree?)? in
          guard case .string(let key) = key else { return nil }
          return (key, item.member("value"))
        }
      }
      let part = Tree.object(present: members)
      guard case .enumCase(let name, _) = tree, case .object(let payload) = part else {
        return answer(head, fitting, part, page)
      }
      return answer(head, fitting, .enumCase(name: name, payload: payload), page)
    default:
      return answer(head + [("state", tree), ("total", .number(0))])
    }
  }

  private func answer(
    _ head: [(String, Tree?)],
    _ fitting: ToolFitting,
    _ part: Tree,
    _ page: ToolPage
  ) -> Tree {
    var query = self
    query.fitting = fitting
    return query.answer(head + [("state", part)], page)
  }
}

extension Tree {
  /// The number of elements or members.
  fileprivate var children: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let object), .enumCase(_, let object): object.count
    default: 0
    }
  }

  /// Returns the tree with marks in the place of what lies deeper than some levels.
  func cut(below depth: Int) -> Tree {
    switch self {
    case .array(let elements):
      guard depth > 0 else { return elements.isEmpty ? self : [.cut(.elements(elements.count))] }
      return .array(elements.map { $0.cut(below: depth - 1) })
    case .object(let object):
      return .object(object.cut(below: depth))
    case .enumCase(let name, let payload):
      return .enumCase(name: name, payload: payload.cut(below: depth))
    default:
      return self
    }
  }
}

extension Tree.Object {
  fileprivate func cut(below depth: Int) -> Tree.Object {
    guard depth > 0 else {
      guard !isEmpty else { return self }
      return Tree.Object([Member(key: Tree.Cut.membersKey, value: .cut(.members(count)))])
    }
    return Tree.Object(members.map { Member(key: $0.key, value: $0.value.cut(below: depth - 1)) })
  }
}
