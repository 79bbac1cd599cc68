import SluiceLocks

/// A file in memory, for tests and previews, which can fail as a disk does.
///
/// ```swift
/// let memory = SavedMemory()
/// let saved = SavedState(of: \AppState.settings, in: .memory(memory), version: 3)
/// memory.fault = .full
/// ```
///
/// What is written is there when a test's clock has been advanced by the quiet time. A second
/// ``SavedFile`` of the same memory is what a program that is started again has.
public final class SavedMemory: Sendable {
  /// How writing fails.
  public enum Fault: Hashable, Sendable {
    /// The disk is full: nothing is written, and what was there stays.
    case full
    /// The write ends half way, without an error, as on a disk that loses its power and had said that it
    /// was done: half of the text is there, and can't be restored.
    case endsHalfway
  }

  private struct State {
    var bytes: [UInt8]?
    var fault: Fault?
    var writes = 0
    var aside: [String] = []
  }

  private let state: Locked<State>

  /// Creates a file.
  ///
  /// - Parameter text: What it has; `nil` if there is none yet.
  public init(_ text: String? = nil) {
    state = Locked(State(bytes: text.map { Array($0.utf8) }))
  }

  /// What the file has; `nil` if there is none.
  public var text: String? {
    get { state.withLock(\.bytes).map { String(decoding: $0, as: UTF8.self) } }
    set { state.withLock { $0.bytes = newValue.map { Array($0.utf8) } } }
  }

  /// How each write fails; `nil` for success.
  public var fault: Fault? {
    get { state.withLock(\.fault) }
    set { state.withLock { $0.fault = newValue } }
  }

  /// The number of writes, without those that have failed.
  public var writeCount: Int { state.withLock(\.writes) }

  /// What was kept beside; see ``SavedState/setAside()``.
  public var aside: [String] { state.withLock(\.aside) }
}

extension SavedMemory: SavedPlace {
  var path: String { "memory" }

  func claim() {}

  func read() -> [UInt8]? { state.withLock(\.bytes) }

  func replace(_ bytes: [UInt8]) throws(SavedStateError.Failure) {
    let isFull = state.withLock { state in
      if state.fault == .full { return true }
      state.bytes = state.fault == nil ? bytes : Array(bytes.prefix(bytes.count / 2))
      state.writes += 1
      return false
    }
    if isFull { throw .init(.notWritten("No space left on device.")) }
  }

  func setAside(moving: Bool) -> String {
    state.withLock { state in
      state.aside.append(String(decoding: state.bytes ?? [], as: UTF8.self))
      if moving { state.bytes = nil }
      return "memory.aside-\(state.aside.count)"
    }
  }

  func perform(_ work: @escaping @Sendable () -> Bool) async -> Bool { work() }
}
