import Sluice
import Synchronization

/// The store of the *locked* baseline: a closure reducer under one mutex.
final class LockedStore<State: Sendable>: Sendable {
  private let protected: Mutex<State>
  private let reduce: @Sendable (inout State, any Action) -> Void

  init(_ state: State, _ reduce: @escaping @Sendable (inout State, any Action) -> Void) {
    protected = Mutex(state)
    self.reduce = reduce
  }

  var state: State { protected.withLock { $0 } }

  @inline(never)
  func dispatch(_ action: any Action) {
    protected.withLock { reduce(&$0, action) }
  }
}
