package import Testing

extension TerminalSession {
  /// Waits until the terminal is as before anything was started on it: the screen that was there, the
  /// cursor, the mouse and the settings.
  package func expectGivenBack(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await awaitOutput()
    let fresh = TerminalEmulator(columns: 1, rows: 1)
    let screen = try await screen("the screen that was there before") { screen in
      screen.modes == fresh.modes && screen.standardModes == fresh.standardModes
    }
    #expect(screen.unknown == [], sourceLocation: sourceLocation)
    #expect(settings == initialSettings, sourceLocation: sourceLocation)
  }
}
