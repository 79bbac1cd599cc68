/// Something that happened on a terminal.
package enum TerminalEvent: Hashable, Sendable {
  case input(TerminalInput)
  /// The size is another one now.
  case resized(GridSize)
  /// The process was suspended, and others have used the terminal: draw everything anew, after
  /// ``FrameWriter/forget()``.
  case resumed
  /// The process is to end: by a signal, or because the terminal is gone or somebody else has asked for
  /// it where there is none.
  case ended(signal: Int32?)
}

/// Why a terminal can't be used.
package enum TerminalDeviceError: Error, Hashable {
  case notATerminal
  /// The system's reason.
  case system(call: String, code: Int32)
}
