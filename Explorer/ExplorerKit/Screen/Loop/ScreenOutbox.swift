import Sluice
import SluiceSocket
import SluiceWire
import Synchronization

/// What effects ask of the thread that has the terminal and the connections.
///
/// Thread-safe: effects add to it from wherever they run, and the loop takes from it.
final class ScreenOutbox: Sendable {
  enum Request: Sendable {
    /// To a program, by its instance.
    case send(WireRecord, String, CheckedContinuation<WireRecord, any Error>)
    case copy(String)
    case open(file: String, line: Int, CheckedContinuation<Void, any Error>)
    /// To leave the terminal to an editor, whose file was found.
    case edit(SourceEditor, CheckedContinuation<Void, any Error>)
    /// To take the terminal back: the editor has ended with a status.
    case edited(SourceEditor, Int32, CheckedContinuation<Void, any Error>)

    /// Throws `CancellationError` to the effect that awaits the request.
    func cancel() {
      switch self {
      case .send(_, _, let continuation): continuation.resume(throwing: CancellationError())
      case .open(_, _, let continuation), .edit(_, let continuation),
        .edited(_, _, let continuation):
        continuation.resume(throwing: CancellationError())
      case .copy: break
      }
    }
  }

  /// Wakes the loop.
  let pipe: WakePipe
  // Held for a push or a pop only, a few times for each key.
  private let requests = Mutex<[Request]?>([])

  init() throws(SocketError) {
    pipe = try WakePipe()
  }

  /// Adds a request; cancels it after ``close()``.
  func add(_ request: Request) {
    let isOpen = requests.withLock { requests in
      requests?.append(request)
      return requests != nil
    }
    if isOpen { pipe.wake() } else { request.cancel() }
  }

  /// Returns the requests since the last time.
  func takeAll() -> [Request] {
    requests.withLock { requests in
      guard let all = requests else { return [] }
      requests = []
      return all
    }
  }

  /// Cancels pending requests, and those that are added from now on.
  func close() {
    let rest = requests.withLock { requests in
      defer { requests = nil }
      return requests ?? []
    }
    for request in rest { request.cancel() }
  }
}

extension ScreenEnvironment {
  /// The environment of a screen on a terminal.
  init(_ outbox: ScreenOutbox) {
    send = { command, instance in
      try await withCheckedThrowingContinuation { outbox.add(.send(command, instance, $0)) }
    }
    copy = { outbox.add(.copy($0)) }
    open = { file, line in
      try await withCheckedThrowingContinuation { outbox.add(.open(file: file, line: line, $0)) }
    }
    edit = { text in
      let name = "action.json"
      let directory = try PrivateDirectory(removing: [name])
      let path = directory.path + "/" + name
      try RecordingFile(at: path).write(Array(text.utf8))
      try await withCheckedThrowingContinuation { continuation in
        outbox.add(.edit(SourceEditor(path: path, line: 1), continuation))
      }
      let edited = String(decoding: try InputFile(at: path).bytes(), as: UTF8.self)
      _ = consume directory
      return edited
    }
    write = { bytes, path in
      do throws(SocketError) {
        try RecordingFile(at: path).write(bytes)
      } catch {
        throw ScreenFailure(description: "It was not saved. \(error)")
      }
    }
  }
}

/// Wakes the loop when an effect changed the state.
final class ScreenWaker: Interceptor {
  enum Change: Int, Sendable {
    case none
    /// More is found, or counted.
    case progress
    /// Something for which somebody may wait.
    case answer
  }

  private let pipe: WakePipe
  /// The thread of the loop, which needs no waking.
  private let thread: UInt
  /// The raw value of the greatest change since it was taken.
  private let change = Atomic(Change.none.rawValue)

  init(_ pipe: WakePipe, thread: UInt) {
    self.pipe = pipe
    self.thread = thread
  }

  func committed(_ commit: Commit<ScreenState>) {
    guard ServiceThread.currentNumber() != thread else { return }
    let isProgress = commit.action is SearchAdvanced || commit.action is TallyAdvanced
    let change = isProgress ? Change.progress : .answer
    self.change.max(change.rawValue, ordering: .acquiringAndReleasing)
    pipe.wake()
  }

  /// Returns what another thread has changed since the last time.
  func takeChange() -> Change {
    let change = self.change.exchange(Change.none.rawValue, ordering: .acquiringAndReleasing)
    return Change(rawValue: change) ?? .none
  }
}
