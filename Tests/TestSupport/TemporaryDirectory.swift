import Foundation

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

  /// A place for a socket in the directory.
  public var socketPath: String { path + "/x.sock" }
}
