/// The dispatches through middleware that stand within one another on one thread.
///
/// A middleware that dispatches finds its action in the state when the dispatch returns, so it is
/// called within itself. That takes stack: what comes beyond the limit waits until the outermost
/// dispatch is done.
final class MiddlewareNesting {
  static let limit = 64
  /// The calling thread's, unretained; 0 outside of middleware.
  private static let current = ThreadLocalNumber()

  private var depth = 0
  private var waiting = Deque<() -> Void>()

  /// Runs a dispatch now, or later if it is nested too deeply.
  static func run(_ dispatch: @escaping () -> Void) {
    guard let outer = unsafe UnsafeRawPointer(bitPattern: current.value) else {
      return MiddlewareNesting().runOutermost(dispatch)
    }
    // Retained by `runOutermost`, further out on this thread's stack.
    let nesting = unsafe Unmanaged<MiddlewareNesting>.fromOpaque(outer).takeUnretainedValue()
    if nesting.depth >= limit { return nesting.waiting.append(dispatch) }
    nesting.depth += 1
    dispatch()
    nesting.depth -= 1
  }

  private func runOutermost(_ dispatch: () -> Void) {
    Self.current.value = UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque())
    dispatch()
    while let next = waiting.popFirst() { next() }
    Self.current.value = 0
  }
}
