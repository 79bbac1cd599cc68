import SluiceLocks

#if DEBUG
  /// A selector whose projector runs on a thread; says who dispatches where nobody should.
  @usableFromInline
  final class RunningProjector: Sendable {
    /// The calling thread's, unretained; 0 outside of projectors.
    private static let current = ThreadLocalNumber()

    private let name: String
    private let position: String

    init(name: String, position: String) {
      self.name = name
      self.position = position
    }

    /// Marks the thread as running the projector.
    ///
    /// - Returns: What it ran before, for ``leave(to:)``.
    @usableFromInline
    func enter() -> UInt {
      let outer = Self.current.value
      Self.current.value = UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque())
      return outer
    }

    @usableFromInline
    func leave(to outer: UInt) {
      Self.current.value = outer
    }

    /// The diagnostic of a dispatch on this thread; `nil` outside of projectors.
    static func diagnostic(of action: any Action.Type) -> PendingDiagnostic? {
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: current.value) else { return nil }
      // Retained by the selector's cell, whose projector runs further out on this thread's stack.
      let running = unsafe Unmanaged<RunningProjector>.fromOpaque(pointer).takeUnretainedValue()
      let (name, position) = (running.name, running.position)
      return { .dispatchInProjector(name: name, position: position, action: action) }
    }
  }
#endif
