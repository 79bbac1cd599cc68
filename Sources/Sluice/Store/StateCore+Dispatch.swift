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
    } else if demands.isDisjoint(with: [.middleware, .closed]) {
      let old = demands.contains(.oldState) ? unsafe box.storage : nil
      let begin = beginCommit()
      let isHandled = reduce(action)
      let new = demands.contains(.newState) ? unsafe box.storage : nil
      finishCommit(
        action,
        DispatchContext(site: site, note: note),
        Reduction(begin: begin, isHandled: isHandled, old: old, new: new),
        thread: thread
      )
    } else {
      leave()
      dispatchErased(action, DispatchContext(site: site, note: note))
    }
  }

  /// Runs the handlers that apply, with the lock held.
  /// - Returns: Whether there were any.
  @inlinable
  @inline(__always)
  func reduce<A: Action>(_ action: A) -> Bool {
    let list: HandlerList<State, A>
    if let found = unsafe lists.list(for: ObjectIdentifier(type(of: action))) {
      if found.isClass { return reduceObject(action) }
      // The key is `A`: no class, so its dynamic type is its static one.
      list = unsafe unsafeDowncast(found, to: HandlerList<State, A>.self)
    } else {
      guard let made = makeList(for: A.self) else { return reduceObject(action) }
      list = made
    }
    if let route = list.route, let routed = route.lists[route.id(action)] {
      return run(routed, action)
    }
    return run(list, action)
  }

  @inlinable
  @inline(__always)
  func run<A>(_ list: HandlerList<State, A>, _ action: A) -> Bool {
    if list.bodies.isEmpty { return false }
    unsafe box.unshare()
    unsafe version &+= 1
    unsafe reducing = Unmanaged.passUnretained(list)
    for index in list.bodies.indices {
      unsafe reducingIndex = index
      unsafe list.bodies[index](&box.pointer.pointee, action)
    }
    unsafe reducing = nil
    return true
  }
}
