import Foundation

/// Makes the next version's value of a slice from that of one version.
struct Migration: Sendable {
  let version: Int
  let old: Any.Type
  let new: Any.Type
  let decode: @Sendable (Data) throws -> any Sendable
  /// Returns `nil` if the value isn't of the type `old`.
  let migrate: @Sendable (any Sendable) throws -> (any Sendable)?

  init<Old: Decodable & Sendable, New: Sendable>(
    from version: Int,
    _ body: @escaping @Sendable (Old) throws -> New
  ) {
    self.version = version
    old = Old.self
    new = New.self
    decode = { try JSONDecoder().decode(Old.self, from: $0) }
    migrate = { try ($0 as? Old).map(body) }
  }

  /// Stops the program unless each makes what the next one takes, and the last one the current version.
  static func check(_ all: [Migration], of slice: String, to version: Int, _ type: Any.Type) {
    let next = all.dropFirst().map { ($0.version, $0.old) } + [(version, type)]
    for (migration, (version, type)) in zip(all, next) {
      precondition(
        migration.version + 1 == version && migration.new == type,
        """
        Sluice: the migration of “\(slice)” from \(migration.version) makes \(migration.new), but the next \
        version, \(version), takes \(type). Write one for each version, in order, to the type that the next takes.
        """
      )
    }
  }

  /// Returns the current version's value from the text of a version.
  ///
  /// - Throws: What decoding or a migration throws.
  /// - Returns: `nil` if no migration begins there.
  static func value<Part: Decodable & Sendable>(
    from text: Data,
    version: Int,
    by all: [Migration]
  ) throws -> Part? {
    guard let start = all.firstIndex(where: { $0.version == version }) else { return nil }
    var value = try all[start].decode(text)
    for migration in all[start...] {
      // The types fit: that was checked.
      guard let next = try migration.migrate(value) else { return nil }
      value = next
    }
    return value as? Part
  }
}
