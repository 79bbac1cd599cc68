import Foundation

/// What a process that a test starts is doing, which it can't say itself when it is stopped.
package struct ChildProgress: Codable, Sendable {
  private let path: String

  /// Before the process is started, which captures it.
  package init() {
    path =
      FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)").path
  }

  /// Called by the process, before each step.
  package func begin(_ step: String) {
    try? step.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// Called by the test: returns the last step that was begun, and removes it.
  package func end() -> String {
    defer { try? FileManager.default.removeItem(atPath: path) }
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? "none"
  }
}
