import Foundation
import Sluice
import SluiceTree
import TestSupport

@testable import SluiceMonitor

struct Counter: Codable, Equatable {
  var count = 0
  var log: [String] = []
}

struct Add: EncodableAction {
  let amount: Int
}

struct Note: EncodableAction {
  let text: String
}

func makeStore() -> Store<Counter, Void> {
  Store(
    initialState: Counter(),
    reducers: [
      Reducer(
        ReduceOn(Add.self) { state, action in state.count += action.amount },
        ReduceOn(Note.self) { state, action in state.log.append(action.text) }
      )
    ]
  )
}

extension Store<Counter, Void> {
  /// Dispatches an action that adds one, `times` times.
  func countUp(_ times: Int = 1) {
    for _ in 0..<times { dispatch(action: Add(amount: 1)) }
  }

  func note(_ text: String) { dispatch(action: Note(text: text)) }
}

func tree(_ value: some Encodable) throws -> Tree {
  try TreeEncoder().encode(value)
}

/// What a store reports of the recording in a file.
final class Troubles: Sendable {
  private let log = Guarded<[(trouble: RecordingTrouble, text: String)]>([])

  init(of store: Store<some Sendable, Void>, at path: String) {
    store.onDiagnostic = { [log] diagnostic in
      guard let trouble = RecordingTrouble(diagnostic, about: path) else { return }
      log.withLock { $0.append((trouble, "\(diagnostic)")) }
    }
  }

  var all: [RecordingTrouble] { log.withLock { $0.map(\.trouble) } }
  var texts: [String] { log.withLock { $0.map(\.text) } }
}

extension RecordingTrouble {
  /// Reads what a diagnostic says of the recording in a file; `nil` if it is about something else, or isn't word for
  /// word what it should be.
  fileprivate init?(_ diagnostic: StoreDiagnostic, about file: String) {
    let cause = diagnostic.cause
    func reason(after beginning: String) -> String {
      String(cause.firstRange(of: beginning).map { cause[$0.upperBound...] } ?? "")
    }
    let number =
      cause.replacing("“\(file)”", with: "").firstMatch(of: /\d+/).flatMap { Int($0.0) } ?? 1
    switch diagnostic.id {
    case .recordingNotRestorable: self = .notRestorable(reason: reason(after: "start again: "))
    case .recordingSlow: self = .slow
    case .recordingLost: self = .lost(commits: number)
    case .recordingNotWritten: self = .notWritten(reason: reason(after: "written now: "))
    case .recordingUnwritten: self = .unwritten(commits: number)
    case .recordingLimitRaised: self = .limitRaised(to: number)
    case .recordingBegunAnew:
      self = .begunAnew(reason: String(reason(after: "because it was ").dropLast()))
    default: return nil
    }
    if "\(self.diagnostic(about: file))" != "\(diagnostic)" { return nil }
  }

  /// Why a recording can't be written, or no program can start again from it.
  var reason: String? {
    switch self {
    case .notWritten(let reason), .notRestorable(let reason): reason
    default: nil
    }
  }
}

/// Threads that count up beside a test.
final class Storm {
  private let isOver = Guarded(false)
  private let group = DispatchGroup()

  /// Starts the threads.
  ///
  /// - Parameter times: How often each counts up, unless the storm is ended before.
  init(of threads: Int, on store: Store<Counter, Void>, times: Int = .max) {
    for _ in 0..<threads {
      group.enter()
      Thread.detachNewThread { [isOver, group] in
        var left = times
        while left > 0, !isOver.withLock({ $0 }) {
          store.countUp()
          left -= 1
        }
        group.leave()
      }
    }
  }

  /// Waits until each thread has counted as often as it is to.
  func wait() { group.wait() }

  /// Ends the storm, and waits for its threads.
  func end() {
    isOver.withLock { $0 = true }
    wait()
  }
}

/// Checks repeatedly until something holds, for what has no event.
func wait(
  for what: String,
  within limit: Duration = patience,
  until holds: () -> Bool
) throws {
  let deadline = ContinuousClock.now + limit
  try awaiting(what) {
    while !holds() {
      guard ContinuousClock.now < deadline else {
        throw TestFailure("Waited \(limit) in vain for \(what).")
      }
      // What is waited for may need the processor.
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
