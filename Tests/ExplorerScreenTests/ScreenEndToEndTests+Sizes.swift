import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// Sizes that change while the screen is shown.
extension ScreenEndToEndTests {
  /// Waits until a screen fills a size, with the way to the help in the last line.
  private static func expectFit(
    _ session: TerminalSession,
    columns: Int,
    rows: Int
  ) async throws {
    let screen = try await session.screen("the keys on the last of \(rows) lines") { screen in
      screen.rows == rows && screen.lines[rows - 1].hasSuffix("? help")
    }
    #expect(screen.columns == columns)
    #expect(screen.unknown == [])
  }

  @Test func `each of a thousand sizes is drawn, or the one that follows on it`() async throws {
    let session = try await TerminalSession.shop()
    var random = SplitMix64(seed: 7)
    for _ in 0..<50 {
      for _ in 0..<19 {
        session.resize(
          columns: Int.random(in: 1...220, using: &random),
          rows: Int.random(in: 1...70, using: &random)
        )
      }
      let columns = Int.random(in: 20...120, using: &random)
      let rows = Int.random(in: 1...30, using: &random)
      session.resize(columns: columns, rows: rows)
      try await Self.expectFit(session, columns: columns, rows: rows)
    }
    session.resize(columns: 100, rows: 30)
    try await session.screen(containing: "▶ 48")
    session.type("q")
    #expect(try await session.end() == .exited(0))
    try await session.expectGivenBack()
  }

  @Test func `the demo goes on while its screen has one size after another`() async throws {
    let session = try TerminalSession(running: BuiltProgram.url(), ["demo", "--screen"])
    try await session.screen(containing: "A small shop at work")
    var random = SplitMix64(seed: 11)
    var last = 0
    // Until commits have come between sizes, several times.
    while last < 8 {
      for _ in 0..<10 {
        session.resize(
          columns: Int.random(in: 1...220, using: &random),
          rows: Int.random(in: 1...70, using: &random)
        )
      }
      session.resize(columns: 80, rows: 24)
      let before = last
      try await session.screen("a commit after \(before)") { screen in
        guard let line = screen.lines.first(where: { $0.hasPrefix("▶") }),
          let number = line.dropFirst().split(separator: " ").first.flatMap({ Int($0) })
        else { return false }
        last = number
        return last > before
      }
    }
    session.type("q")
    #expect(try await session.end() == .exited(0))
    try await session.expectGivenBack()
  }
}
