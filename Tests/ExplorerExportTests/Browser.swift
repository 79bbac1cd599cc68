import Foundation
import SluiceTree
import SluiceWire
import Synchronization
import Testing

@testable import ExplorerKit

extension Trait where Self == ConditionTrait {
  /// Leaves out tests where there is no browser: Chromium, its headless shell or Chrome, in `PATH` or
  /// named by `SLUICE_TEST_BROWSER`.
  static var inBrowser: ConditionTrait {
    .enabled(if: Browser.executable != nil, "There is no Chromium or Chrome on this machine.")
  }
}

/// A browser that a test drives over the Chrome DevTools Protocol.
///
/// It reads commands from descriptor 3 and writes answers to 4, JSON with a zero byte behind each
/// (`--remote-debugging-pipe`). It ends when the pipe is closed: with the test's process at the latest.
final class Browser: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct State {
    var lastNumber = 0
    var waiting: [Int: CheckedContinuation<Tree, any Error>] = [:]
    /// By session: what is called with each event.
    var listeners: [String: @Sendable (String, Tree) -> Void] = [:]
    var hasEnded = false
  }

  private static let ended = Failure(description: "The browser has ended.")

  private let state = Mutex(State())
  private let commands: FileHandle

  /// The first of the usual names in `PATH`, or what `SLUICE_TEST_BROWSER` names; `nil` if there is none.
  static let executable: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["SLUICE_TEST_BROWSER"] { return path.isEmpty ? nil : path }
    let names = [
      "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
      "google-chrome", "google-chrome-stable",
    ]
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The browser of all tests: starting one takes longer than a test.
  static let shared = Result { try Browser() }

  private init() throws {
    guard let executable = Self.executable else { throw Failure(description: "No browser.") }
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    // A shell moves the pipes to where the browser expects them.
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, executable,
      "--remote-debugging-pipe", "--headless", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
      "--window-size=1200,800",
    ]
    process.standardInput = input
    process.standardOutput = output
    commands = input.fileHandleForWriting
    try process.run()
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    let answers = output.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      var pending: [UInt8] = []
      while case let data = answers.availableData, !data.isEmpty {
        pending += data
        while let end = pending.firstIndex(of: 0) {
          self?.receive(pending[..<end])
          pending.removeFirst(end + 1)
        }
      }
      self?.end()
    }
  }

  // MARK: - Messages

  /// Sends a command and waits for its answer.
  @discardableResult
  func send(
    _ method: String,
    _ parameters: Tree = [:],
    session: String? = nil
  ) async throws -> Tree {
    try await withCheckedThrowingContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard !state.hasEnded else { return nil }
        state.lastNumber += 1
        state.waiting[state.lastNumber] = continuation
        return state.lastNumber
      }
      guard let number else { return continuation.resume(throwing: Self.ended) }
      let command = Tree.object(present: [
        ("id", .number(number)), ("method", .string(method)), ("params", parameters),
        ("sessionId", session.map { .string($0) }),
      ])
      try? commands.write(contentsOf: JSONText.bytes(of: command) + [0])
    }
  }

  /// Calls the closure with each event of a session.
  func listen(to session: String, _ body: @escaping @Sendable (String, Tree) -> Void) {
    state.withLock { $0.listeners[session] = body }
  }

  private func receive(_ message: ArraySlice<UInt8>) {
    guard let tree = try? JSONText.tree(of: message) else { return }
    if case .integer(let number)? = tree["id"] {
      let waiting = state.withLock { $0.waiting.removeValue(forKey: Int(number)) }
      if let error = tree["error"] {
        waiting?.resume(throwing: Failure(description: error.summary(limit: 1_000)))
      } else {
        waiting?.resume(returning: tree["result"] ?? .null)
      }
    } else if case .string(let method)? = tree["method"],
      case .string(let session)? = tree["sessionId"]
    {
      let listener = state.withLock { $0.listeners[session] }
      listener?(method, tree["params"] ?? .null)
    }
  }

  private func end() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(throwing: Self.ended) }
  }
}
