import ExplorerTerminal

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
