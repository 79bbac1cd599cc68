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
    /// What was read behind the last message.
    var unread: [UInt8] = []
    /// The events that nobody has taken yet.
    var events: [Tree] = []
  }

  private let state = Mutex(State())
  private let commands: FileHandle
  private let messages: FileHandle

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
    messages = output.fileHandleForReading
  }

  /// Sends a command and waits for its answer.
  @discardableResult
  func send(_ method: String, _ parameters: Tree = [:], session: String? = nil) throws -> Tree {
    try state.withLock { state in
      state.lastNumber += 1
      let number = Tree.number(state.lastNumber)
      let command = Tree.object(present: [
        ("id", number), ("method", .string(method)), ("params", parameters),
        ("sessionId", session.map { .string($0) }),
      ])
      try commands.write(contentsOf: JSONText.bytes(of: command) + [0])
      while true {
        let message = try next(&state.unread)
        guard message["id"] == number else {
          state.events.append(message)
          continue
        }
        if let error = message["error"] {
          throw Failure(description: error.summary(limit: 1_000))
        }
        return message["result"] ?? .null
      }
    }
  }

  /// Takes the events that a session had before the last answer.
  func takeEvents(of session: String) -> [Tree] {
    state.withLock { state in
      let taken = state.events.filter { $0["sessionId"]?.text == session }
      state.events.removeAll { $0["sessionId"]?.text == session }
      return taken
    }
  }

  private func next(_ unread: inout [UInt8]) throws -> Tree {
    while true {
      if let end = unread.firstIndex(of: 0) {
        defer { unread.removeFirst(end + 1) }
        return try JSONText.tree(of: unread[..<end])
      }
      let data = messages.availableData
      guard !data.isEmpty else { throw Failure(description: "The browser has ended.") }
      unread += data
    }
  }
}
