import Foundation
import TestSupport

/// A recorded day of the shop.
extension TerminalSession {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The command that shows it.
  static func shopCommand() throws -> String {
    let recording = tests.appending(path: "ExplorerKitTests/Golden/demo.session")
    return "'\(try BuiltProgram.url().path)' replay '\(recording.path)' --speed max --screen"
  }

  /// Opens it where the files of its commits are, and waits until all of it is shown.
  static func shop(
    environment: [String: String] = [:],
    columns: Int = 80,
    rows: Int = 24
  ) async throws -> TerminalSession {
    let sources = tests.deletingLastPathComponent().appending(path: "Explorer")
    let shop = try TerminalSession(
      running: URL(filePath: "/bin/sh"),
      ["-c", "cd '\(sources.path)' && exec \(try shopCommand())"],
      environment: environment,
      columns: columns,
      rows: rows
    )
    try await shop.screen(containing: "▶ 48")
    return shop
  }
}
