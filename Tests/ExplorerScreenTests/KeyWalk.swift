import ExplorerTerminal
import Foundation
import Sluice
import SluiceMonitor
import TestSupport

@testable import ExplorerKit

/// A small program that lets the Explorer do everything.
struct WalkedProgram {
  struct Add: EncodableAction, Decodable {
    let by: Int
    let loud: Bool
  }

  struct Reset: EncodableAction {}

  struct State: Codable, Sendable {
    var count = 0
    var isLoud = false
  }

  /// The number of its last commit.
  static let last = 32

  private let store: Store<State, Void>
  private let interceptor: ExplorerInterceptor<State>

  /// Commits 30 numbers, and a reset that leads to one more.
  init(at path: String) {
    store = Store(
      initialState: State(),
      reducers: [
        Reducer(
          ReduceOn(Add.self) { state, action in
            state.count &+= action.by
            state.isLoud = action.loud
          },
          ReduceOn(Reset.self) { state, _ in state.count = 0 }
        )
      ]
    )
    store.register(
      effect: Effect<Void>.map(Reset.self) { _, _ in Add(by: 100, loud: false) },
      id: "again"
    )
    interceptor = ExplorerInterceptor(name: "Walked", endpoint: "unix:" + path) {
      $0.isEnabled = true
      $0.allowsRestore = true
      $0.acceptedActions = [Add.self]
    }
    store.register(interceptor: interceptor)
    // What is committed before the connection comes without its changes.
    interceptor.flush(timeout: patience)
    for number in 1...30 { store.dispatch(action: Add(by: number, loud: number % 2 == 0)) }
    store.dispatch(action: Reset())
    interceptor.flush(timeout: patience)
  }
}

/// The screen on a terminal, with the list at the left and the pane at the right.
struct KeyWalk {
  static let columns = 120
  static let rows = 18
  /// The column where the pane begins.
  static let middle = 54
  static let editor = #"printf '\033]0;%s\007'"#

  /// What is shown at a moment.
  struct Shown {
    let screen: TerminalEmulator

    var lines: [String] { screen.lines }
    var last: String { lines.last ?? "" }

    /// The number of the selected commit.
    var selected: Int? {
      let line = lines.first { $0.hasPrefix("▶") }
      return line?.dropFirst().split(separator: " ").first.flatMap { Int($0) }
    }

    /// Whether keys act on the pane.
    var isInPane: Bool { lines.contains { $0.dropFirst(KeyWalk.middle).contains("▶") } }
    var isFollowing: Bool { lines[0].contains("following") }
    /// Whether the last line says what keys do, and not something else.
    var isReady: Bool { last.contains("? help") }

    /// What the list shows of a commit.
    func row(_ number: Int) -> String? {
      let rows = lines.map { $0.prefix(KeyWalk.middle) }
      return rows.first { $0.dropFirst().split(separator: " ").first == "\(number)" }.map(
        String.init
      )
    }

    func has(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
  }

  let session: TerminalSession
  /// Where files may be saved.
  let folder: String

  /// Types a text, waits until the screen is as it should be, and returns it.
  @discardableResult
  func type(
    _ text: String,
    _ what: String,
    until condition: (Shown) -> Bool
  ) async throws -> Shown {
    session.type(text)
    return Shown(screen: try await session.screen(what) { condition(Shown(screen: $0)) })
  }

  /// Goes to the list, with the action in the pane.
  func begin() async throws {
    try await type("h1", "the list") { !$0.isInPane && $0.has("[1 Action]") && $0.isReady }
  }

  /// What a terminal sends for a key.
  static func bytes(_ press: KeyPress) -> String? {
    switch press.key {
    case .character(let character) where press.modifiers == .control:
      character.asciiValue.map { String(UnicodeScalar($0 & 0x1F)) }
    case .character(let character): String(character)
    case .enter: "\r"
    case .tab: "\t"
    case .escape: "\u{1B}"
    case .backTab: "\u{1B}[Z"
    case .up: "\u{1B}[A"
    case .down: "\u{1B}[B"
    case .right: "\u{1B}[C"
    case .left: "\u{1B}[D"
    case .home: "\u{1B}[H"
    case .end: "\u{1B}[F"
    case .pageUp: "\u{1B}[5~"
    case .pageDown: "\u{1B}[6~"
    case .backspace, .delete, .insert, .function: nil
    }
  }
}
