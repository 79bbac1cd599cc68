extension TerminalEmulator {
  /// Whether a frame has begun and not ended yet.
  public var isUpdating: Bool { modes.contains(2026) }

  /// Whether the alternate screen is shown.
  public var showsAlternateScreen: Bool { modes.contains(1049) }
  /// Whether the cursor is shown.
  public var showsCursor: Bool { modes.contains(25) }
}
