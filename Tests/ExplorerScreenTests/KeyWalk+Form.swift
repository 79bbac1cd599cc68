import ExplorerTerminal
import Foundation
import TestSupport

@testable import ExplorerKit

extension KeyWalk {
  /// Presses a key in a form, and waits for what the help says about it.
  func walk(_ command: FormCommand, _ key: String) async throws {
    try await type("dAdd\r", "the form") { $0.has("▶   by: ") }
    switch command {
    // There are two fields.
    case .next, .previous: try await type(key, "the other field") { $0.has("▶   loud: ") }
    case .flip:
      try await type("\t", "the other field") { $0.has("▶   loud: false") }
      try await type(key, "the other one") { $0.has("▶   loud: true") }
    case .null: try await type(key, "null") { $0.has("▶   by: null") }
    case .json:
      try await type(key, "a line of JSON") { $0.last.hasPrefix(#"dispatch: Add {"by":"#) }
    case .send:
      try await type("\u{15}x\(key)", "a mistake") { $0.has(#"! "x" is no number."#) }
      try await type("\u{15}0\(key)", "the answer") { $0.last.contains("Add was dispatched (") }
      return
    case .leave:
      try await type(key, "the panes", until: \.isReady)
      return
    }
    try await type("\u{1B}", "the panes", until: \.isReady)
  }

  /// Uses the mouse as the help says.
  func walkWithMouse() async throws {
    try await type("g", "the first") { $0.selected == 1 }
    // The third line, counted from one; the first is the head.
    try await type("\u{1B}[<0;5;3M\u{1B}[<0;5;3m", "the line") { $0.selected == 2 }
    try await type("\u{1B}[<0;5;3M\u{1B}[<0;5;3m", "its pane", until: \.isInPane)
    try await type("h", "the list") { !$0.isInPane }
    try await type("\u{1B}[<65;5;3M", "lines below") { $0.selected == 5 }
    try await type("\u{1B}[<64;5;3M", "lines above") { $0.selected == 2 }
  }
}
