import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// The screen in a shell with job control.
extension ScreenEndToEndTests {
  /// Runs the screen and, after a line, again where it was stopped.
  private static func shell() throws -> TerminalSession {
    try TerminalSession(
      running: URL(filePath: "/bin/bash"),
      [
        "-m", "-c",
        "\(TerminalSession.shopCommand()); echo stopped $?; read line; fg; echo ended $?",
      ]
    )
  }

  /// By the key that suspends, and by its signal.
  @Test(arguments: [nil, SIGTSTP])
  func `a screen that is suspended gives the terminal back, and is drawn again afterwards`(
    signal: Int32?
  ) async throws {
    let session = try Self.shell()
    try await session.screen(containing: "▶ 48")
    #expect(session.settings != session.initialSettings)
    session.type("3")
    try await session.screen(containing: "[3 State]")
    if let signal { session.sendToForeground(signal: signal) } else { session.type("\u{1A}") }
    try await session.screen(containing: "stopped \(128 + SIGTSTP)")
    try await session.expectGivenBack()
    // Nobody else draws what the new size has room for.
    session.resize(columns: 100, rows: 30)
    session.type("\n")
    let screen = try await session.screen("the screen in its new size") { screen in
      screen.lines[29].hasSuffix("? help") && screen.lines.contains { $0.contains("▶ 48") }
    }
    #expect(screen.showsAlternateScreen)
    #expect(screen.lines.contains { $0.contains("[3 State]") })
    #expect(!screen.lines.contains { $0.contains("stopped") })
    #expect(session.settings != session.initialSettings)
    session.type("q")
    try await session.screen(containing: "ended 0")
    #expect(try await session.end() == .exited(0))
    try await session.expectGivenBack()
  }
}
