import Foundation
import TestSupport
import Testing

/// The screen on a terminal, with a recorded day of the shop.
extension TerminalSession {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The command that shows it.
  static func shopCommand() throws -> String {
    let recording = tests.appending(path: "ExplorerKitTests/Golden/demo.session")
    return "'\(try BuiltProgram.url().path)' replay '\(recording.path)' --screen"
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

  /// Opens it in the editor that runs a script of a shell, and waits for a text of the editor.
  static func shop(editing script: String, until text: String) async throws -> TerminalSession {
    let shop = try await shop(environment: ["EDITOR": "sh -c \"\(script)\" sh"], columns: 200)
    shop.type("o")
    #expect(try await !shop.screen(containing: text).showsAlternateScreen)
    return shop
  }

  /// Leaves the screen, after which the terminal is as it was.
  func quit(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    type("q")
    #expect(try await end() == .exited(0), sourceLocation: sourceLocation)
    try await expectGivenBack(sourceLocation: sourceLocation)
  }
}
