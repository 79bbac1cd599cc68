import ExplorerTerminal
import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// The program itself, on a terminal of its own.
@Suite(.inTurn, .unsanitized)
struct ScreenEndToEndTests {
  static let ends: [(typed: String, signal: Int32?, end: TerminalSession.End)] = [
    ("q", nil, .exited(0)), ("", SIGINT, .exited(0)), ("", SIGTERM, .exited(0)),
    ("", SIGHUP, .exited(0)), ("", SIGQUIT, .killed(by: SIGQUIT)),
    ("", SIGSEGV, .killed(by: SIGSEGV)), ("", SIGABRT, .killed(by: SIGABRT)),
  ]

  @Test(arguments: ends)
  func `the terminal is as it was, however the screen ends`(
    typed: String,
    signal: Int32?,
    end: TerminalSession.End
  ) async throws {
    let session = try await TerminalSession.shop()
    #expect(session.screen.showsAlternateScreen)
    #expect(session.settings != session.initialSettings)
    session.type(typed)
    if let signal { session.send(signal: signal) }
    #expect(try await session.end() == end)
    try await session.expectGivenBack()
  }

  @Test func `a terminal without colors gets none`() async throws {
    let session = try await TerminalSession.shop(environment: ["NO_COLOR": "1"])
    let screen = session.screen
    let styles = (0..<screen.rows).flatMap { row in
      (0..<screen.columns).flatMap { screen[row, $0].style }
    }
    #expect(Set(styles).isSubset(of: [1, 2, 4, 7]))
    session.type("q")
    #expect(try await session.end() == .exited(0))
  }

  @Test func `keys select, open, find and ask as the help says`() async throws {
    let session = try await TerminalSession.shop()
    session.type("g")
    try await session.screen(containing: "▶  1 ")
    session.type("G3")
    try await session.screen(containing: "[3 State]")
    session.type("?")
    try await session.screen(containing: "One line down.")
    session.type("\u{1B}")
    try await session.screen(containing: "▶ 48")
    session.type("ftype:CheckOut\r")
    try await session.screen(containing: "type:CheckOut")
    session.type(":")
    try await session.screen(containing: "page-down")
    // Alone: together with what follows, it would be another key.
    session.type("\u{1B}")
    try await session.screen("the list") { screen in
      !screen.lines.contains { $0.contains("page-down") }
    }
    session.type("q")
    #expect(try await session.end() == .exited(0))
    try await session.expectGivenBack()
  }
}
