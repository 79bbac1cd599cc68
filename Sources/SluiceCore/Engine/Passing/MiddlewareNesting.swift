import SluiceLocks

/// An action that passes through middleware, or several that are then committed together.
protocol PassingThrough: AnyObject {
  func process(through entries: ContiguousArray<MiddlewareEntry>)
}

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
  private var waiting =
    Deque<(pass: any PassingThrough, entries: ContiguousArray<MiddlewareEntry>)>()

  /// Sends a pass through middleware now, or later if it is nested too deeply.
  static func run(_ pass: some PassingThrough, through entries: ContiguousArray<MiddlewareEntry>) {
    guard let outer = unsafe UnsafeRawPointer(bitPattern: current.value) else {
      return MiddlewareNesting().runOutermost(pass, through: entries)
    }
    // Retained by `runOutermost`, further out on this thread's stack.
    let nesting = unsafe Unmanaged<MiddlewareNesting>.fromOpaque(outer).takeUnretainedValue()
    if nesting.depth >= limit {
      nesting.waiting.append((pass, entries))
      return
    }
    nesting.depth += 1
    pass.process(through: entries)
    nesting.depth -= 1
    assert(nesting.depth >= 0)
  }

  private func runOutermost(
    _ pass: some PassingThrough,
    through entries: ContiguousArray<MiddlewareEntry>
  ) {
    assert(Self.current.value == 0)
    Self.current.value = UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque())
    pass.process(through: entries)
    while let next = waiting.popFirst() { next.pass.process(through: next.entries) }
    assert(depth == 0 && waiting.isEmpty)
    Self.current.value = 0
  }
}
