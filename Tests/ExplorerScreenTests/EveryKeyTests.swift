import Foundation
import Sluice
import SluiceMonitor
import TestSupport
import Testing

@testable import ExplorerKit

/// A small program that lets the Explorer do everything.
private struct Walked: Codable, Sendable {
  struct Add: EncodableAction, Decodable {
    let by: Int
  }

  var count = 0

  /// Commits 30 numbers.
  static func program(at endpoint: String) -> Store<Walked, Void> {
    let reducer = Reducer<Walked>(ReduceOn(Add.self) { $0.count += $1.by })
    let store = Store(initialState: Walked(), reducers: [reducer])
    let interceptor = ExplorerInterceptor<Walked>(name: "Walked", endpoint: endpoint) {
      $0.isEnabled = true
      $0.allowsRestore = true
      $0.acceptedActions = [Add.self]
    }
    store.register(interceptor: interceptor)
    // What is committed before the connection comes without its changes.
    interceptor.flush(timeout: patience)
    for number in 1...30 { store.dispatch(action: Add(by: number)) }
    return store
  }
}

/// What keys do beside their screen, in the program itself on a terminal of its own.
@Suite(.inTurn, .unsanitized)
struct EveryKeyTests {
  /// What is typed, and a text that the screen has then.
  ///
  /// Escape stands alone: with what follows, it would be another key.
  private static let walk = [
    ("g", "▶  1 "), ("\u{1B}[B", "▶  2 "), ("\u{1B}[<0;5;4M\u{1B}[<0;5;4m", "▶  3 "),
    ("\u{1B}[<65;5;3M", "▶  6 "), ("G3", "[3 State]"), ("?", "One line down."), ("\u{1B}", "▶ 30"),
    ("/by: 7)\r", "▶  7 "), ("ftype:Add\r", "type:Add"), (":", "page-down"), ("\u{1B}", "? help"),
    ("gjt", "The program has the state after commit 2,"),
    ("T", "The program has the state from before you travelled"),
    ("gjx", "The program is as if commit 2 had not happened"),
    ("X", "No commit is left out any more"), ("dA\r", "▶   by: 30"),
    ("\u{15}x\r", #"! "x" is no number."#), ("\u{15}5\r", "Add was dispatched ("),
    ("gy", "Copied the action of commit 1."), ("s\u{15}walk.session\r", "Saved "),
  ]

  @Test func `keys ask the program, the terminal and the disk for what they say`() async throws {
    let directory = try TemporaryDirectory()
    let endpoint = "unix:" + directory.socketPath
    // The editor shows in the title what it is to open, which is below the current directory.
    try directory.write([], to: "EveryKeyTests.swift")
    let command = #"cd "$0" && exec "$1" --endpoint "$2""#
    let session = try TerminalSession(
      running: URL(filePath: "/bin/sh"),
      ["-c", command, directory.path, try BuiltProgram.url().path, endpoint],
      environment: ["EDITOR": #"printf '\033]0;%s\007'"#],
      columns: 120
    )
    try await session.screen(containing: "No program is connected yet.")
    let program = Walked.program(at: endpoint)
    try await session.screen(containing: "▶ 30")
    for (keys, text) in Self.walk {
      session.type(keys)
      try await session.screen(containing: text)
    }
    #expect(program.state.count == 30 * 31 / 2 + 5)
    #expect(session.screen.strings.contains { $0.hasPrefix("52;c;") })
    #expect(directory.names.contains("walk.session"))
    session.type("o")
    try await session.screen("the editor") { $0.strings.contains("0;./EveryKeyTests.swift") }
    session.spoilScreen()
    session.type("\u{C}")
    try await session.screen(containing: "? help")
    session.type("q")
    #expect(try await session.end() == .exited(0))
    try await session.expectGivenBack()
    // The socket has to go before its directory.
    _ = consume program
    _ = consume directory
  }
}
