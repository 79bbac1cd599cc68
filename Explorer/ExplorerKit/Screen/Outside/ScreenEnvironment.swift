import SluiceWire

/// What the effects of the screen need from outside.
struct ScreenEnvironment: Sendable {
  /// Sends a command to a program, by its instance, and returns the record that answers it.
  var send: @Sendable (WireRecord, String) async throws -> WireRecord
  /// Puts a text where the person at the terminal can paste it from.
  var copy: @Sendable (String) -> Void
  /// Writes a new file.
  var write: @Sendable ([UInt8], String) async throws -> Void
  /// Opens a line of a file of the program's source, and returns when that was left again.
  var open: @Sendable (String, Int) async throws -> Void
  /// Opens a text in an editor, and returns it as it is when that was left again.
  var edit: @Sendable (String) async throws -> String = { $0 }
  /// Suspends between two pieces of long work, so that other tasks can run.
  var pause: @Sendable () async -> Void = { await Task.yield() }
}

extension ScreenEnvironment {
  /// Of a screen that is only looked at.
  static let unavailable = ScreenEnvironment(
    send: { _, _ in throw ScreenFailure(description: "There is no program.") },
    copy: { _ in },
    write: { _, _ in },
    open: { _, _ in }
  )
}

/// Why a command of the screen failed, for the last line.
struct ScreenFailure: Error, Hashable, CustomStringConvertible {
  /// There is nobody to send a command to.
  static let session = ScreenFailure(
    description: "This is a session: its program does not run any more."
  )

  let description: String
}
