import ExplorerTerminal

/// A piece of a line in one style.
///
/// Holds text that is safe to show: what a program sends has to be ``VisibleText`` first. Styles add to
/// what the text says; no meaning is in a colour alone.
struct Span: Hashable, Sendable {
  var text: String
  var style: CellStyle

  init(_ text: String, _ style: CellStyle = .plain) {
    self.text = text
    self.style = style
  }
}

/// One line of a pane, before it is cut to a width.
///
/// A pane is a pure function to lines; it wraps its text itself where it wants to, and the frame
/// cuts what is still too long. The frame draws the cursor, and what was found in a line.
struct PaneLine: Hashable, Sendable {
  var spans: [Span]
  /// The columns that stay empty in front.
  var indent: Int
  /// What keys act on when the cursor is on this line; `nil` for a line that is only read, over
  /// which the cursor moves all the same.
  var target: PaneTarget?

  init(_ spans: [Span] = [], indent: Int = 0, target: PaneTarget? = nil) {
    self.spans = spans
    self.indent = indent
    self.target = target
  }

  /// Creates a line of one style.
  init(
    _ text: String,
    _ style: CellStyle = .plain,
    indent: Int = 0,
    target: PaneTarget? = nil
  ) {
    self.init([Span(text, style)], indent: indent, target: target)
  }

  /// The text without its styles and its indent: what `/` searches and `y` copies.
  var text: String { spans.map(\.text).joined() }
}

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

extension CellStyle {
  /// The style in cells of a style of the log.
  init(_ style: Style) {
    self = .plain
    switch style {
    case .plain: break
    case .dim: dim = true
    case .strong: bold = true
    case .added: foreground = .green
    case .removed: foreground = .red
    case .changed: foreground = .yellow
    case .moved: foreground = .cyan
    case .effect: foreground = .magenta
    case .problem:
      foreground = .red
      bold = true
    }
  }
}

extension PaneLine {
  /// Creates a line from a text of the log.
  init(_ text: StyledText, indent: Int = 0, target: PaneTarget? = nil) {
    self.init(text.runs.map { Span($0.text, CellStyle($0.style)) }, indent: indent, target: target)
  }
}
