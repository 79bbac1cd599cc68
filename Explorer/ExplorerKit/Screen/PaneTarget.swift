import SluiceTree
import SluiceWire

/// What a line of a pane is about, and keys act on.
enum PaneTarget: Hashable, Sendable {
  /// A commit by its number: enter goes there.
  case commit(Int)
  /// A value of the state, named so that it is found in other states, too: ids in the place of
  /// indices where elements have one. `w` asks why, `p` pins it, `[` and `]` follow its changes.
  case path(StatePath)
  /// A part of the state that enter and the arrows show or hide; also a path as above.
  case fold(StateFold, isOpen: Bool)
  /// A run of an effect, by its number, and the commit that set it off: enter goes there.
  case run(Int, commit: Int?)
  /// A place in the program's source: enter and `o` open it.
  case source(file: String, line: Int)
  /// An action, an effect or a path that is counted: enter shows only what such a filter admits.
  case filter(String)

  /// The value of the state that the line is about.
  var path: StatePath? {
    switch self {
    case .path(let path): path
    case .fold(let fold, _): fold.path
    case .commit, .run, .source, .filter: nil
    }
  }

  /// Whether a cursor on the one goes to the other in another commit.
  func isSame(as other: PaneTarget) -> Bool {
    switch (self, other) {
    case (.fold(let one, _), .fold(let other, _)): one == other
    // A value may get members, and lose them.
    case (.path, .fold(let fold, _)), (.fold(let fold, _), .path):
      fold.page == nil && path == other.path
    default: self == other
    }
  }

  /// The filter that admits what the line is about; `nil` if only the history knows it.
  func filter(in history: History) -> String? {
    switch self {
    case .filter(let text): text
    case .path, .fold: path.flatMap(\.filter)
    case .commit(let number): history.commit(number)?.action.filter
    case .run(let run, _): history.run(run).map { "effect:" + $0.effect.quotedForFilter }
    case .source(let file, let line):
      "from:" + "\(file.split(separator: "/").last ?? ""):\(line)".quotedForFilter
    }
  }
}

extension StatePath {
  /// The filter that admits what changes the value, whichever element it is in; `nil` for the whole state.
  var filter: String? {
    if isRoot { return nil }
    let keys = steps.map { step in if case .key(let key) = step { key } else { nil as String? } }
    return "changed:" + TreePath.name(of: keys).quotedForFilter
  }
}
