import ExplorerTerminal
import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// Each key of the help, in the program itself on a terminal of its own.
@Suite(.inTurn, .unsanitized)
struct EveryKeyTests {
  @Test func `every key of the help does what it says`() async throws {
    let directory = try TemporaryDirectory()
    let socket = directory.path + "/x.sock"
    // Editors look for source files below the current directory.
    let sources = URL(filePath: #filePath).deletingLastPathComponent().path
    let walk = KeyWalk(
      session: try TerminalSession(
        running: URL(filePath: "/bin/sh"),
        [
          "-c", "cd \"$0\" && exec \"$@\"", sources, try BuiltProgram.url().path,
          "--endpoint", "unix:" + socket,
        ],
        environment: ["EDITOR": KeyWalk.editor, "VISUAL": ""],
        columns: KeyWalk.columns,
        rows: KeyWalk.rows
      ),
      folder: directory.path
    )
    try await walk.session.screen(containing: "No program is connected yet.")
    let program = WalkedProgram(at: socket)
    try await walk.session.screen(containing: "▶ \(WalkedProgram.last)")

    for binding in KeyBinding.all where binding.command != "quit" {
      for press in binding.keys {
        try await walk.begin()
        try await walk.walk(binding.command, try #require(KeyWalk.bytes(press)))
      }
    }
    for binding in FormBinding.all {
      for press in binding.keys {
        try await walk.begin()
        try await walk.walk(binding.command, try #require(KeyWalk.bytes(press)))
      }
    }
    try await walk.begin()
    try await walk.walkWithMouse()
    try await walk.begin()
    try await walk.walk("quit", "q")
    #expect(try await walk.session.end() == .exited(0))
    withExtendedLifetime(program) {}
    // What is in it has to go first.
    _ = consume directory
  }

  @Test func `one key leaves the screen, which the walk presses last`() {
    #expect(KeyBinding.all.filter { $0.command == "quit" }.flatMap(\.keys) == ["q"])
  }
}
