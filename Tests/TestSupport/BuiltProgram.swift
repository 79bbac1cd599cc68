public import Foundation

/// An executable that the build puts beside the tests.
public enum BuiltProgram {
  /// Thrown where there is none.
  public struct Missing: Error, CustomStringConvertible {
    /// What was looked for, and where.
    public let description: String
  }

  /// Returns the place of an executable.
  public static func url(_ name: String = "sluice-explorer") throws -> URL {
    let bundles = [Bundle.main, Bundle(for: Marker.self)] + Bundle.allBundles
    let folders = bundles.flatMap { [$0.executableURL, $0.bundleURL] }.compactMap {
      $0?.deletingLastPathComponent()
    }
    let candidates = folders.map { $0.appending(path: name) }
    guard
      let program = candidates.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false))
      })
    else { throw Missing(description: "There is no \(name) beside \(Bundle.main.bundlePath).") }
    return program
  }

  /// A class of the bundle that contains the tests.
  private final class Marker {}
}
