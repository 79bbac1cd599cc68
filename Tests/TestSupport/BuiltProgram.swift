package import Foundation
import Testing

/// An executable that the build puts beside the tests.
package enum BuiltProgram {
  package static func url(_ name: String = "sluice-explorer") throws -> URL {
    let bundles = [Bundle.main, Bundle(for: Marker.self)] + Bundle.allBundles
    let folders = bundles.flatMap { [$0.executableURL, $0.bundleURL] }.compactMap {
      $0?.deletingLastPathComponent()
    }
    let program = folders.map { $0.appending(path: name) }.first {
      FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false))
    }
    return try #require(program, "There is no \(name) beside \(Bundle.main.bundlePath).")
  }

  /// A class of the bundle that contains the tests.
  private final class Marker {}
}
