import Foundation
import TestSupport
import Testing

/// The program itself, on a terminal that others use too, or that is slow.
@Suite(.inTurn, .unsanitized)
struct ScreenOnTerminalTests {
  @Test func `a screen on a terminal that takes no bytes ends by the first signal`() async throws {
    let session = try await TerminalSession.shop(columns: 200, rows: 60)
    session.holdOutput()
    // Each key draws another pane, all of them more than the terminal keeps.
    for _ in 0..<300 {
      session.type("2")
      session.type("3")
    }
    session.send(signal: SIGTERM)
    #expect(try await session.end() == .exited(0))
  }

  @Test func `a screen on a terminal that was slow shows the last frame`() async throws {
    let session = try await TerminalSession.shop(columns: 200, rows: 60)
    session.holdOutput()
    for _ in 0..<100 { session.type("23") }
    session.type("?")
    session.takeOutput()
    try await session.screen(containing: "One line down.")
    session.type("\u{1B}")
    try await session.screen(containing: "[3 State]")
    session.type("q")
    #expect(try await session.end() == .exited(0))
    #expect(session.screen.unknown == [])
  }

  @Test func `Control-C in an editor is for the editor`() async throws {
    let script = "trap 'echo interrupted' INT; echo editing \\$1; until read line; do :; done"
    let session = try await TerminalSession.shop(
      environment: ["EDITOR": "sh -c \"\(script)\" sh"],
      columns: 200
    )
    session.type("o")
    let screen = try await session.screen(containing: "editing +")
    #expect(!screen.showsAlternateScreen)
    session.type("\u{3}")
    try await session.screen(containing: "interrupted")
    session.type("\n")
    try await session.screen("the screen again") { screen in
      screen.showsAlternateScreen && screen.lines.contains { $0.contains("▶ 48") }
    }
    session.type("q")
    #expect(try await session.end() == .exited(0))
  }

  @Test func `a screen that ends while an editor is open ends the editor`() async throws {
    let script = "echo editing; read line; read line"
    let session = try await TerminalSession.shop(
      environment: ["EDITOR": "sh -c \"\(script)\" sh"],
      columns: 200
    )
    session.type("o")
    try await session.screen(containing: "editing")
    session.send(signal: SIGTERM)
    #expect(try await session.end() == .exited(0))
  }
}
