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
      dispatchErased(action, DispatchContext(site: site, note: note), thread: thread)
    }
  }

  /// The same for an action whose type is known only at run time.
  @inlinable
  func dispatchOpened(_ action: any Action, note: String?, site: ActionOrigin.Site) {
    let thread = enter("dispatch(action:)")
    if unsafe demands.isEmpty {
      _ = reduceOpened(action)
      unsafe number &+= 1
      leave()
    } else {
      dispatchErased(action, DispatchContext(site: site, note: note), thread: thread)
    }
  }

  /// Runs the handlers that apply, with the lock held.
  ///
  /// - Returns: Whether there were any.
  @inlinable
  @inline(__always)
  func reduce<A: Action>(_ action: A) -> Bool {
    let list = unsafe lists.value(for: ObjectIdentifier(type(of: action))) ?? makeList(for: A.self)
    // An object may be one of a subclass of `A`.
    guard let list = unsafe list else { return reduceObject(action) }
    return unsafe withUnsafePointer(to: action) { unsafe run(list, UnsafeRawPointer($0), action) }
  }

  /// The same for an action whose type is known only at run time.
  ///
  /// Not the above with the box opened: that would be compiled for a state that is not known either.
  @inlinable
  @inline(__always)
  func reduceOpened(_ action: any Action) -> Bool {
    let list =
      unsafe lists.value(for: ObjectIdentifier(type(of: action))) ?? makeList(opening: action)
    guard let list = unsafe list else { return reduceObject(action) }
    return unsafe withAddress(of: action) { unsafe run(list, $0, action) }
  }

  @inlinable
  @inline(__always)
  func run(
    _ list: Unmanaged<AnyHandlerList>,
    _ address: UnsafeRawPointer,
    _ action: @autoclosure () -> any Action
  ) -> Bool {
    unsafe reducing = list
    defer { unsafe reducing = nil }
    // Not retained: the table holds the list, and changes only under the lock.
    return unsafe list._withUnsafeGuaranteedRef { list in
      let known = unsafe unsafeDowncast(list, to: HandlerList<State>.self)
      switch list.kind {
      case .none: return false
      case .one: unsafe runFirst(known, address)
      case .several: unsafe runAll(known, address)
      case .routed:
        guard let routed = unsafe route(address, by: known) else { return false }
        unsafe runAll(routed, address)
      case .object: return reduceObject(action())
      }
      return true
    }
  }

  @inlinable
  @inline(__always)
  func runFirst(_ list: HandlerList<State>, _ action: UnsafeRawPointer) {
    unsafe box.unshare()
    advanceVersion()
    unsafe list.first.reduce(&box.pointer.pointee, action)
  }

  /// The list for the action's id, or else the one for its type; `nil` when nobody handles it.
  @usableFromInline
  @inline(never)
  func route(_ action: UnsafeRawPointer, by list: HandlerList<State>) -> HandlerList<State>? {
    guard let route = list.route, let routed = unsafe route.lists[route.id(action)] else {
      return list.isEmpty ? nil : list
    }
    unsafe reducing = Unmanaged.passUnretained(routed)
    return unsafe unsafeDowncast(routed, to: HandlerList<State>.self)
  }

  /// Runs the handlers of a list that is not empty.
  @inlinable
  func runAll(_ list: HandlerList<State>, _ action: UnsafeRawPointer) {
    unsafe runFirst(list, action)
    for index in list.others.indices {
      unsafe reducingIndex = index + 1
      unsafe list.others[index].reduce(&box.pointer.pointee, action)
    }
    unsafe reducingIndex = 0
  }
}

/// Calls a closure with the address of what is in a box.
@inlinable
@inline(__always)
func withAddress<Result>(of action: any Action, _ body: (UnsafeRawPointer) -> Result) -> Result {
  func open<A: Action>(_ action: A) -> Result {
    unsafe withUnsafePointer(to: action) { unsafe body(UnsafeRawPointer($0)) }
  }
  return open(action)
}
