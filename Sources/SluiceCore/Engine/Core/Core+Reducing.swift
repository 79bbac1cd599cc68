// Reducing in place; inlined as far as a dispatch that nobody observes.

extension Core {
  /// Reduces and numbers an action that nobody observes, and releases the lock.
  @inlinable
  @inline(__always)
  final func reduceUnobserved<A: Action>(_ action: A, _ held: consuming Held) {
    // An object may be one of a subclass of `A`.
    let route = unsafe route(for: type(of: action))
    _ = unsafe withUnsafePointer(to: action) { unsafe run(route, UnsafeRawPointer($0)) }
    endUnobserved(held)
  }

  /// Doesn't call the other one with an opened existential, which would be compiled for an unknown
  /// state, too.
  @inlinable
  @inline(__always)
  final func reduceUnobserved(opening action: any Action, _ held: consuming Held) {
    let route = unsafe route(for: type(of: action))
    _ = unsafe withAddress(of: action) { unsafe run(route, $0) }
    endUnobserved(held)
  }

  @inlinable
  @inline(__always)
  final func endUnobserved(_ held: consuming Held) {
    assert(demands.isEmpty)
    number &+= 1
    let hasDiagnostics = routes.output.hasDiagnostics
    leave(held)
    if hasDiagnostics { reportDiagnostics() }
  }

  /// Runs the handlers that apply to the action at an address.
  ///
  /// - Returns: Whether there were any.
  @inlinable
  @inline(__always)
  final func run(
    _ route: Unmanaged<ActionRoute>,
    _ action: UnsafeRawPointer
  ) -> Bool {
    // Not retained: the table retains the route, and changes only under the lock.
    var list = unsafe route._withUnsafeGuaranteedRef {
      unsafe Unmanaged.passUnretained($0.handlers)
    }
    if unsafe list._withUnsafeGuaranteedRef({ $0.kind }) != .one {
      guard let resolved = unsafe resolve(list, for: action) else { return false }
      unsafe list = resolved
    }
    assert(isLocked)
    assert(unsafe routes.running == nil, "Reducers don't nest.")
    if !isKnownUniquelyReferenced(&box) { box = unsafe kind.copy(.passUnretained(box)) }
    advanceVersion()
    #if DEBUG
      let refusedCount = refusedAppendCount
    #endif
    unsafe routes.running = list
    unsafe list._withUnsafeGuaranteedRef { list in
      let state = unsafe kind.address(in: box)
      unsafe list.first.reduce(state, action, &routes.output)
      if list.kind == .several { unsafe runOthers(of: list, state, action) }
    }
    unsafe routes.running = nil
    #if DEBUG
      unsafe noteMissed(route, list, action)
      unsafe noteRefused(since: refusedCount, list)
    #endif
    return true
  }

  /// Runs the handlers that apply to an action.
  ///
  /// - Returns: Whether there were any.
  final func reduce(_ action: any Action, _ route: Unmanaged<ActionRoute>) -> Bool {
    unsafe withAddress(of: action) { unsafe run(route, $0) }
  }

  /// The list for an action whose type has not exactly one handler; `nil` if no handler handles it.
  @usableFromInline
  @inline(never)
  final func resolve(
    _ list: Unmanaged<HandlerList>,
    for action: UnsafeRawPointer
  ) -> Unmanaged<HandlerList>? {
    // Retained by its route, as is the list to which it resolves.
    unsafe list._withUnsafeGuaranteedRef { list in
      assert(list.kind != .one)
      let resolved = unsafe list.resolved(for: action)
      #if DEBUG
        if resolved == nil { unsafe noteUnhandled(list, action) }
      #endif
      return unsafe resolved.map { unsafe Unmanaged.passUnretained($0) }
    }
  }

  /// Calls the handlers after the first one, which has returned.
  @usableFromInline
  @inline(never)
  final func runOthers(
    of list: HandlerList,
    _ state: UnsafeMutableRawPointer,
    _ action: UnsafeRawPointer
  ) {
    assert(list.kind == .several && routes.runningIndex == 0)
    for index in list.others.indices {
      // Not in a method of `Routes`: within one, nothing else can read the index, and the optimizer
      // removes the assignment.
      routes.runningIndex = index + 1
      unsafe list.others[index].reduce(state, action, &routes.output)
    }
    routes.runningIndex = 0
  }

  /// Reports the reducers' diagnostics, without the lock.
  @usableFromInline
  @inline(never)
  final func reportDiagnostics() {
    assert(!isLocked)
    report(all: locked("dispatch(action:)") { _ in routes.output.takeDiagnostics() })
  }
}

/// Calls a closure with the address of what is in a box.
@inlinable
@inline(__always)
package func withAddress<Result>(of action: any Action, _ body: (UnsafeRawPointer) -> Result)
  -> Result
{
  func open<A: Action>(_ action: A) -> Result {
    unsafe withUnsafePointer(to: action) { unsafe body(UnsafeRawPointer($0)) }
  }
  return open(action)
}
