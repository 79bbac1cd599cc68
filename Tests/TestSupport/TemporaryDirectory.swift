package import Foundation

/// A directory of a test's own, with mode 0700 and a short name, removed when the value is released.
package final class TemporaryDirectory: Sendable {
  /// Short, because a socket's path is.
  package let path: String

  package init() throws {
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

  package func setMode(_ mode: UInt16) throws {
    try FileManager.default.setAttributes([.posixPermissions: Int(mode)], ofItemAtPath: path)
  }

  package var url: URL { URL(filePath: path) }

  package var socketPath: String { path("x.sock") }

  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  package func path(_ name: String) -> String { "\(path)/\(name)" }

  package func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }
}
