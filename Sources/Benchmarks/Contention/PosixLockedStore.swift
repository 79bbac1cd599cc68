import Foundation
import Sluice

/// Does the same work as `LockedStore`, under a `pthread_mutex_t`.
@safe
final class PosixLockedStore<State>: @unchecked Sendable {
  // `@unchecked`: the mutex guards the state.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @exclusivity(unchecked) private var protected: State
  private let reduce: @Sendable (inout State, any Action) -> Void

  init(_ state: State, _ reduce: @escaping @Sendable (inout State, any Action) -> Void) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe protected = state
    self.reduce = reduce
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  var state: State {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return unsafe protected
  }

  @inline(never)
  func dispatch(_ action: any Action) {
    unsafe pthread_mutex_lock(mutex)
    unsafe reduce(&protected, action)
    unsafe pthread_mutex_unlock(mutex)
  }
}
