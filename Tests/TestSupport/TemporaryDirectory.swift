public import Foundation

/// A directory of a test's own, with mode 0700 and a short name, removed when the value is released.
public final class TemporaryDirectory: Sendable {
  /// Short, because a socket's path is.
  public let path: String

  /// Creates the directory.
  public init() throws {
    path = "/tmp/sl-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Changes the directory's mode.
  public func setMode(_ mode: UInt16) throws {
    try FileManager.default.setAttributes([.posixPermissions: Int(mode)], ofItemAtPath: path)
  }

  /// The directory.
  public var url: URL { URL(filePath: path) }

  /// A place for a socket in the directory.
  public var socketPath: String { path("x.sock") }

  /// The names of what is in it.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The path of a file in it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The text of a file in it.
  public func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// Writes a file in it.
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }
}
