import SluiceTree
import SluiceWire

extension ToolQuery {
  mutating func why() throws(ToolFailure) -> Tree {
    let path = try arguments.path("path")
    let at = arguments.integer("at") ?? last
    let reason = try ask { history throws(QuestionError) in
      try history.reason(path, at: at, file: "")
    }
    // What is nearest, and where it began.
    var links = reason.chain
    if links.count > 12 {
      links = Array(links.prefix(11)) + links.suffix(1)
      fitting.noteCut()
    }
    let action = actionName(of: reason.author)
    let members =
      ToolJSON.exact(reason.number, asked: at) + [
        ("path", fitting.path(path)), ("value", fitting.value(reason.value, to: ToolFitting.value)),
        ("author", ToolJSON.author(reason.author)),
        (
          "change",
          reason.change.map {
            fitting.pathChange($0, action: action, value: ToolFitting.value / 4)
          }
        ),
        ("chain", fitting.list(links, limit: links.count) { $1.link($0) }),
        ("chainLength", .number(reason.chain.count)),
      ]
    return answer(members)
  }

  mutating func pathHistory() throws(ToolFailure) -> Tree {
    let path = try arguments.path("path")
    let asked = try range(to: "at")
    guard let end = history.state(after: asked.upperBound - 1) else {
      if isFirstPage { throw .noState }
      // All that the pages are about has gone.
      return answer(
        [("path", fitting.path(path))],
        "changes",
        ToolPage(items: [], total: 0, end: nil)
      )
    }
    let changes =
      asked.isEmpty
      ? []
      : history.changes(of: path, in: asked.lowerBound...max(asked.lowerBound, end.number))
    let resolution = end.tree.resolve(path.steps)
    guard let changes, resolution.isComplete || !changes.isEmpty else {
      throw ToolFailure(.noPath(path, after: end.number, nearest: ""), state: end.tree)
    }
    let history = history
    let value = resolution.isComplete ? fitting.value(resolution.tree, to: ToolFitting.value) : nil
    let members = [("path", fitting.path(path)), ("value", value)]
    let rest = isFirstPage ? changes : changes.filter { $0.author.number > position }
    return answer(members, "changes", total: changes.count, rest: rest) {
      $0.author.number
    } _: { change, fitting in
      var action: String?
      if case .commit(let number) = change.author {
        action = history.commit(number).map { ActionText.nameWithCase(of: $0.action) }
      }
      return fitting.pathChange(change, action: action)
    }
  }

  mutating func blame() throws(ToolFailure) -> Tree {
    let at = arguments.integer("at") ?? last
    let path = try arguments.path("path")
    let blame = try ask { history throws(QuestionError) in
      try history.authors(path, at: at, file: "").blame
    }
    let heads = history.heads(of: blame)
    let page = page(of: blame.leaves) { leaf, fitting in
      var action: String?
      if case .commit(let number) = leaf.author {
        action = heads[number].map { ActionText.nameWithCase(of: $0.action) }
      }
      return .object(present: [
        ("path", fitting.path(leaf.path)), ("value", fitting.value(leaf.value)),
        ("author", ToolJSON.author(leaf.author)), ("action", action.map { fitting.text($0) }),
      ])
    }
    return answer(ToolJSON.exact(blame.number, asked: at), "leaves", page)
  }

  mutating func compare() throws(ToolFailure) -> Tree {
    let (one, other) = (arguments.requiredInteger("from"), arguments.requiredInteger("to"))
    let difference = try ask { history throws(QuestionError) in
      try history.difference(from: one, to: other, file: "")
    }
    let page = page(of: difference.changes) { $1.change($0) }
    let (from, to) = (difference.from.number, difference.to.number)
    return answer(
      [
        ("from", .object(present: ToolJSON.exact(from, asked: difference.asked.from))),
        ("to", .object(present: ToolJSON.exact(to, asked: difference.asked.to))),
      ],
      "changes",
      page
    )
  }
}

extension ToolFitting {
  fileprivate mutating func link(_ link: History.Link) -> Tree {
    .object(present: [
      ("number", .number(link.number)), ("commit", link.commit.map { commit($0, changes: 3) }),
      ("run", link.run.map { run($0) }),
    ])
  }
}
