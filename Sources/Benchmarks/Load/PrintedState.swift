import Foundation
import SluiceTree
import SluiceWire
import Synchronization

/// An Explorer's output, read on a separate thread, and the resulting state.
final class PrintedState: Sendable {
  struct Account: Sendable {
    /// Lines with a single commit.
    var commits = 0
    /// Commits that were merged into another, or omitted.
    var missing = 0
    var lastNumber = 0
    /// Set only at the end.
    var state: Tree?
    var hasState = false
    var fault: String?
  }

  private let account = Mutex(Account())
  private let isOver = DispatchGroup()

  init(reading handle: FileHandle) {
    isOver.enter()
    Thread.detachNewThread { [self] in
      defer { isOver.leave() }
      do {
        try read(handle.fileDescriptor)
      } catch {
        account.withLock { $0.fault = "\(error)" }
      }
    }
  }

  /// Waits until a commit has been printed.
  func waitForCommit(_ number: Int, within limit: Duration) throws {
    try wait(for: "Commit \(number)", within: limit) { $0.lastNumber >= number }
  }

  /// Waits until a state has been printed.
  func waitForState(within limit: Duration) throws {
    try wait(for: "The state", within: limit) { $0.hasState }
  }

  /// The complete output, once the Explorer has ended.
  func finish() throws -> Account {
    isOver.wait()
    let account = account.withLock { $0 }
    if let fault = account.fault { throw CheckFailure(description: fault) }
    return account
  }

  private func wait(
    for what: String,
    within limit: Duration,
    until holds: (Account) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + limit
    while case let now = account.withLock({ $0 }), !holds(now) {
      if let fault = now.fault { throw CheckFailure(description: fault) }
      guard ContinuousClock.now < deadline else {
        throw CheckFailure(description: "\(what) was not printed within \(limit).")
      }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  private func read(_ descriptor: Int32) throws {
    var framer = LineFramer()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var now = Account()
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { room in
        unsafe Foundation.read(descriptor, room.baseAddress, room.count)
      }
      guard count > 0 else { return account.withLock { $0.state = now.state } }
      framer.append(buffer[..<count])
      while let line = try framer.next() { try Self.take(WireRecord(line: line), &now) }
      // Without the state, which is mutated in place while it has a single owner.
      account.withLock { shared in
        shared.commits = now.commits
        shared.missing = now.missing
        shared.lastNumber = now.lastNumber
        shared.hasState = now.state != nil
      }
    }
  }

  private static func take(_ record: WireRecord, _ account: inout Account) throws {
    switch record {
    case .state(let state):
      account.state = state.state
      account.lastNumber = state.number
    case .commit(let commit):
      account.commits += 1
      account.missing += commit.number - account.lastNumber - 1
      account.lastNumber = commit.number
      try account.state?.apply(commit.changes)
    default:
      break
    }
  }
}
