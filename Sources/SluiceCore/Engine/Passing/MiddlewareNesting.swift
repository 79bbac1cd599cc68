import SluiceLocks

/// The nested dispatches through middleware on one thread.
///
/// When a middleware's dispatch returns, the state includes its action, so middleware is called
/// recursively. That takes stack: dispatches beyond the limit are pending until the outermost one
/// returns.
final class MiddlewareNesting {
  static let limit = 64
  /// The calling thread's, unretained; 0 outside of middleware.
  private static let current = ThreadLocalNumber()

  private var depth = 0
  private var waiting = Deque<() -> Void>()

  /// Sends an action through middleware now, or later if it is nested too deeply.
  static func run(_ send: @escaping () -> Void) {
    guard let outer = unsafe UnsafeRawPointer(bitPattern: current.value) else {
      return MiddlewareNesting().runOutermost(send)
    }
    // Retained by `runOutermost`, further out on this thread's stack.
    let nesting = unsafe Unmanaged<MiddlewareNesting>.fromOpaque(outer).takeUnretainedValue()
    if nesting.depth >= limit {
      nesting.waiting.append(send)
      return
    }
    nesting.depth += 1
    send()
    nesting.depth -= 1
    assert(nesting.depth >= 0)
  }

  private func runOutermost(_ send: () -> Void) {
    assert(Self.current.value == 0)
    Self.current.value = UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque())
    send()
    while let next = waiting.popFirst() { next() }
    assert(depth == 0 && waiting.isEmpty)
    Self.current.value = 0
  }
}
