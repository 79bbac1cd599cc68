import Foundation
import Sluice
import SluiceMonitor
import TestSupport
import Testing

@testable import ExplorerKit

/// The program itself, on a terminal of its own, or one that others use too, or that is slow.
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
    #expect(ScreenColorTests.styles(of: session.screen).isSubset(of: ScreenColorTests.emphasis))
    try await session.quit()
  }

  @Test func `a slow terminal shows the last frame, and a signal ends its screen`() async throws {
    let session = try await TerminalSession.shop(columns: 200, rows: 60)
    // Each key draws another pane, all of them more than the terminal keeps.
    func fill() {
      session.holdOutput()
      for _ in 0..<60 {
        session.type("3")
        session.type("2")
      }
    }
    fill()
    session.type("?")
    session.takeOutput()
    try await session.screen(containing: "One line down.")
    session.type("\u{1B}")
    try await session.screen(containing: "▾ products")
    fill()
    session.send(signal: SIGTERM)
    #expect(try await session.end() == .exited(0))
  }

  @Test func `Control-C in an editor is for the editor`() async throws {
    let script = "trap 'echo interrupted' INT; echo editing \\$1; until read line; do :; done"
    let session = try await TerminalSession.shop(editing: script, until: "editing +")
    session.type("\u{3}")
    try await session.screen(containing: "interrupted")
    session.type("\n")
    try await session.screen("the screen again") { screen in
      screen.showsAlternateScreen && screen.lines.contains { $0.contains("▶ 48") }
    }
    try await session.quit()
  }

  @Test func `a screen that ends while an editor is open ends the editor`() async throws {
    let script = "echo editing; read line; read line"
    let session = try await TerminalSession.shop(editing: script, until: "editing")
    session.send(signal: SIGTERM)
    #expect(try await session.end() == .exited(0))
  }

  /// By the key that suspends, and by its signal.
  @Test(arguments: [nil, SIGTSTP])
  func `a suspended screen gives the terminal back for a while`(signal: Int32?) async throws {
    let shop = try TerminalSession.shopCommand()
    // After a line, the screen runs again where it was stopped.
    let script = "\(shop); echo stopped $?; read line; fg; echo ended $?"
    let session = try TerminalSession(running: URL(filePath: "/bin/bash"), ["-m", "-c", script])
    try await session.screen(containing: "▶ 48")
    #expect(session.settings != session.initialSettings)
    session.type("2")
    try await session.screen(containing: "▾ products")
    if let signal { session.sendToForeground(signal: signal) } else { session.type("\u{1A}") }
    try await session.screen(containing: "stopped \(128 + SIGTSTP)")
    try await session.expectGivenBack()
    // Nobody else draws what the new size has room for.
    session.resize(columns: 100, rows: 30)
    session.type("\n")
    let screen = try await session.screen("the screen in its new size") { screen in
      screen.lines[29].hasSuffix("? all keys") && screen.lines.contains { $0.contains("▶ 48") }
    }
    #expect(screen.showsAlternateScreen)
    #expect(screen.lines.contains { $0.contains("▾ products") })
    #expect(!screen.lines.contains { $0.contains("stopped") })
    #expect(session.settings != session.initialSettings)
    session.type("q")
    try await session.screen(containing: "ended 0")
    #expect(try await session.end() == .exited(0))
    try await session.expectGivenBack()
  }

  @Test func `the demo goes on while its screen has one size after another`() async throws {
    let session = try TerminalSession(running: BuiltProgram.url(), ["demo", "--screen"])
    try await session.screen(containing: "A small shop at work")
    // Instead of its greeting, the last line says what keys do.
    session.type("G")
    var random = SplitMix64(seed: 11)
    var last = 0
    // Until commits have come between sizes, several times.
    while last < 8 {
      // Of many sizes only the last has to be drawn.
      for _ in 0..<19 { session.resize(columns: random.pick(1..<221), rows: random.pick(1..<71)) }
      let (columns, rows, before) = (random.pick(40..<121), random.pick(12..<31), last)
      session.resize(columns: columns, rows: rows)
      let screen = try await session.screen("a commit after \(before)") { screen in
        let line = screen.lines.first { $0.hasPrefix("▶") }
        last = line?.dropFirst().split(separator: " ").first.flatMap { Int($0) } ?? last
        return last > before && screen.rows == rows
          && screen.lines[rows - 1].hasSuffix("? all keys")
      }
      #expect(screen.columns == columns && screen.unknown == [])
    }
    try await session.quit()
  }
}

/// A program for screens to watch, which lets them do everything.
private struct Walked: Codable, Sendable {
  struct Add: EncodableAction, Decodable { let by: Int }

  var count = 0

  static func program(at endpoint: String) -> Store<Walked, Void> {
    let reducer = Reducer<Walked>(ReduceOn(Add.self) { $0.count += $1.by })
    let store = Store(initialState: Walked(), reducers: [reducer])
    let interceptor = ExplorerInterceptor<Walked>(name: "Walked", endpoint: endpoint) {
      $0.isEnabled = true
      $0.allowsRestore = true
      $0.acceptedActions = [Add.self]
    }
    store.register(interceptor: interceptor)
    return store
  }
}

extension ScreenEndToEndTests {
  /// Calls a closure with a screen to which a program is connected that commits some numbers, and leaves it.
  ///
  /// The screen runs in the directory; its editor shows in the title what it is to open.
  private func withHub(
    commits: Int = 30,
    _ body: (TerminalSession, Store<Walked, Void>, TemporaryDirectory) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    do {
      let endpoint = "unix:" + directory.socketPath
      let command = #"cd "$0" && exec "$1" --endpoint "$2""#
      let hub = try TerminalSession(
        running: URL(filePath: "/bin/sh"),
        ["-c", command, directory.path, try BuiltProgram.url().path, endpoint],
        environment: ["EDITOR": #"printf '\033]0;%s\007'"#],
        columns: 120
      )
      try await hub.screen(containing: "No program is connected yet.")
      let store = Walked.program(at: endpoint)
      // What is committed before the connection comes without its changes.
      try await hub.screen(containing: "Walked is connected")
      for number in 1..<commits + 1 { store.dispatch(action: Walked.Add(by: number)) }
      try await hub.screen(containing: commits > 0 ? "▶ \(commits)" : "Walked")
      try await body(hub, store, directory)
      try await hub.quit()
    }
    // The socket has to go before its directory.
    _ = consume directory
  }

  /// What is typed, and a text that the screen has then.
  ///
  /// Escape stands alone: with what follows, it would be another key.
  private static let walk = [
    ("g", "▶  1 "), ("\u{1B}[B", "▶  2 "), ("\u{1B}[<0;5;5M\u{1B}[<0;5;5m", "▶  3 "),
    ("\u{1B}[<65;5;4M", "▶  6 "), ("G2", "count: 465"), ("?", "One line down."),
    ("\u{1B}", "▶ 30"), ("h/by: 7)\r", "▶  7 "), ("\u{1B}", "/ find"),
    ("ftype:Add\r", "type:Add"), (":", "page-down"), ("\u{1B}", "? all keys"),
    ("gjt", "Put the state after commit 2 into Walked? t again does it"),
    ("t", "The program has the state after commit 2,"),
    ("T", "The program has the state from before you travelled"),
    ("gjx", "The program is as if commit 2 had not happened"),
    ("x", "Commit 2 is no longer left out"), ("dA\r", #"dispatch: Add {"by":30}"#),
    ("\u{7F}x\r", "is not expected here"), ("\u{15}Add {\"by\":5}\r", "Add was dispatched ("),
    ("gy", "Copied commit 1 as a command."), ("s\u{15}walk.session\r", "Saved "),
    ("E\u{15}walk.html\r", "as a page"),
  ]

  @Test func `keys ask the program, the terminal and the disk for what they say`() async throws {
    try await withHub { hub, store, directory in
      try directory.write([], to: "ScreenEndToEndTests.swift")
      for (keys, text) in Self.walk {
        hub.type(keys)
        try await hub.screen(containing: text)
      }
      #expect(store.state.count == 30 * 31 / 2 + 5)
      #expect(hub.screen.strings.contains { $0.hasPrefix("52;c;") })
      #expect(directory.names.contains("walk.session") && directory.names.contains("walk.html"))
      hub.type("o")
      try await hub.screen("the editor") { $0.strings.contains("0;./ScreenEndToEndTests.swift") }
      hub.spoilScreen()
      hub.type("\u{C}")
      try await hub.screen(containing: "? all keys")
    }
  }

  @Test func `a second screen shows what the first one has seen`() async throws {
    try await withHub { _, store, directory in
      let endpoint = ["--endpoint", "unix:" + directory.socketPath]
      let second = try TerminalSession(running: BuiltProgram.url(), endpoint)
      try await second.screen(containing: "30 commits")
      second.type("g")
      try await second.screen(containing: "▶  1 ")
      store.dispatch(action: Walked.Add(by: 1))
      second.type("G")
      try await second.screen(containing: "▶ 31")
      try await second.quit()
    }
  }

  #if os(Linux)
    /// How long nothing has to happen, and how often that may be tried.
    private static let stretch = Duration.seconds(2)
    private static let attempts = 8

    @Test func `a screen that rests makes no system call`() async throws {
      // After a commit, its place in the plot of the rate moves.
      try await withHub(commits: 0) { hub, store, _ in
        let replay = try await TerminalSession.shop()
        // While an editor has the terminal, and after a key.
        let script = "echo editing; read line"
        let editing = try await TerminalSession.shop(editing: script, until: "editing")
        let sessions = [hub, replay, editing]

        // One that is quiet is enough: what began before may end in the first ones.
        var isQuiet = false
        for _ in 0..<Self.attempts where !isQuiet {
          let before = sessions.map(\.contextSwitches)
          #expect(before.allSatisfy { !$0.isEmpty })
          let isChanged = await hub.changes(within: Self.stretch)
          isQuiet = !isChanged && before == sessions.map(\.contextSwitches)
        }
        #expect(isQuiet)
        withExtendedLifetime(store) {}
      }
    }
  #endif
}
