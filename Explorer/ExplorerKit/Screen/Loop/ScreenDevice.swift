import ExplorerTerminal

/// The terminal as the loop uses it; a test brings one of its own.
protocol ScreenDevice: AnyObject {
  /// The size at the moment.
  var size: GridSize? { get }
  /// What becomes readable when there is input, or the size has changed.
  var descriptors: [Int32] { get }

  /// Takes the terminal over.
  func enter()
  /// Gives the terminal back as it was.
  func leave()
  /// Suspends the process, as a shell's users expect of Control-Z, and returns when it goes on.
  func suspend()
  /// Returns what was typed since the last time; never waits.
  func read() -> [UInt8]
  /// Returns whether the size may have changed since the last time.
  func takeResize() -> Bool
  /// Writes a frame.
  func write(_ bytes: [UInt8])
}
