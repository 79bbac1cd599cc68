package import Sluice

extension TodoList {
  package static let entities = EntitySelectors(at: \TodoList.todos)
  package static let filter = Selector(keyPath: \TodoList.filter)

  /// What the filter lets through; made anew only when to-dos or filter change.
  package static let visible = Selector.with(entities.all, filter) { todos, filter in
    todos.elements.filter(filter.shows)
  }

  /// How many are left to do.
  package static let openCount = Selector.with(entities.all) { todos in
    todos.count { !$0.isDone }
  }

  /// One line for a status bar.
  package static let summary = Selector.with(openCount, entities.count, filter) {
    open,
    all,
    filter in
    all == 0 ? "nothing to do" : "\(open) of \(all) to do, showing \(filter)"
  }
}
