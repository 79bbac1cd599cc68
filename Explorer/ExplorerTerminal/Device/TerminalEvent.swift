/// Something that happened on a terminal.
package enum TerminalEvent: Hashable, Sendable {
  /// Somebody has typed, clicked or pasted, or the terminal has reported something.
  case input(TerminalInput)
  /// The size has changed.
  case resized(GridSize)
  /// The process was suspended, and others have used the terminal: draw everything anew, after
  /// ``FrameWriter/forget()``.
  case resumed
  /// The process is to end: because of a signal, or without one if the terminal is gone or the
  /// interruption was requested.
  case ended(signal: Int32?)
}

/// Why a terminal can't be used.
package enum TerminalDeviceError: Error, Hashable {
  /// The descriptor is not of a terminal.
  case notATerminal
  /// A system call failed, with its `errno`.
  case system(call: String, code: Int32)
}
