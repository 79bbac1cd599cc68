import Foundation
import Synchronization

/// A folder that goes with the test.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "todo-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of what is in it.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}

/// Counts calls, from any thread.
final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .relaxed) }
  func increment() { value.add(1, ordering: .relaxed) }
}
