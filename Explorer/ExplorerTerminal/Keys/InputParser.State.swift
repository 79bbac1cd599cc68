extension InputParser {
  /// What was read of what isn't complete.
  enum State {
    case ground
    /// Behind `ESC`.
    case escape
    /// Within `ESC [`.
    case sequence
    /// Behind `ESC [ [`, with which the function keys of a Linux console begin.
    case console
    /// Within the three bytes behind `ESC [ M`, the mouse's first protocol.
    case oldMouse
    /// Within `ESC O`.
    case single
    /// Within a string, such as `ESC ] 11 ; … ESC \`.
    case string
    /// Behind the `ESC` with which a string may end.
    case stringEscape
    case paste
  }
}
