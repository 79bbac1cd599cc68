package import Foundation
package import Sluice
package import TodoList

/// The file that to-dos are kept in, as JSON.
///
/// An actor, so that one write is through before the next begins: of two at a time, the older might
/// come last.
package actor TodoFile {
  /// What was found.
  package enum Content: Sendable, Equatable {
    /// There is no file yet.
    case nothing
    case todos(Entities<Todo>)
    /// What is there cannot be understood; it is kept under another name.
    case damaged(reason: String, keptAt: String)
  }

  private let url: URL

  package init(at url: URL) { self.url = url }

  package nonisolated var path: String { url.path }

  /// Reads the file, and moves one that is damaged out of the way.
  ///
  /// Throws where there is a file that cannot be read, or not be moved.
  package func read() throws -> Content {
    guard FileManager.default.fileExists(atPath: url.path) else { return .nothing }
    let data = try Data(contentsOf: url)
    do {
      return .todos(try JSONDecoder().decode(Entities<Todo>.self, from: data))
    } catch {
      let place = freePlace()
      // Fails rather than to overwrite.
      try FileManager.default.moveItem(at: url, to: place)
      return .damaged(reason: "\(error)", keptAt: place.path)
    }
  }

  /// Replaces the file in one step: whoever reads meanwhile, and whoever comes after a crash, finds
  /// the old to-dos or the new ones, and never a part.
  package func write(_ todos: Entities<Todo>) throws {
    // What waited here while newer to-dos came is not worth writing.
    try Task.checkCancellation()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(todos).write(to: url, options: .atomic)
  }

  private func freePlace() -> URL {
    var number = 1
    while true {
      let place = url.appendingPathExtension("damaged-\(number)")
      if !FileManager.default.fileExists(atPath: place.path) { return place }
      number += 1
    }
  }
}
