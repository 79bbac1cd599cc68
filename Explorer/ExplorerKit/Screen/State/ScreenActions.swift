import ExplorerTerminal
import Sluice

/// The terminal has another size.
struct Resized: Action, Equatable {
  let size: GridSize
}

/// Shows a message in the last line, until the next key.
struct ShowNotice: Action, Equatable {
  let notice: Notice

  init(_ notice: Notice) {
    self.notice = notice
  }

  init(_ text: String, isProblem: Bool = false) {
    notice = Notice(text: text, isProblem: isProblem)
  }
}

struct HideNotice: Action, Equatable {}

/// Covers the panes, or uncovers them.
struct ShowOverlay: Action, Equatable {
  let overlay: Overlay?
}

struct Quit: Action, Equatable {}
