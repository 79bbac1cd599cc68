// The fast path: what every dispatch pays. Inlined into the caller, where the action's type is
// known, so that the reducers are called with the action as it is, without a box.

extension StateCore {
  /// Reduces now; delivers before it returns, unless somebody else is delivering.
  @inlinable
  func dispatch<A: Action>(_ action: A, note: String?, site: ActionOrigin.Site) {
    let thread = enter("dispatch(action:)")
    let demands = unsafe demands
    if demands.isEmpty {
      _ = reduce(action)
      unsafe number &+= 1
      leave()
    } else if demands == .selections, role.isFree {
      // Only selections watch, and nobody delivers: there is no need for a record of the commit.
      let isHandled = reduce(action)
      unsafe number &+= 1
      if isHandled { deliverToSelections(unsafe box.storage, thread: thread) } else { leave() }
    } else if demands.isDisjoint(with: [.middleware, .closed]) {
      let old = demands.contains(.oldState) ? unsafe box.storage : nil
      let begin = beginCommit()
      let isHandled = reduce(action)
      finish(
        CommitRecord(
          action,
          site: site,
          note: note,
          old: old,
          // No variable: it would hold the box until this returns, and the effects would copy it.
          new: demands.isDisjoint(with: [.newState, .selections]) ? nil : unsafe box.storage,
          isHandled: isHandled
        ),
        begin: begin,
        thread: thread
      )
    } else {
      leave()
      dispatchErased(action, DispatchContext(site: site, note: note))
    }
  }

  /// Runs the handlers that apply, with the lock held.
  ///
  /// - Returns: Whether there were any.
  @inlinable
  @inline(__always)
  func reduce<A: Action>(_ action: A) -> Bool {
    let list: Unmanaged<AnyHandlerList>
    if let found = unsafe lists.value(for: ObjectIdentifier(type(of: action))) {
      unsafe list = found
    } else {
      guard let made = unsafe makeList(for: A.self) else { return reduceObject(action) }
      unsafe list = made
    }
    unsafe reducing = list
    defer { unsafe reducing = nil }
    // Not retained: the table holds the list, and changes only under the lock.
    return unsafe list._withUnsafeGuaranteedRef { list in
      if list.isClass { return reduceObject(action) }
      // The key is `A`: no class, so its dynamic type is its static one.
      return run(unsafe unsafeDowncast(list, to: HandlerList<State, A>.self), action)
    }
  }

  @inlinable
  @inline(__always)
  func run<A>(_ list: HandlerList<State, A>, _ action: A) -> Bool {
    if list.hasRoute, let route = list.route { return run(route, action) ?? runAll(list, action) }
    return runAll(list, action)
  }

  @inlinable
  @inline(__always)
  func runAll<A>(_ list: HandlerList<State, A>, _ action: A) -> Bool {
    if list.isEmpty { return false }
    unsafe box.unshare()
    advanceVersion()
    unsafe list.first(&box.pointer.pointee, action)
    if list.hasOthers { runOthers(list, action) }
    return true
  }

  @inlinable
  func runOthers<A>(_ list: HandlerList<State, A>, _ action: A) {
    for index in list.others.indices {
      unsafe reducingIndex = index + 1
      unsafe list.others[index].reduce(&box.pointer.pointee, action)
    }
    unsafe reducingIndex = 0
  }

  /// - Returns: `nil` when no handler is for the action's id.
  @usableFromInline
  @inline(never)
  func run<A>(_ route: HandlerList<State, A>.Route, _ action: A) -> Bool? {
    guard let list = route.lists[route.id(action)] else { return nil }
    unsafe reducing = Unmanaged.passUnretained(list)
    return runAll(list, action)
  }
}
