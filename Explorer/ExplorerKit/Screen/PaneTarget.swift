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
  /// A place in the program's source: `o` opens it.
  case source(file: String, line: Int)
  /// A field of the form for an action, by its index: a click goes there.
  case field(Int)

  /// The value of the state that the line is about.
  var path: StatePath? {
    switch self {
    case .path(let path): path
    case .fold(let fold, _): fold.path
    case .commit, .run, .source, .field: nil
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

  /// The commit that the line leads to.
  var commit: Int? {
    switch self {
    case .commit(let number): number
    case .run(_, let number): number
    case .path, .fold, .source, .field: nil
    }
  }
}
