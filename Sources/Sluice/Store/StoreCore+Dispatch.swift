// The fast path: what every dispatch pays. Inlined into the caller, where the action's type is
// known, so that the reducers are called with the action as it is, without a box.

extension StoreCore {
  /// Reduces now; delivers before it returns, unless somebody else is delivering.
  @inlinable
  func dispatch<A: Action>(_ action: A, note: String?, site: ActionOrigin.Site) {
    let thread = enter("dispatch(action:)")
    if unsafe demands.isEmpty {
      _ = reduce(action)
      unsafe number &+= 1
      leave()
    } else {
      dispatchWatched(action, note: note, site: site, thread: thread)
    }
  }

  /// Runs the handlers that apply, with the lock held.
  /// - Returns: Whether there were any.
  @inlinable
  @inline(__always)
  func reduce<A: Action>(_ action: A) -> Bool {
    let list: HandlerList<State, A>
    if let found = unsafe handlers.lists.list(for: ObjectIdentifier(type(of: action))) {
      if found.isClass { return reduceObject(action) }
      // The key is `A`: no class, so its dynamic type is its static one.
      list = unsafe unsafeDowncast(found, to: HandlerList<State, A>.self)
    } else {
      guard let made = makeList(for: action) else { return reduceObject(action) }
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

  @usableFromInline
  @inline(never)
  func makeList<A: Action>(for action: A) -> HandlerList<State, A>? {
    A.self is any AnyObject.Type ? nil : unsafe handlers.makeList(for: A.self)
  }

  /// An object's type may be a subclass of `A`, so its handlers take it as `any Action`.
  @usableFromInline
  @inline(never)
  func reduceObject(_ action: any Action) -> Bool {
    let type = type(of: action)
    let found = unsafe handlers.lists.list(for: ObjectIdentifier(type))
    let list = (found as? HandlerList<State, any Action>) ?? makeClassList(type)
    return run(list, action)
  }

  private func makeClassList(_ type: any Action.Type) -> HandlerList<State, any Action> {
    unsafe handlers.makeClassList(for: type)
  }
}
