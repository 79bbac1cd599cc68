import ExplorerTerminal
import Foundation
import TestSupport

@testable import ExplorerKit

extension KeyWalk {
  /// Presses a key of the screen, and waits for what the help says about it.
  func walk(_ command: String, _ key: String) async throws {
    switch command {
    case "down", "up", "page-down", "page-up", "first", "last": try await move(command, key)
    case "left":
      try await type("l", "the pane", until: \.isInPane)
      try await type(key, "the list") { !$0.isInPane }
    case "right", "open":
      try await type(key, "the pane", until: \.isInPane)
    case "back":
      try await type("l", "the pane", until: \.isInPane)
      try await type(key, "the list") { !$0.isInPane }
    case "switch-pane":
      try await type(key, "the pane", until: \.isInPane)
      try await type(key, "the list") { !$0.isInPane }
    case "action":
      try await type("2", "the changes") { $0.has("[2 Changes]") }
      try await type(key, "the action") { $0.has("[1 Action]") }
    case "changes": try await type(key, "the changes") { $0.has("[2 Changes]") }
    case "state": try await type(key, "the state") { $0.has("[3 State]") && $0.has("count:") }
    case "cause": try await type(key, "the cause") { $0.has("[4 Cause]") }
    case "effects": try await type(key, "the effects") { $0.has("[5 Effects]") }
    case "statistics": try await type(key, "the statistics") { $0.has("[6 Statistics]") }
    case "find", "find-next", "find-previous", "filter": try await find(command, key)
    case "pause":
      try await type("G", "the end", until: \.isFollowing)
      try await type(key, "a pause") { $0.lines[0].contains("paused") }
      try await type(key, "no pause") { !$0.lines[0].contains("paused") && $0.isFollowing }
    case "times":
      try await type("g", "the first") { $0.row(2)?.contains(#/\d\d:\d\d:\d\d/#) == true }
      try await type(key, "pauses") { $0.row(2)?.contains(#/\d\d:\d\d:\d\d/#) == false }
      try await type(key, "times") { $0.row(2)?.contains(#/\d\d:\d\d:\d\d/#) == true }
    case "nest":
      let flat = "    Add(by: 100"
      try await type("\(search("by: 100"))", "the caused one") {
        $0.selected == WalkedProgram.last && $0.row(WalkedProgram.last)?.contains(flat) == true
      }
      try await type(key, "it indented") {
        $0.row(WalkedProgram.last)?.contains("  " + flat) == true
      }
      try await type(key, "it not indented") {
        $0.row(WalkedProgram.last)?.contains("  " + flat) == false
      }
    case "programs":
      try await type(key, "the programs") { $0.has("1  Walked") }
      try await type("\r", "the panes") { !$0.has("1  Walked") && $0.isReady }
    case "mark", "compare", "why", "previous-change", "next-change", "pin", "blame":
      try await walkPast(command, key)
    case "travel", "travel-back", "skip", "skip-none", "dispatch", "edit", "source", "copy", "save":
      try await walkOutside(command, key)
    case "command":
      try await type("g", "the first") { $0.selected == 1 }
      try await type(key, "commands by name") { $0.last.hasPrefix(":") && $0.has("page-down") }
      try await type("last\r", "what the command does", until: \.isFollowing)
    case "redraw":
      session.spoilScreen()
      try await type(key, "all of it", until: \.isReady)
    case "help":
      try await type(key, "the help") { $0.has("One line down.") }
      try await type(key, "the panes") { !$0.has("One line down.") }
    case "quit":
      session.type(key)
      _ = try await session.end()
    default: throw Unknown(command: command)
    }
  }

  private func move(_ command: String, _ key: String) async throws {
    let isFromEnd = ["up", "page-up", "first"].contains(command)
    let start = isFromEnd ? "G" : "g"
    let shown = try await type(start, "an end") { isFromEnd ? $0.isFollowing : $0.selected == 1 }
    let end = shown.selected ?? 0
    try await type(key, "another commit") { shown in
      switch command {
      case "down": shown.selected == 2
      case "up": shown.selected == end - 1
      case "page-down": shown.selected.map { $0 > 5 && $0 < end + Self.rows } ?? false
      case "page-up": shown.selected.map { $0 < end - 5 && $0 > end - Self.rows } ?? false
      case "first": shown.selected == 1
      default: shown.isFollowing
      }
    }
  }

  /// What looks for a text from the first commit on.
  private func search(_ text: String) -> String { "g/\(text)\r" }

  private func find(_ command: String, _ key: String) async throws {
    switch command {
    case "find":
      try await type("g", "the first") { $0.selected == 1 }
      try await type(key, "a place to type") { $0.last.hasPrefix("/") }
      try await type("by: 7,\r", "what was looked for") { $0.selected == 7 && $0.isReady }
    case "filter":
      try await type(key, "a place to type") { $0.last.hasPrefix("filter:") }
      try await type("type:Res\t\r", "what is filtered") {
        $0.lines[0].contains("type:Reset") && $0.row(2) == nil && $0.row(31) != nil
      }
      try await type("\(key)\u{15}\r", "everything") {
        !$0.lines[0].contains("type:Reset") && $0.isReady && $0.has("Add(by: ")
      }
    default:
      try await type(search("by: 1"), "the first place") { $0.selected == 10 && $0.isReady }
      let place = command == "find-next" ? 11 : 1
      try await type(key, "another place") { $0.selected == place }
    }
  }

  private func walkPast(_ command: String, _ key: String) async throws {
    switch command {
    case "mark":
      try await type("g", "the first") { $0.selected == 1 }
      try await type(key, "a mark") { $0.row(1)?.contains("◆") == true }
      try await type(key, "no mark") { $0.row(1)?.contains("◆") == false }
    case "compare":
      try await type("gmjj", "another one than the marked") {
        $0.selected == 3 && $0.row(1)?.contains("◆") == true
      }
      try await type(key, "what changed between") {
        $0.has("[2 Compared]") && $0.has("1 → 6")
      }
      try await type("gm", "no mark") { $0.row(1)?.contains("◆") == false }
    case "why", "previous-change":
      try await type("G3l", "a value", until: isAtCount)
      let text = command == "why" ? "because of commit" : "was changed by commit"
      try await type(key, "what made it so") { $0.last.contains(text) }
    case "next-change":
      try await type("g3l", "a value") { isAtCount($0) && $0.selected == 1 }
      try await type(key, "the next change") {
        $0.selected == 2 && $0.last.contains("was changed by commit 2")
      }
    case "pin":
      try await type("g3l", "a value", until: isAtCount)
      try await type(key, "its value at the top") { $0.lines[1].contains("• count") }
      try await type(key, "no value at the top") { !$0.lines[1].contains("• count") }
    default:
      try await type("g", "the first") { $0.selected == 1 && !$0.has("[3 State]") }
      try await type(key, "who made it so") { $0.has("[3 State]") && $0.has("1 Add ") }
      try await type(key, "the state alone") { $0.has("[3 State]") && !$0.has("1 Add ") }
    }
  }

  /// A key without a walk.
  private struct Unknown: Error {
    let command: String
  }

  private func isAtCount(_ shown: Shown) -> Bool {
    shown.lines.map { $0.dropFirst(Self.middle) }.contains {
      $0.contains("▶") && $0.contains("count:")
    }
  }

  private func walkOutside(_ command: String, _ key: String) async throws {
    switch command {
    case "travel":
      try await type("gj", "the second") { $0.selected == 2 }
      try await type(key, "the state after it") {
        $0.last.contains("The program has the state after commit 2,") && $0.isFollowing
      }
    case "travel-back":
      try await type("gt", "the state after the first") {
        $0.last.contains("The program has the state after commit 1,")
      }
      try await type(key, "the state from before") {
        $0.last.contains("The program has the state from before you travelled")
      }
    case "skip-none":
      try await type("gjxjx", "two left out") { $0.last.contains("commits 2 and 3 had not") }
      try await type(key, "none left out") { $0.last.contains("No commit is left out any more") }
      try await type("g", "no mark") { $0.row(2)?.contains("⊘") == false }
    case "skip":
      try await type("gj", "the second") { $0.selected == 2 }
      try await type(key, "the state without it") {
        $0.last.contains("The program is as if commit 2 had not happened")
      }
      try await type("g", "its mark") { $0.row(2)?.contains("⊘") == true }
      try await type("j", "the same one") { $0.selected == 2 }
      try await type(key, "the state with it") {
        $0.last.contains("Commit 2 is no longer left out")
      }
      try await type("g", "no mark") { $0.row(2)?.contains("⊘") == false }
    case "dispatch":
      try await type(key, "the types") { $0.last.hasPrefix("dispatch:") && $0.has("  Add") }
      try await type("A\t\r", "the form", until: { $0.has("▶   by: ") })
      try await type("\u{1B}", "the panes", until: \.isReady)
    case "edit":
      try await type("gj", "the second") { $0.selected == 2 }
      try await type(key, "the form") { $0.has("▶   by: 2") && $0.has("    loud: true") }
      try await type("\u{1B}", "the panes", until: \.isReady)
    case "source":
      let file = "0;./KeyWalk.swift"
      try await type("gl", "the pane", until: { $0.isInPane && $0.selected == 1 })
      try await type(key, "the editor") { $0.screen.strings.contains(file) }
    case "copy":
      try await type("g", "the first") { $0.selected == 1 }
      try await type(key, "what was copied") {
        $0.last.contains("Copied the action of commit 1.")
          && $0.screen.strings.contains { $0.hasPrefix("52;c;") }
      }
    default:
      try await type(key, "a place to type") { $0.last.hasPrefix("save as: ") }
      try await type("\u{15}\(folder)/walk.session\r", "a file") { $0.last.contains("Saved ") }
    }
  }
}
