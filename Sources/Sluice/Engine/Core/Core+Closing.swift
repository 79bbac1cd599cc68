extension Core {
  /// Ends everything: called when the store is freed.
  ///
  /// The delivering thread still delivers earlier commits.
  final func close() {
    let held = enter("deinit")
    isClosed = true
    demands.insert(.closed)
    let work = runs?.close(held)
    // The delivering thread removes the rest when the queue is empty.
    let remains = turn.mark() ? nil : removeEverything(held)
    leave(held)
    if let runs { work?.perform(in: runs) }
    remains?.finish()
    closeMemory()
    census?.remove(self)
  }

  /// The registered objects, to be finished and released without the lock.
  struct Remains {
    var selections: [SelectionObserver] = []
    var observers: [any Observer] = []
    var changes: ContiguousArray<any Observer> = []
    var routes = Routes()
    var middleware = RegisteredMiddleware()
    var notices = Notices()

    func finish() {
      for selection in selections where !selection.isCancelled { selection.finish() }
    }
  }

  /// Removes the registered objects of a closed core once no thread delivers.
  final func removeEverything(_ held: borrowing Held) -> Remains {
    var remains = Remains()
    remains.changes = observers.applyChanges()
    observers.forEachSelection { remains.selections.append($0) }
    let interceptors = observers.takeInterceptors { _ in true }
    let all = remains.selections as [any Observer] + interceptors
    remains.observers = all.compactMap { observers.remove($0, isDelivering: false) }
    swap(&remains.routes, &routes)
    remains.middleware = middleware
    middleware = RegisteredMiddleware()
    remains.notices = notices
    notices = Notices()
    demands = .closed
    return remains
  }
}
