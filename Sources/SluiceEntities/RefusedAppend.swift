#if DEBUG
  import SluiceLocks

  /// An element that ``Entities`` didn't append because one with its id is there.
  ///
  /// A value knows no store. It notes what it refuses, in debug builds, and the store whose reducer
  /// appended, on the same thread, reports it.
  @usableFromInline
  package struct RefusedAppend: Sendable {
    package let element: String
    package let id: String
    private let thread: UInt

    /// Counts what was refused in this process.
    private static let counter = Atomic<Int>(0)
    private static let last = Locked<RefusedAppend?>(nil)

    package static var count: Int { counter.load(ordering: .relaxed) }

    @usableFromInline
    static func note<Element: Identifiable>(_ element: Element.Type, _ id: Element.ID) {
      let refused = RefusedAppend(
        element: "\(element)",
        id: "\(id)",
        thread: Platform.currentThread()
      )
      last.withLock { $0 = refused }
      counter.wrappingAdd(1, ordering: .relaxed)
    }

    /// Returns what the calling thread was last refused, if anything was since the counter had a value.
    package static func latest(since start: Int) -> RefusedAppend? {
      if count == start { return nil }
      return last.withLock { $0 }.flatMap { $0.thread == Platform.currentThread() ? $0 : nil }
    }
  }
#endif
