/// What is sent to a terminal so that a screen can be drawn on it, and so that it is as before.
enum TerminalModes {
  /// Switches to the alternate screen, with the mouse, pastes and focus reported.
  ///
  /// Lines aren't wrapped, and text isn't reordered for languages that are written from right to left:
  /// the columns of a grid have to stay where they are.
  static let enter: [UInt8] = Array(
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[8l\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[?2004h"
      .utf8
  )

  /// Switches back, whatever was being written.
  static let leave: [UInt8] = Array(
    """
    \u{1B}[?2026l\u{1B}[m\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[8h\u{1B}[?7h\u{1B}[?1049l\u{1B}[?25h
    """.utf8
  )
}
